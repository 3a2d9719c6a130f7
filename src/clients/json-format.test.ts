/** Promises IN1 and IN5 of docs/spec/clients.md for settings in JSON. */
import { describe, expect, it } from 'vitest'
import { UnfitText } from './config-format.ts'
import { jsonFormat } from './json-format.ts'
import { applyEdits } from './text-edit.ts'

const place = { keys: ['mcpServers'], name: 'cairn' }
const entry = { command: 'npx', args: ['-y', 'codecairn', 'mcp'] }
const added = (text: string): string => applyEdits(text, jsonFormat.add(text, place, entry).edits)
const removed = (text: string, containers: string[][] = []): string =>
  applyEdits(text, jsonFormat.remove(text, place, containers))

describe('adding a server to JSON', () => {
  it('[IN1] a new file, an empty file and an empty object', () => {
    const whole =
      '{\n  "mcpServers": {\n    "cairn": {\n      "command": "npx",\n      "args": ["-y", "codecairn", "mcp"]\n    }\n  }\n}'
    expect(added('')).toBe(`${whole}\n`)
    expect(jsonFormat.print(place, entry)).toBe(`${whole}\n`)
    expect(added('// mine')).toBe(`// mine\n${whole}\n`)
    expect(added('{}')).toBe(whole)
    expect(added('{\n}\n')).toBe(`${whole}\n`)
    expect(jsonFormat.add('', place, entry).containers).toEqual([[], ['mcpServers']])
    expect(jsonFormat.add('{}', place, entry).containers).toEqual([['mcpServers']])
    expect(jsonFormat.add('{"mcpServers": {}}', place, entry).containers).toEqual([])
  })
  it('[IN1] comments stay where they are, and the indentation is that of the file', () => {
    const text =
      '{\n\t// all servers\n\t"mcpServers": {\n\t\t"a": { "command": "a" } // the first\n\t}, // end\n\t"theme": "dark"\n}\n'
    expect(added(text)).toBe(
      '{\n\t// all servers\n\t"mcpServers": {\n\t\t"a": { "command": "a" }, // the first\n\t\t"cairn": {\n\t\t\t"command": "npx",\n\t\t\t"args": ["-y", "codecairn", "mcp"]\n\t\t}\n\t}, // end\n\t"theme": "dark"\n}\n',
    )
  })
  it('[IN1] a trailing comma stays one, and line breaks are those of the file', () => {
    const text = '{\r\n  "mcpServers": {\r\n    "a": {}, // last\r\n  },\r\n}\r\n'
    expect(added(text)).toBe(
      '{\r\n  "mcpServers": {\r\n    "a": {}, // last\r\n    "cairn": {\r\n      "command": "npx",\r\n      "args": ["-y", "codecairn", "mcp"]\r\n    },\r\n  },\r\n}\r\n',
    )
  })
  it('[IN1] an object in one line stays in one line', () => {
    expect(added('{"mcpServers": {"a": {}}}')).toBe(
      '{"mcpServers": {"a": {}, "cairn": { "command": "npx", "args": ["-y", "codecairn", "mcp"] }}}',
    )
  })
  it('[IN1] a comment in an empty object stays', () => {
    expect(added('{ "mcpServers": { // none yet\n} }')).toBe(
      '{ "mcpServers": { // none yet\n  "cairn": {\n    "command": "npx",\n    "args": ["-y", "codecairn", "mcp"]\n  }\n} }',
    )
  })
  it('[IN1] if a key is there twice, the one that clients read gets the server', () => {
    const twice = added('{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}')
    expect(JSON.parse(twice)).toEqual({ mcpServers: { b: {}, cairn: entry } })
  })
})

describe('removing a server from JSON', () => {
  it('[IN5] takes back its line and one comma, wherever it is', () => {
    expect(removed('{\n  "mcpServers": {\n    "a": {}, // first\n    "cairn": {}\n  }\n}')).toBe(
      '{\n  "mcpServers": {\n    "a": {} // first\n  }\n}',
    )
    expect(removed('{\n  "mcpServers": {\n    "cairn": {},\n    "b": {}\n  }\n}')).toBe(
      '{\n  "mcpServers": {\n    "b": {}\n  }\n}',
    )
    expect(removed('{"mcpServers": {"a": {}, "cairn": {}, "b": {}}}')).toBe('{"mcpServers": {"a": {}, "b": {}}}')
  })
  it('[IN5] a comment in front of it never swallows what follows', () => {
    const text = '{"mcpServers": {\n  "a": 1, // first\n  "cairn": {}, "b": 2\n}}'
    const after = removed(text)
    expect(jsonFormat.parse(after)).toEqual({ mcpServers: { a: 1, b: 2 } })
    expect(after).toContain('// first\n')
    expect(jsonFormat.parse(removed('{"mcpServers": { // c\n  "cairn": {} } }'))).toEqual({ mcpServers: {} })
  })
  it('[IN5] objects that Cairn created go if they are empty, others stay', () => {
    const text = '{\n  "theme": 1,\n  "mcpServers": {\n    "cairn": {}\n  }\n}\n'
    expect(removed(text)).toBe('{\n  "theme": 1,\n  "mcpServers": {}\n}\n')
    expect(removed(text, [['mcpServers']])).toBe('{\n  "theme": 1\n}\n')
    expect(removed('{"mcpServers": {"cairn": {}}}\n', [[], ['mcpServers']])).toBe('')
    const noted = '{"mcpServers": { /* mine */ "cairn": {} }}'
    expect(removed(noted, [[], ['mcpServers']])).toContain('/* mine */')
  })
})

describe('JSON that cannot be changed', () => {
  it('[IN4] says what is wrong and where', () => {
    const why = (text: string): string => {
      try {
        jsonFormat.parse(text)
      } catch (thrown) {
        if (thrown instanceof UnfitText) return thrown.message
      }
      return ''
    }
    expect(why('{\n  "a": 1\n  "b": 2\n}')).toBe('CommaExpected in line 3')
    expect(why('{"a": 1')).toBe('CloseBraceExpected in line 1')
    expect(why('[]')).toBe('it does not hold an object')
    expect(why('{} {}')).toMatch(/EndOfFileExpected/)
    for (const depth of [1_000, 3_000, 100_000])
      expect(why(`{"a": ${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBe('it is nested too deep')
  })
  it('[IN6] replaces only the value', () => {
    const text = '{\n  "mcpServers": {\n    // ours\n    "cairn": { "command": "old" }, // keep\n    "b": {}\n  }\n}'
    expect(applyEdits(text, jsonFormat.replace(text, place, { command: 'new' }))).toBe(
      '{\n  "mcpServers": {\n    // ours\n    "cairn": {\n      "command": "new"\n    }, // keep\n    "b": {}\n  }\n}',
    )
  })
})
