// How fast a ranked search is inside `search/`, without the comparison with the disk: node bench/search-speed.mjs [DOCUMENTS…]
// (after npm run build). Writes a store with that many documents, one in eleven a file and the others symbols, half of them in one
// repo and the others in repos of about 5,000; words as frequent as in code (Zipf). Each question is asked on level file and symbol,
// by words, names and meaning. CPU time, p50 and p99 over all questions, beside BM25 over the same words in memory in the same
// run: all postings of the question's words, one pass over each of files and symbols, the 150 best of each.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hashBytes } from '../dist/base/hash.js'
import { encodeFacts } from '../dist/contract/facts-codec.js'
import { readQuery } from '../dist/search/read-query.js'
import { searchDocuments } from '../dist/search/search-documents.js'
import { openEmbeddedStore } from '../dist/store/embedded/open-embedded-store.js'
import { insertScore } from '../dist/store/embedded/top-scores.js'
import { IndexView } from '../dist/store/index-view.js'
import { pathWords } from '../dist/store/path-words.js'

const WIDE = 128
const SYMBOLS = 10
const PER_REPO = 5_000
const VOCABULARY = 40_000
const MODEL = 'bench'
const QUESTIONS = 300

/** The same numbers in every run. */
let seed = 1
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}
/** Letters only, so that a word of the question is a word of the index; the lower the number, the more frequent. */
const wordAt = (at) => `w${at.toString(26).replaceAll(/[0-9]/g, (digit) => 'qrstuvwxyz'[digit])}x`
const word = () => wordAt(Math.floor(VOCABULARY ** random()) - 1)

/** What a search engine in memory does at least: BM25 over all postings of the question's words. */
class Memory {
  postings = new Map()
  lengths = []
  add(words) {
    const id = this.lengths.length
    let length = 0
    for (const [each, count] of words) {
      length += count
      const list = this.postings.get(each)
      if (list) list.push(id, count)
      else this.postings.set(each, [id, count])
    }
    this.lengths.push(length)
  }
  end() {
    for (const [each, list] of this.postings) this.postings.set(each, Uint32Array.from(list))
    const average = this.lengths.reduce((sum, length) => sum + length, 0) / this.lengths.length
    this.norms = Float64Array.from(this.lengths, (length) => 1.2 * (0.25 + (0.75 * length) / average))
    this.scores = new Float64Array(this.lengths.length)
  }
  rank(words) {
    const { scores, norms } = this
    const touched = []
    for (const [each, weight] of words) {
      const list = this.postings.get(each)
      if (!list) continue
      const holding = list.length / 2
      const factor = weight * Math.log(1 + (scores.length - holding + 0.5) / (holding + 0.5)) * 2.2
      for (let at = 0; at < list.length; at += 2) {
        const id = list[at]
        const count = list[at + 1]
        if (scores[id] === 0) touched.push(id)
        scores[id] += (factor * count) / (count + norms[id])
      }
    }
    const best = new Float64Array(150).fill(-1)
    const ids = []
    for (const id of touched) if (scores[id] > best[149]) insertScore(best, scores[id])
    for (const id of touched) if (scores[id] >= best[149]) ids.push(id)
    ids.sort((a, b) => scores[b] - scores[a] || a - b)
    for (const id of touched) scores[id] = 0
    return ids
  }
}

const [first, ...rest] = process.argv.slice(2)
if (first === '--open') await openOnce(rest[0], rest[1])
else for (const documents of first ? [first, ...rest].map(Number) : [50_000, 500_000]) await measure(documents)

