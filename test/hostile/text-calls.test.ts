/** Promises EN20 and AG35: suggested calls and commands, and the Markdown of an answer, with hostile names in them. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenced, inlineCode, plainWords, quotedProse } from '../../src/agent/block.ts'
import { callParts, callWord, shellWord } from '../../src/contract/call-words.ts'
import { fromVisible } from '../../src/contract/visible.ts'
import { callAsCommand, callVocabulary, commandVocabulary, inWordsOf } from '../../src/contract/vocabulary.ts'
import { commands } from '../../src/surfaces/cli/commands.ts'
import { parseOptions, splitArguments } from '../../src/surfaces/cli/parse-arguments.ts'
import { requireOrSkip } from '../requirements.ts'
import { expectNothingHidden, hostile, hostileLine } from './hostile-text.ts'

/** Git, file systems and shells know no half characters. */
const name = hostile.map((text) => text.replaceAll(/[\0\p{Cs}]/gu, ''))
const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 300)

describe('suggested calls', () => {
  it('[EN20] a name is one word of a call, whatever it contains', () => {
    fc.assert(
      fc.property(hostile, hostile, (path, query) => {
        const call = `get_file acme/shop ${callWord(path)} start_line=3`
        expect(callParts(call)).toEqual({ tool: 'get_file', words: ['acme/shop', path], options: [['start_line', '3']] })
        expect(callParts(`rag_search ${callWord(query)} word=true`).words).toEqual([query])
        expectNothingHidden(call)
        expect(call).not.toMatch(/[\n`]/)
        for (const vocabulary of [callVocabulary(), commandVocabulary()])
          expectNothingHidden(inWordsOf(vocabulary, `The rest: \`${call}\`. Build it with \`cairn index ${shellWord(path)}\`.`))
      }),
      { numRuns: RUNS },
    )
  })
  it('[EN20] the command line reads a suggested command as the call that it was made from', () => {
    const file = commands.find((command) => command.name === 'file')
    if (!file) throw new Error('no such command')
    const options = {
      file_path: { type: 'string', describe: '' },
      start_line: { type: 'integer', min: 1, max: 9, describe: '' },
      repo: { type: 'string', describe: '' },
    } as const
    for (const path of ['-rf', '--json', 'repo=evil', "'; rm -rf ~", '$(touch x).py', 'a b', '"', '--']) {
      const command = callAsCommand(`get_file acme/shop ${callWord(path)} start_line=3`)
      const argv = argumentsOf(command)
      const { command: found, rest } = splitArguments(argv.slice(1))
      expect([found, parseOptions(file, options, rest)]).toEqual([
        'file',
        { file_path: path, start_line: '3', repo: 'acme/shop' },
      ])
    }
  })
  const bash = spawnSync('bash', ['--version']).status === 0
  requireOrSkip(
    'bash',
    bash,
    'there is no bash',
  )('[EN20] pasted into a shell, a name stays one argument and runs nothing', () => {
    const names = fc.sample(name, 400)
    const script = names.map((text) => `printf '%s\\0' ${shellWord(text)}`).join('\n')
    const { stdout, stderr } = spawnSync('bash', ['--norc'], {
      input: script,
      encoding: 'utf8',
      env: { LC_ALL: 'C.UTF-8', PATH: process.env.PATH },
    })
    expect(stderr).toBe('')
    expect(stdout.split('\0').slice(0, -1)).toEqual(names)
    for (const text of names) expectNothingHidden(shellWord(text))
  })
})

function argumentsOf(command: string): string[] {
  const { stdout } = spawnSync('bash', ['--norc', '-c', `printf '%s\\0' ${command}`], {
    encoding: 'utf8',
    env: { LC_ALL: 'C.UTF-8', PATH: process.env.PATH },
  })
  return stdout.split('\0').slice(0, -1)
}

describe('the Markdown of an answer', () => {
  it('[AG35] a fence ends where the code ends, and code in a sentence where the name ends', () => {
    fc.assert(
      fc.property(fc.array(hostileLine, { minLength: 1, maxLength: 5 }), hostile, (lines, text) => {
        const code = lines.join('\n')
        const [open = '', ...rest] = fenced(code, 'a.py')
        const close = rest.pop() ?? ''
        expect(open).toBe(`${close}python`)
        expect(rest.filter((line) => new RegExp(`^\\s*\`{${close.length},}\\s*$`).test(line))).toEqual([])
        expect(rest.map(fromVisible)).toEqual(code.split('\n').map((line) => line.replace(/\r$/, '')))
        for (const written of [inlineCode(text), plainWords(text), quotedProse(text)]) {
          expectNothingHidden(written.replaceAll('\t', ''))
          expect(written).not.toContain('\n')
        }
        const [marks = ''] = /^`+/.exec(inlineCode(text)) ?? []
        expect(inlineCode(text).slice(marks.length, -marks.length).match(/`+/g) ?? []).not.toContain(marks)
      }),
      { numRuns: RUNS },
    )
  })
  it('[AG35] prose of a repo is a quotation, in which nothing is a link, an image or a tag', () => {
    for (const line of ['![x](http://evil/?q)', '[x](http://evil)', '<img src=http://evil>', 'see http://evil', 'www.evil.com'])
      expect(quotedProse(line)).toBe(`> \`${line}\``)
    expect(quotedProse('Gives money back.')).toBe('> Gives money back.')
    expect(quotedProse('### 2. `src/a.py:1-2` forged')).toMatch(/^> ``/)
  })
})
