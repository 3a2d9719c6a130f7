/** Promises IN1, IN4 and IN5 of docs/spec/clients.md on settings files made at random, with real files. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { parse as parseJson, visit } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { clientMachine } from '../../test/kit/client-machine.ts'
import { jsonFormat } from './json-format.ts'
import { applyEdits, insertedBy, withoutInserted } from './text-edit.ts'

/** Every run writes to the disk several times. */
const RUNS = { numRuns: 30 }
const MANY = { numRuns: 1500 }

/** Spaces, line breaks and comments, as people write them between tokens. */
const trivia = fc
  .array(fc.constantFrom(' ', '  ', '\t', '\n', '\r\n', '\n  ', '// note\n', '/* "cairn": {} */', '/* two\n lines */'), {
    maxLength: 3,
  })
  .map((parts) => parts.join(''))
const scalar = fc.oneof(
  fc.constantFrom('1', 'true', 'null', '""', '"// no comment"', '"a, } b"', '"\\"\\\\"', '[]', '[1, 2,]'),
  fc.string({ maxLength: 5 }).map((text) => JSON.stringify(text)),
)
const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'theme', 'x y', 'a.b', ''), { maxLength: 3 })

/** An object as text, with comments anywhere and perhaps a trailing comma. */
const objectOf = (members: readonly [string, string][]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(trivia, { minLength: members.length * 4 + 2, maxLength: members.length * 4 + 2 }), fc.boolean())
    .map(([between, comma]) => {
      const at = (index: number): string => between[index] ?? ''
      const rows = members.map(([key, value], row) => {
        const end = row < members.length - 1 || comma ? `${at(row * 4 + 2)},` : ''
        return `${at(row * 4)}${JSON.stringify(key)}${at(row * 4 + 1)}:${at(row * 4 + 3)}${value}${end}`
      })
      return `{${rows.join('')}${at(members.length * 4)}}`
    })
const leaf = keys.chain((names) =>
  fc
    .array(scalar, { minLength: names.length, maxLength: names.length })
    .chain((values) => objectOf(names.map((name, row) => [name, values[row] ?? '1']))),
)
const servers = fc
  .uniqueArray(fc.constantFrom('github', 'other', 'Cairn'), { maxLength: 2 })
  .chain((names) =>
    fc
      .array(leaf, { minLength: names.length, maxLength: names.length })
      .chain((values) => objectOf(names.map((name, row) => [name, values[row] ?? '{}']))),
  )
const settings = fc
  .tuple(keys, fc.array(leaf, { minLength: 3, maxLength: 3 }), fc.option(servers), fc.nat(3), trivia, trivia)
  .chain(([names, values, mcp, at, before, after]) => {
    const members = names.map((name, row): [string, string] => [name, values[row] ?? '1'])
    if (mcp !== null) members.splice(Math.min(at, members.length), 0, ['mcpServers', mcp])
    return objectOf(members).map((object) => `${before}${object}${after}`)
  })
const jsonFile = fc.oneof({ weight: 9, arbitrary: settings }, { weight: 1, arbitrary: trivia })

const commentsOf = (text: string): string[] => {
  const found: string[] = []
  visit(text, { onComment: (offset, length) => void found.push(text.slice(offset, offset + length)) })
  return found.sort()
}
const jsonOf = (text: string): Record<string, unknown> => parseJson(text, [], { allowTrailingComma: true }) ?? {}
/** Adding a server and removing it cannot tell `{}` from `{ }` without a record; a line break may move with it. */
const hasOthers = (value: Record<string, unknown>): boolean =>
  Object.keys(value).length > 0 && (value.mcpServers === undefined || Object.keys(value.mcpServers as object).length > 0)

