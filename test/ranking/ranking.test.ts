/**
 * Recorded ranks (promise SE10): each line of a `.txt` in this folder is a question, the wanted result, and its current rank,
 * misses included. A change of ranking shows as a diff. `library.txt` has the questions and their ranks as the product answers them, with
 * meaning; `library-words.txt` the ranks by words and names alone. Record again with `RECORD_RANKS=1 npx vitest run test/ranking`.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { queryMeaning } from '../../src/app/query-meaning.ts'
import { Rooms } from '../../src/app/rooms.ts'
import { asRepoId, type RepoId } from '../../src/contract/ids.ts'
import { type SearchLevel, searchLevels } from '../../src/contract/items.ts'
import type { Meaning } from '../../src/search/candidates.ts'
import { type SearchHit, searchDocuments } from '../../src/search/search-documents.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import { IndexView } from '../../src/store/index-view.ts'
import type { StoreReader, StoreSnapshot } from '../../src/store/port.ts'
import type { QueryMeaning } from '../../src/tools/tool-context.ts'
import { commitAll, git, tempFolder } from '../kit/temp-repo.ts'

const DEEPEST = 50
const here = import.meta.dirname
const record = process.env.RECORD_RANKS === '1'

type Question = { level: SearchLevel; query: string; wanted: string; recorded: string }

/** `file | how are fines computed | src/fines/compute-fine.ts | 1` */
function readQuestions(text: string): Question[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [level, query = '', wanted = '', recorded = ''] = line.split('|').map((part) => part.trim())
      const known = searchLevels.find((one) => one === level)
      if (!known) throw new Error(`no such level: ${line}`)
      return { level: known, query, wanted, recorded }
    })
}

function writeQuestions(questions: readonly Question[], ranks: readonly string[]): string {
  const widths = (['level', 'query', 'wanted'] as const).map((key) =>
    Math.max(...questions.map((question) => question[key].length)),
  )
  const line = ({ level, query, wanted }: Question, rank: string): string =>
    `${[level, query, wanted].map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} | ${rank}`
  return [head, ...questions.map((question, at) => line(question, ranks[at] ?? '-')), `# ${totals(ranks)}`, ''].join('\n')
}

const head = '# level | query | wanted: path, path#Symbol.name or path#Heading > path | rank among the first 50, or -'

/** Reciprocal ranks, so that a step from 2 to 1 counts for more than one from 20 to 19. */
function totals(ranks: readonly string[]): string {
  const numbers = ranks.map(Number)
  const first = numbers.filter((rank) => rank === 1).length
  const five = numbers.filter((rank) => rank <= 5).length
  const mean = numbers.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length
  return `${ranks.length} questions: ${first} at rank 1, ${five} in the first 5, mean reciprocal rank ${mean.toFixed(3)}`
}

let reader: StoreReader
let snapshot: StoreSnapshot
let repo: RepoId
let rooms: Rooms
let embedder: QueryMeaning

beforeAll(async () => {
  const folder = tempFolder('ranking')
  const root = path.join(folder, 'library')
  cpSync(path.join(here, '../repos/library'), root, { recursive: true })
  git(root, 'init', '-q', '-b', 'main')
  commitAll(root)
  const options = { cwd: root, surface: 'library' as const, flags: { home: path.join(folder, 'home') } }
  const app = await createApp(options)
  const [report] = await app.index([root])
  await app.close()
  rooms = await Rooms.open(options)
  embedder = (await queryMeaning('search_code', rooms, undefined)) as QueryMeaning
  repo = asRepoId(report?.repo_id ?? '')
  reader = (await openEmbeddedStore(path.join(folder, 'home'))).reader
  snapshot = await reader.snapshot()
})
afterAll(async () => {
  await snapshot.close()
  await reader.close()
  await rooms.close()
})

/** Several sections or symbols of one file have separate ranks; recorded is the rank at which a reader finds the wanted one. */
async function nameOf({ level, path: file, ordinal }: SearchHit): Promise<string> {
  if (level !== 'symbol' && level !== 'doc') return file
  const outline = (await snapshot.factsOfMany(repo, [file])).get(file)?.outline()
  const name = level === 'symbol' ? outline?.symbols[ordinal]?.qualified_name : outline?.sections[ordinal]?.header_path
  return `${file}#${name ?? ''}`
}

/** By the shipped model, as a search gets it. */
async function meaningOf(query: string): Promise<Meaning | undefined> {
  const [model = ''] = embedder.models
  const vector = await embedder.embedQuery(model, query, new AbortController().signal)
  return vector && { model, vector }
}

async function rankOf({ level, query, wanted }: Question, meaning: Meaning | undefined): Promise<string> {
  const asked = { repos: [repo], level, query, meaning, limit: DEEPEST }
  const { hits } = await searchDocuments(new IndexView(snapshot), asked)
  const names = await Promise.all(hits.map(nameOf))
  const at = names.indexOf(wanted)
  return at < 0 ? '-' : String(at + 1)
}

const read = (name: string): string => readFileSync(path.join(here, name), 'utf8')

describe('ranks', () => {
  for (const [name, withMeaning] of [
    ['library.txt', true],
    ['library-words.txt', false],
  ] as const) {
    it(`[SE10] ${name}: every wanted result has the recorded rank`, async () => {
      const questions = readQuestions(read('library.txt'))
      const ranks: string[] = []
      for (const question of questions)
        ranks.push(await rankOf(question, withMeaning ? await meaningOf(question.query) : undefined))
      const now = writeQuestions(questions, ranks)
      if (record) writeFileSync(path.join(here, name), now)
      else expect(now).toBe(read(name))
    })
  }
})
