/** Promise IN9 of docs/spec/clients.md: the skill and the section of the instructions, with real files. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { changes, clientMachine, problemOf } from '../../test/kit/client-machine.ts'
import { skillText } from './agent-words.ts'

describe('skills and instructions', () => {
  it('[IN9] the skill is written once for all clients that read it, and goes with the last', async () => {
    const machine = clientMachine()
    const skill = '.agents/skills/cairn/SKILL.md'
    await machine.install(['codex', 'opencode', 'claude-code'], { scope: 'project', skill: true })
    expect(machine.read(skill)).toBe(skillText)
    expect(machine.read('.claude/skills/cairn/SKILL.md')).toBe(skillText)
    expect(changes(await machine.uninstall('codex'))).toEqual(['server removed', 'skill none: kept for opencode'])
    expect(changes(await machine.uninstall('opencode'))).toEqual(['server removed', 'skill removed'])
    expect(machine.tree().filter((file) => file.startsWith('.agents'))).toEqual([])
    await machine.uninstall('claude-code')
    expect(machine.tree()).toEqual([])
  })
  it('[IN9] a skill that someone changed is neither replaced nor deleted, unless forced', async () => {
    const machine = clientMachine()
    await machine.install('codex', { skill: true })
    machine.write('~/.agents/skills/cairn/SKILL.md', 'mine')
    expect(changes(await machine.install('codex', { skill: true }))[1]).toContain('skill none: kept, because it has other text')
    expect(changes(await machine.uninstall('codex'))[1]).toContain('skill none: kept, because it was changed since')
    expect(machine.read('~/.agents/skills/cairn/SKILL.md')).toBe('mine')
    expect(changes(await machine.install('codex', { skill: true, force: true }))).toEqual(['server added', 'skill replaced'])
  })
  it('[IN9] a skill that an older Cairn wrote is replaced, and one without a record is recognised', async () => {
    const machine = clientMachine()
    const record = path.join(machine.surroundings.cairnHome, 'clients.json')
    await machine.install('codex', { skill: true })
    rmSync(record)
    expect(changes(await machine.uninstall('codex'))).toEqual(['server removed', 'skill removed'])
    expect(machine.tree().filter((file) => file.includes('cairn'))).toEqual([])
  })
  it('[IN9] another Cairn server in the same file keeps the skill', async () => {
    const machine = clientMachine()
    await machine.install('codex', { skill: true })
    await machine.install('codex', { skill: true, name: 'second' })
    expect(changes(await machine.uninstall('codex', { name: 'second' }))).toEqual(['server removed'])
    expect(machine.tree()).toContain('~/.agents/skills/cairn/SKILL.md')
  })
  it('[IN9] the skill is short, has a name and a description, and names only tools that exist', async () => {
    expect(skillText.split('\n').length).toBeLessThan(60)
    expect(skillText).toMatch(/^---\nname: cairn\ndescription: .{50,1000}\n---\n/)
    const { toolLoaders } = await import('../tools/tool-loaders.ts')
    const named = [...skillText.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name)
    expect(new Set(named).size).toBeGreaterThan(6)
    for (const name of named) expect(Object.keys(toolLoaders)).toContain(name)
  })
  it('[IN9] instructions go into the file that the client reads, and never hide another one', async () => {
    const machine = clientMachine()
    machine.write('AGENTS.md', '# Rules\n')
    await machine.install(['claude-code', 'codex', 'gemini'], { scope: 'project', instructions: true })
    expect(machine.tree().filter((file) => file.endsWith('.md'))).toEqual(['AGENTS.md', 'GEMINI.md'])
    expect(machine.read('AGENTS.md')).toMatch(
      /^# Rules\n\n<!-- cairn:start -->\n## Finding code with Cairn\n[\s\S]*<!-- cairn:end -->\n$/,
    )
    expect(changes(await machine.uninstall('claude-code'))).toContain('instructions none: kept for codex')
    await machine.uninstall(['codex', 'gemini'])
    expect(machine.tree()).toEqual(['AGENTS.md'])
    expect(machine.read('AGENTS.md')).toBe('# Rules\n')
  })
  it('[IN9] a file with only one of the two marks is refused', async () => {
    const machine = clientMachine()
    machine.write('AGENTS.md', 'x\n<!-- cairn:start -->\ny\n')
    const refused = await problemOf(machine.install('codex', { scope: 'project', instructions: true }))
    expect(refused).toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining('without the other mark') })
  })
  it('[IN9] without the flag no instructions are written', async () => {
    const machine = clientMachine()
    await machine.install(['claude-code', 'codex', 'gemini'], { scope: 'project', skill: true })
    expect(machine.tree().filter((file) => file.endsWith('.md') && !file.endsWith('SKILL.md'))).toEqual([])
  })
})
