/**
 * A small version of bench/languages.md: Cairn's parser must find what universal-ctags finds in two published packages. The
 * sources are downloaded beforehand (.ci/run does it), so that a test never waits for a registry.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect } from 'vitest'
import { requireOrSkip } from '../requirements.ts'

const root = path.resolve(import.meta.dirname, '../..')
const repos = [
  { name: 'express', language: 'javascript', least: 80 },
  { name: 'gyp', language: 'python', least: 1000 },
] as const
/** Least share of the definitions of ctags, without its known errors. */
const LEAST_SHARE = 0.97

const inDist = (file: string): string => pathToFileURL(path.join(root, file)).href
const folderOf = (name: string): string => path.join(root, '.soak/repos', name)

const fetching = `node scripts/real-repos.mjs .soak/repos --names ${repos.map(({ name }) => name).join(',')}`
const missing = repos.filter(({ name }) => !existsSync(path.join(folderOf(name), '.git')))
const features = spawnSync('ctags', ['--list-features'], { encoding: 'utf8' }).stdout ?? ''
const reason = !existsSync(path.join(root, 'dist/parse/create-parser.js'))
  ? 'dist/ is not built'
  : !/^json\b/m.test(features)
    ? 'there is no universal-ctags with JSON output'
    : missing.length > 0
      ? `${missing.map(({ name }) => name).join(' and ')} are not fetched; run \`${fetching}\``
      : ''
const it = requireOrSkip('ctags', reason === '', reason)

describe('definitions compared with those of universal-ctags', () => {
  for (const { name, language, least } of repos) {
    it(`[PA17] at least 97 % of them are found in ${name} (${language})`, async () => {
      const { createParser } = await import(inDist('dist/parse/create-parser.js'))
      const { compareRepo } = await import(inDist('bench/languages/compare.mjs'))
      const parser = createParser()
      try {
        const { tags, found, misses, files } = await compareRepo(folderOf(name), language, parser)
        // Guard against an empty list of tags.
        expect(files).toBeGreaterThan(5)
        expect(tags).toBeGreaterThanOrEqual(least)
        expect(found / tags, JSON.stringify(misses.slice(0, 20))).toBeGreaterThanOrEqual(LEAST_SHARE)
      } finally {
        await parser.close()
      }
    })
  }
})