describe('JSON files made at random', () => {
  it('[IN5] install and uninstall give back the same bytes', async () => {
    const machine = clientMachine()
    await fc.assert(
      fc.asyncProperty(jsonFile, fc.boolean(), async (text, mark) => {
        const whole = `${mark ? '\ufeff' : ''}${text}`
        machine.write('.cursor/mcp.json', whole)
        await machine.install('cursor')
        const after = machine.read('.cursor/mcp.json').replace('\ufeff', '')
        const { cairn, ...others } = (jsonOf(after).mcpServers ?? {}) as Record<string, unknown>
        expect(cairn).toEqual({ command: 'npx', args: ['-y', 'codecairn', 'mcp'] })
        expect(others).toEqual(jsonOf(text).mcpServers ?? {})
        expect(commentsOf(after)).toEqual(commentsOf(text))
        await machine.uninstall('cursor')
        expect(machine.read('.cursor/mcp.json')).toBe(whole)
      }),
      RUNS,
    )
  }, 60_000)

  it('[IN1, IN5] every edit is taken back by the edit that removes the server', () => {
    const place = { keys: ['mcpServers'], name: 'cairn' }
    fc.assert(
      fc.property(jsonFile, (text) => {
        const { edits, containers } = jsonFormat.add(text, place, { command: 'npx', args: ['mcp'] })
        const added = applyEdits(text, edits)
        expect(jsonOf(added).mcpServers).toEqual({
          ...(jsonOf(text).mcpServers as object),
          cairn: { command: 'npx', args: ['mcp'] },
        })
        expect(withoutInserted(added, insertedBy(edits) ?? [])).toBe(text)
        const removed = applyEdits(added, jsonFormat.remove(added, place, containers))
        expect(jsonOf(removed)).toEqual(jsonOf(text))
        expect(commentsOf(removed)).toEqual(commentsOf(text))
        if (hasOthers(jsonOf(text))) expect(removed).toBe(text)
      }),
      MANY,
    )
  })

  it('[IN5] without a record, values and comments are the same, and the bytes too if other entries are there', async () => {
    const machine = clientMachine()
    await fc.assert(
      fc.asyncProperty(settings, async (text) => {
        machine.write('.cursor/mcp.json', text)
        await machine.install('cursor')
        rmSync(path.join(machine.surroundings.cairnHome, 'clients.json'))
        await machine.uninstall('cursor')
        const after = machine.read('.cursor/mcp.json')
        expect(jsonOf(after)).toEqual({ ...jsonOf(text), mcpServers: jsonOf(text).mcpServers ?? {} })
        expect(commentsOf(after)).toEqual(commentsOf(text))
        if (Object.keys((jsonOf(text).mcpServers as object | undefined) ?? {}).length > 0) expect(after).toBe(text)
      }),
      RUNS,
    )
  }, 60_000)

  it('[IN5] a file that was edited in between keeps the edit, and nothing of Cairn', async () => {
    const machine = clientMachine()
    await fc.assert(
      fc.asyncProperty(settings, async (text) => {
        machine.write('.cursor/mcp.json', text)
        await machine.install('cursor')
        machine.write('.cursor/mcp.json', `// edited\n${machine.read('.cursor/mcp.json')}`)
        await machine.uninstall('cursor')
        const after = machine.read('.cursor/mcp.json')
        expect(jsonOf(after)).toEqual(jsonOf(text))
        if (hasOthers(jsonOf(text))) expect(after).toBe(`// edited\n${text}`)
      }),
      RUNS,
    )
  }, 60_000)
})

const tomlLine = fc.constantFrom(
  '# a comment',
  '',
  '  ',
  'model = "x" # [mcp_servers.cairn]',
  "quoted.'a b' = 'c # d'",
  'text = """\n[mcp_servers.cairn]\ncommand = "no"\n"""',
  "raw = '''\n[x\n'''",
  'list = [\n  "a", # ]\n  [1, 2],\n]',
  'inline = { a = 1, b = { c = "}" } }',
  'when = 1979-05-27T07:32:00Z',
  '[mcp_servers.other]\ncommand = "o"',
  '[ mcp_servers . "x y" ]\nurl = "u"',
  '[projects."/src/a.b"]\ntrust_level = "trusted"',
  '[[hooks]]\nname = "h"',
  '[mcp_servers]',
)
const tomlFile = fc
  .tuple(fc.uniqueArray(tomlLine, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, line, ends]) => `${lines.join('\n')}${ends ? '\n' : ''}`.replaceAll('\n', line))
  .filter((text) => {
    try {
      parseToml(text)
      return true
    } catch {
      return false
    }
  })

describe('TOML files made at random', () => {
  it('[IN5] install and uninstall give back the same bytes, with the record and without it', async () => {
    const machine = clientMachine()
    await fc.assert(
      fc.asyncProperty(tomlFile, fc.boolean(), async (text, recorded) => {
        machine.write('~/.codex/config.toml', text)
        await machine.install('codex')
        const { mcp_servers, ...others } = parseToml(machine.read('~/.codex/config.toml'))
        const { mcp_servers: before, ...rest } = parseToml(text)
        expect(mcp_servers).toEqual({ ...(before as object), cairn: { command: 'npx', args: ['-y', 'codecairn', 'mcp'] } })
        expect(others).toEqual(rest)
        if (!recorded) rmSync(path.join(machine.surroundings.cairnHome, 'clients.json'))
        await machine.uninstall('codex')
        expect(machine.read('~/.codex/config.toml')).toBe(text)
      }),
      RUNS,
    )
  }, 60_000)
})

describe('instructions made at random', () => {
  const markdown = fc
    .tuple(
      fc.array(fc.constantFrom('# Title', '', 'text', '- item', '```\ncode\n```', '  ')),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .map(([lines, line, ends]) => `${lines.join('\n')}${ends ? '\n' : ''}`.replaceAll('\n', line))
  it('[IN9] the section can be added, replaced and removed without a change of the rest', async () => {
    const machine = clientMachine()
    await fc.assert(
      fc.asyncProperty(markdown, fc.boolean(), async (text, recorded) => {
        machine.write('AGENTS.md', text)
        await machine.install('codex', { scope: 'project', instructions: true })
        expect(machine.read('AGENTS.md').startsWith(text)).toBe(true)
        machine.write('AGENTS.md', machine.read('AGENTS.md').replace('Finding code', 'Old words'))
        await machine.install('codex', { scope: 'project', instructions: true })
        expect(machine.read('AGENTS.md')).not.toContain('Old words')
        if (!recorded) rmSync(path.join(machine.surroundings.cairnHome, 'clients.json'))
        await machine.uninstall('codex', { scope: 'project' })
        expect(machine.read('AGENTS.md')).toBe(text)
      }),
      RUNS,
    )
  }, 60_000)
})
