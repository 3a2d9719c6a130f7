/** Every promise of docs/spec is cited by a test, and every citation names a promise that exists. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const specFolder = path.join(root, 'docs/spec')

const promised = readdirSync(specFolder).flatMap((page) =>
  [...readFileSync(path.join(specFolder, page), 'utf8').matchAll(/^[-*]\s+\**([A-Z]{2}\d+)\b/gm)].map((found) => ({
    page,
    promise: found[1] ?? '',
  })),
)
const tests = ['src', 'test', 'examples'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') && !file.includes('node_modules') && !file.includes('fixtures/') && !file.startsWith('repos'),
    )
    .map((file) => path.join(folder, file)),
)
const cited = new Set(
  tests.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/['"`]\[([A-Z]{2}\d+(?:,\s*[A-Z]{2}\d+)*)\]/g)].flatMap((found) =>
      (found[1] ?? '').split(/,\s*/),
    ),
  ),
)

describe('the spec', () => {
  it('numbers each promise once', () => {
    const seen = promised.map(({ promise }) => promise)
    expect(seen.filter((promise, at) => seen.indexOf(promise) !== at)).toEqual([])
  })
  it('has a test for every promise', () => {
    expect(promised.filter(({ promise }) => !cited.has(promise)).map(({ page, promise }) => `${page} ${promise}`)).toEqual([])
  })
  it('knows every promise a test cites', () => {
    const known = new Set(promised.map(({ promise }) => promise))
    expect([...cited].filter((promise) => !known.has(promise)).sort()).toEqual([])
  })
})
