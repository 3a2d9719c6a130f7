/** Promises IN1, IN4, IN5 and IN6 of docs/spec/clients.md for settings in TOML. */
import { describe, expect, it } from 'vitest'
import { UnfitText } from './config-format.ts'
import { applyEdits } from './text-edit.ts'
import { tomlFormat } from './toml-format.ts'
import { tomlStatements } from './toml-statements.ts'

const place = { keys: ['mcp_servers'], name: 'cairn' }
const entry = { command: 'npx', args: ['-y', 'codecairn', 'mcp'] }
const table = '[mcp_servers.cairn]\ncommand = "npx"\nargs = ["-y", "codecairn", "mcp"]'
const added = (text: string): string => applyEdits(text, tomlFormat.add(text, place, entry).edits)
const removed = (text: string): string => applyEdits(text, tomlFormat.remove(text, place, []))

const odd = `# settings
model = "x" # [mcp_servers.cairn]
text = """
[mcp_servers.cairn]
command = 1 \\""" # still text
"""
lists = [
  "a", # ]
  '[b]',
]

[mcp_servers.other] # first
command = "o"
env = { A = "=", "B C" = '#' }

[[hooks]]
name = '''x'''''
`

describe('TOML', () => {
  it('[IN1] the table is added at the end, and nothing else changes', () => {
    expect(added('')).toBe(`${table}\n`)
    expect(added('a = 1\n')).toBe(`a = 1\n\n${table}\n`)
    expect(added('a = 1')).toBe(`a = 1\n\n${table}`)
    expect(added('a = 1\r\n')).toBe(`a = 1\r\n\r\n${table.replaceAll('\n', '\r\n')}\r\n`)
    expect(tomlFormat.parse(added(odd))).toEqual({
      ...tomlFormat.parse(odd),
      mcp_servers: { other: { command: 'o', env: { A: '=', 'B C': '#' } }, cairn: entry },
    })
  })
  it('[IN5] removing gives back the text before, whatever it holds', () => {
    for (const text of ['', 'a = 1\n', 'a = 1', 'a = 1\r\n', '# only a comment\n', odd, odd.trimEnd()])
      expect(removed(added(text))).toBe(text)
  })
  it('[IN5] tables below it go too; comments of the next table stay', () => {
    const text = `a = 1\n\n${table}\n\n[mcp_servers.cairn.tools.get_file]\napproval_mode = "approve"\n\n# other\n[other]\nb = 2\n`
    expect(removed(text)).toBe('a = 1\n\n# other\n[other]\nb = 2\n')
    expect(removed(`[mcp_servers]\ncairn.command = "x"\ncairn.args = []\nother = {}\n`)).toBe('[mcp_servers]\nother = {}\n')
    expect(() => removed('mcp_servers = { cairn = { command = "x" } }\n')).toThrow(UnfitText)
  })
  it('[IN6] replaces the table where it is', () => {
    const text = `a = 1\n\n[mcp_servers.cairn]\nurl = "x" # old\nenabled = false\n\n[other]\nb = 2\n`
    expect(applyEdits(text, tomlFormat.replace(text, place, entry))).toBe(`a = 1\n\n${table}\n\n[other]\nb = 2\n`)
    const dotted = '[mcp_servers]\ncairn = { url = "x" }\nother = {}\n'
    expect(tomlFormat.parse(applyEdits(dotted, tomlFormat.replace(dotted, place, entry)))).toEqual({
      mcp_servers: { other: {}, cairn: entry },
    })
  })
  it('[IN4] a broken file is refused', () => {
    expect(() => tomlFormat.parse('a = \n')).toThrow(UnfitText)
    expect(() => tomlFormat.parse('[a]\nb = 1\n[a]\n')).toThrow(UnfitText)
  })
  it('[IN1] statements are found with their keys, strings and comments are not taken for statements', () => {
    expect(tomlStatements(odd).map(({ kind, path }) => `${kind} ${path.join('/')}`)).toEqual([
      'pair model',
      'pair text',
      'pair lists',
      'table mcp_servers/other',
      'pair mcp_servers/other/command',
      'pair mcp_servers/other/env',
      'table hooks',
      'pair hooks/name',
    ])
    expect(tomlStatements('[projects."/a.b/c d"]\n"x y".z = 1').map(({ path }) => path)).toEqual([
      ['projects', '/a.b/c d'],
      ['projects', '/a.b/c d', 'x y', 'z'],
    ])
  })
})
