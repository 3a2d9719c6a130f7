/** What the README shows is what the project does: its code is that of an example that runs, and it stays short. */
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

it('the README fits in 120 lines, and its links lead somewhere', () => {
  const text = read('README.md')
  expect(text.split('\n').length).toBeLessThanOrEqual(120)
  for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
    expect(() => read(`${target}`), target).not.toThrow(/ENOENT/)
})
