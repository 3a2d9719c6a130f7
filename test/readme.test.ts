/** Checks the README: its code is taken from an example that runs, and it is short. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')

it('the code of the README is taken from the example', () => {
  const marked = /\/\/ README\n([\s\S]*?)\n\s*\/\/ README ends/.exec(read('examples/library.ts'))?.[1] ?? ''
  const code = marked
    .split('\n')
    .map((line) => line.slice(2))
    .join('\n')
  expect(code).not.toBe('')
  expect(read('README.md')).toContain(`import { buildGraphForRepo, toolRagWhereUsed } from 'codecairn'\n\n${code}\n\`\`\``)
})

it('the README fits in 120 lines, and its links exist', () => {
  const text = read('README.md')
  expect(text.split('\n').length).toBeLessThanOrEqual(120)
  for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
    expect(() => read(`${target}`), target).not.toThrow(/ENOENT/)
})

it('the places in the first example are correct', () => {
  const [shown = ''] = read('README.md').split('$ sed')
  const places = [...shown.matchAll(/^ {2}(\S+):(\d+):(\d+) {2}calls .*\n {6}(.*)$/gm)]
  expect(places.length).toBeGreaterThan(1)
  for (const [, file = '', line, column, quoted = ''] of places) {
    const found = read(file).split('\n')[Number(line) - 1] ?? ''
    expect(found.trim(), `${file}:${line}`).toBe(quoted)
    expect(found.slice(Number(column) - 1), `${file}:${line}:${column}`).toMatch(/^pathsThatCount\(/)
  }
})