async function measure(total) {
  seed = 1
  const home = mkdtempSync(path.join(os.tmpdir(), 'cairn-search-'))
  try {
    console.log(`\n${total.toLocaleString('en-US')} documents, Node ${process.version}`)
    const { repos, memory } = await fill(home, total)
    const questions = Array.from({ length: QUESTIONS }, () => ({ query: question(), vector: unit() }))
    const anchor = await times(questions, ({ query }) => {
      const { words } = readQuery(query)
      for (const level of Object.values(memory)) level.rank(words)
    })
    say('BM25 in memory, all documents', anchor)
    const { reader } = await openEmbeddedStore(home)
    for (const level of ['file', 'symbol']) {
      say(
        `BM25 in memory, level ${level}`,
        await times(questions, ({ query }) => memory[level].rank(readQuery(query).words)),
        anchor,
      )
      const asked = async (what, repo, given) =>
        say(what, await times(questions, (each) => ask(reader, repo, level, { ...each, ...given })), anchor)
      await asked(`search, level ${level}`, repos, {})
      await asked('  without meaning', repos, { vector: undefined })
      await asked('  one folder', repos, { filter: { paths: ['src/d1'] } })
      await asked(`  one repo of ${PER_REPO} documents`, repos.slice(-1), {})
    }
    await reader.close()
    const opened = Array.from({ length: 5 }, () =>
      Number(execFileSync(process.execPath, [import.meta.filename, '--open', home, repos[0]], { encoding: 'utf8' })),
    )
    console.log(`open the store and list a repo in a fresh process, imports apart: ${Math.min(...opened).toFixed(0)} ms`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** CPU time of opening a store in this process, and of what every question needs of it before its words. */
async function openOnce(home, repo) {
  const began = cpu()
  const { reader } = await openEmbeddedStore(home)
  const snapshot = await reader.snapshot()
  await snapshot.states([repo])
  await snapshot.rank({ repos: [repo], level: 'symbol', words: new Map([[wordAt(100), 1]]), filter: {}, offset: 0, limit: 5 })
  console.log(cpu() - began)
  await snapshot.close()
  await reader.close()
}

async function ask(reader, repos, level, { query, vector, filter }) {
  const snapshot = await reader.snapshot()
  const meaning = vector && { model: MODEL, vector }
  await searchDocuments(new IndexView(snapshot), { repos, level, query, meaning, filter, limit: 5 })
  await snapshot.close()
}

/** A few words, mostly not the most frequent, as people ask. */
function question() {
  return `how is the ${Array.from({ length: 3 + Math.floor(random() * 4) }, word).join(' ')} done`
}

/** Asked twice, because the first time loads words and compiles code. */
async function times(questions, work) {
  for (const each of questions) await work(each)
  const taken = []
  for (const each of questions) {
    const began = cpu()
    await work(each)
    taken.push(cpu() - began)
  }
  taken.sort((a, b) => a - b)
  return { p50: taken[Math.floor(taken.length / 2)], p99: taken[Math.floor(taken.length * 0.99)] }
}

function say(what, { p50, p99 }, anchor) {
  const over = anchor ? `  ${(p50 / anchor.p50).toFixed(1)}× BM25` : ''
  console.log(
    `${what.padEnd(32)} p50 ${p50.toFixed(2).padStart(7)} ms  p99 ${p99.toFixed(2).padStart(7)} ms (${(p99 / p50).toFixed(1)}×)${over}`,
  )
}

function cpu() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function fill(home, total) {
  const { writer } = await openEmbeddedStore(home)
  const files = Math.round(total / (SYMBOLS + 1))
  const perRepo = Math.round(PER_REPO / (SYMBOLS + 1))
  const sizes = [Math.ceil(files / 2), ...Array.from({ length: Math.round(files / 2 / perRepo) }, () => perRepo)]
  const memory = { file: new Memory(), symbol: new Memory() }
  const repos = []
  let next = 0
  for (const [at, size] of sizes.entries()) {
    const repo = `bench/r${String(at).padStart(3, '0')}`
    repos.push(repo)
    const build = await writer.openBuild(repo)
    const rows = []
    for (let count = 0; count < size; count++) {
      const { row, facts } = file(next++, memory)
      rows.push(row)
      await build.add({ row, facts })
    }
    await build.finish({ last_indexed_at: '2026-01-01T00:00:00.000Z' })
    await writer.putVectors(
      repo,
      MODEL,
      rows.map((row) => ({ key: row, vectors: vectorsOf(row.path) })),
    )
  }
  await writer.close()
  for (const level of Object.values(memory)) level.end()
  return { repos, memory }
}

function file(at, memory) {
  const names = Array.from({ length: SYMBOLS }, () => [word(), word()])
  const symbols = names.map(([verb, noun], ordinal) => ({
    ...{
      name: `${verb}_${noun}`,
      qualified_name: `${verb}_${noun}`,
      kind: ordinal % 10 === 0 ? 'class' : 'function',
      tag: '',
      parent: -1,
    },
    ...{ start_line: ordinal * 10 + 1, end_line: ordinal * 10 + 9, name_line: ordinal * 10 + 1, name_column: 1 },
    ...{ signature: '', doc: '', exported: true, static: false, type: '', span_hash: '', fingerprint: '', test: false },
  }))
  const own = names.map((name) => counted([...name, ...Array.from({ length: 25 }, word)]))
  const whole = counted(own.flatMap((words) => [...words].flatMap(([each, count]) => Array(count).fill(each))))
  const terms = [
    { level: 'file', ordinal: 0, words: whole },
    ...own.map((words, ordinal) => ({ level: 'symbol', ordinal, words })),
  ]
  const facts = { partial: false, line_count: 100, package: '', doc: '', symbols, imports: [], exports: [], uses: [] }
  const row = {
    ...{
      path: `src/d${at % 40}/${word()}_${word()}_${at}.ts`,
      size: at,
      mtime_ms: 1,
      content_hash: hashBytes(`file ${at}`),
      blob_id: null,
    },
    ...{
      language: 'typescript',
      role: 'source',
      status: 'indexed',
      reason: '',
      line_count: 100,
      parser_version: 'p',
      test: false,
    },
  }
  for (const words of own) memory.symbol.add(words)
  const withPath = new Map(whole)
  for (const [each, count] of pathWords(row.path).rest()) withPath.set(each, (withPath.get(each) ?? 0) + count)
  memory.file.add(withPath)
  return { row, facts: encodeFacts({ facts: { ...facts, bindings: [], sections: [] }, terms, identifiers: new Map() }) }
}

function counted(words) {
  const counts = new Map()
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1)
  return counts
}

function vectorsOf(of) {
  return Array.from({ length: SYMBOLS }, (_, ordinal) => {
    const vector = unit()
    const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127
    return {
      ...{ unit: 'symbol', ordinal, start_line: ordinal * 10 + 1, end_line: ordinal * 10 + 9, scale },
      text_hash: hashBytes(`${of} ${ordinal}`).slice(0, 11),
      vector: Int8Array.from(vector, (value) => Math.round(value / scale)),
    }
  })
}

/** Around one direction, so that the nearest are similar enough to count. */
function unit() {
  const vector = Float32Array.from({ length: WIDE }, (_, at) => random() - 0.5 + (at < 16 ? 0.5 : 0))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
