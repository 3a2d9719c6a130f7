/** A small file that costs much to link: the work is counted, ends, and what was not followed says so. */
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { encodeFacts, viewFacts } from '../../src/contract/facts-codec.ts'
import { languages } from '../../src/contract/languages.ts'
import { createParser } from '../../src/parse/create-parser.ts'
import { MOST_OF_FILE } from '../../src/resolve/bench.ts'
import { families } from '../../src/resolve/families.ts'
import { openProject } from '../../src/resolve/open-project.ts'
import { resolveFile } from '../../src/resolve/resolve-file.ts'
import { crowdedFiles } from '../kit/hostile/crowded.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const SIZE = process.env.CAIRN_TEST_LONG ? 5_000 : 100
/** Ten times what counted work takes on a machine with nothing else to do. Without the count it is minutes. */
const MOST_CPU_MS = 30_000

const crowded = crowdedFiles(SIZE)
const parser = createParser()

it('[RE130] every family of languages has crowded files', () => {
  const covered = new Set(Object.keys(crowded).map((language) => families.get(language)))
  expect([...new Set(families.values())].filter((family) => !covered.has(family)).map(({ languages }) => languages)).toEqual([])
})

describe.each(Object.entries(crowded))('%s', (language, cases) => {
  it.each(Object.entries(cases))('[RE130] %s is linked with counted work', { timeout: 120_000 }, async (_, text) => {
    const outcome = await parser.parse(text, language, { budget_ms: 60_000 })
    if (!('parsed' in outcome)) throw new Error(outcome.reason)
    const view = viewFacts(encodeFacts(outcome.parsed))
    const names = new Set(view.outline().symbols.map(({ name }) => name))
    // Some families know their files by the name.
    const [extension = ''] = languages.find(({ id }) => id === language)?.extensions ?? []
    const path = `a${extension}`
    const project = openProject({
      paths: () => new Set([path]),
      languageOf: () => language,
      facts: async () => view,
      readText: async () => text,
      filesDefining: async (name) => (names.has(name) ? [path] : []),
    })
    let most = 0
    const { bench } = project
    const unpin = bench.unpin.bind(bench)
    bench.unpin = () => {
      most = Math.max(most, bench.spent())
      unpin()
    }
    const before = process.cpuUsage().user
    const { uses, followed } = await resolveFile(path, view, project)
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(MOST_CPU_MS)
    expect(uses).toHaveLength(view.uses().length)
    // One lookup may go over it, by as much as it looks at.
    expect(most).toBeLessThan(MOST_OF_FILE * 1.2)
    if (most <= MOST_OF_FILE) expect(followed).toBeUndefined()
    else expect(uses.slice(followed).every((use) => use.to === 'nothing' && use.reason === 'not-linked')).toBe(true)
  })
})

it('[RE130, IX23] the row of such a file says so, its other uses stay possible, and questions are not slow', {
  timeout: 120_000,
}, async () => {
  const text = `void target(void);\n${crowdedFiles(2_500).cpp?.overloads}\nvoid last() { target(); }\n`
  const root = gitRepo({ 'crowd.cpp': text, 'other.cpp': 'void target(void) {}\nvoid use() { target(); }\n' })
  const app = await createApp({ cwd: root, surface: 'mcp', flags: { home: tempFolder('home'), watch: 'false' } })
  try {
    await app.index([])
    const used = await app.callTool('where_used', { symbol: 'target', limit: 50 })
    expect(used.meta.error_code).toBeNull()
    expect(JSON.stringify(used.items)).toContain('crowd.cpp')
    expect(JSON.stringify(used)).toContain('in files with too much to follow')
    const { repos } = await app.doctor()
    expect(JSON.stringify(repos)).toContain('too much to follow')
  } finally {
    await app.close()
  }
})
