import { expect, it } from 'vitest'
import { tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { scanText } from './scan-text.ts'
import { createTextMatcher } from './text-matcher.ts'

const names = Array.from({ length: 400 }, (_, at) => `${String(at).padStart(3, '0')}.txt`)
const root = tempFolder('scan')
writeFiles(root, Object.fromEntries(names.map((name, at) => [name, at % 40 === 39 ? 'wanted\n' : 'other\n'])))
const files = names.map((path) => ({ path }))

async function scan(given: { limit: number; count_all?: boolean; deadline_ms?: number }) {
  const matcher = await createTextMatcher({ query: 'wanted', regex: false, case_sensitive: true, word: false })
  const asked: string[][] = []
  const narrow = async (rest: readonly { path: string }[]) => {
    asked.push(rest.map(({ path }) => path))
    return rest.filter(({ path }) => path === '359.txt')
  }
  const found = await scanText({ root, files, matcher, deadline_ms: 5000, narrow, ...given })
  return { asked, ...found }
}

it('[SC16] a page that the first files fill is read without asking which files may match', async () => {
  expect(await scan({ limit: 3 })).toMatchObject({ asked: [], truncated: true, searched: 160 })
})

it('[SC16] behind the first files only those that may match are read', async () => {
  const { asked, hits, searched, total } = await scan({ limit: 20 })
  expect(asked).toEqual([names.slice(300)])
  expect(searched).toBe(301)
  expect(hits.map(({ path }) => path)).toEqual(['039', '079', '119', '159', '199', '239', '279', '359'].map((at) => `${at}.txt`))
  expect(total).toBe(8)
})

it('[SC16] a count of all lines asks at once', async () => {
  expect(await scan({ limit: 0, count_all: true })).toMatchObject({ asked: [names], searched: 1, total: 1 })
})

it('[SC9, SC16] after the deadline nothing is asked, and every file counts as not read', async () => {
  expect(await scan({ limit: 20, deadline_ms: 0 })).toMatchObject({ asked: [], searched: 0, unchecked: 400, truncated: true })
})
