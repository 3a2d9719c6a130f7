// How fast the vectors of a store are loaded and searched: node bench/nearest.mjs [VECTORS…] (after npm run build)
// Writes a store with that many vectors of 128 numbers, 20 for each file, 5,000 for each repo but the first, which has half of
// them. Each time is CPU time, the best of several, and is given with its ratio to a plain loop over as many vectors of 8-bit
// numbers, because machines and their load differ.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hashBytes } from '../dist/base/hash.js'
import { encodeFacts } from '../dist/contract/facts-codec.js'
import { plainDotProducts, simdDotProducts } from '../dist/store/embedded/dot-products.js'
import { openEmbeddedStore } from '../dist/store/embedded/open-embedded-store.js'

const WIDE = 128
const PER_FILE = 20
const PER_REPO = 5_000
const MODEL = 'bench'
const wanted = process.argv.slice(2).map(Number)

for (const vectors of wanted.length > 0 ? wanted : [50_000, 500_000]) await measure(vectors)

async function measure(total) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'cairn-nearest-'))
  try {
    console.log(`\n${total.toLocaleString('en-US')} vectors of ${WIDE} numbers, Node ${process.version}`)
    const repos = await fill(home, total)
    const question = unit()
    const query = { repos, model: MODEL, level: 'symbol', vector: question, filter: {}, limit: 50 }
    const rows = Int8Array.from({ length: total * WIDE }, (_, at) => (at * 7919) % 255)
    const numbers = Int16Array.from(question, (value) => value * 32767)
    const sums = new Int32Array(total)
    const anchor = await best(5, () => plainDotProducts(numbers, rows, sums))
    const say = (what, ms) => console.log(`${what.padEnd(52)} ${ms.toFixed(2).padStart(9)} ms  ${(ms / anchor).toFixed(3)}`)
    say('plain loop (anchor)', anchor)
    const simd = simdDotProducts()
    say('dot products alone, SIMD', await best(10, () => simd(numbers, rows, sums)))

    const load = await best(3, async () => {
      const { reader } = await openEmbeddedStore(home)
      await ask(reader, query)
      await reader.close()
    })
    say('first question: open, load, search', load)
    const { reader, writer } = await openEmbeddedStore(home)
    await ask(reader, query)
    const repeat = async (what, given) => say(what, await best(10, () => ask(reader, { ...query, ...given })))
    await repeat('symbols, all repos, 50 best', {})
    await repeat('files, all repos, 50 best', { level: 'file' })
    await repeat('symbols, all repos, one folder', { filter: { paths: ['src/d1'] } })
    await repeat('symbols, all repos, only classes', { filter: { kinds: ['class'] } })
    await repeat('symbols, the last repo', { repos: repos.slice(-1) })
    await writer.apply(repos[0], { replace: [file(-1)], remove: [], notes: [], removeNotes: [], links: [] })
    await writer.putVectors(repos[0], MODEL, [{ key: file(-1).row, vectors: vectorsOf(-1) }])
    say('after an edit in the largest repo', await best(1, () => ask(reader, query)))
    await writer.close()
    await reader.close()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function ask(reader, query) {
  const snapshot = await reader.snapshot()
  try {
    const { documents } = await snapshot.nearest(query)
    if (documents.length === 0) throw new Error('nothing was found')
  } finally {
    await snapshot.close()
  }
}

async function fill(home, total) {
  const { writer } = await openEmbeddedStore(home)
  const sizes = [total / 2, ...Array.from({ length: total / 2 / PER_REPO }, () => PER_REPO)]
  let next = 0
  let put = 0
  const repos = []
  for (const [at, size] of sizes.entries()) {
    const repo = `bench/r${String(at).padStart(3, '0')}`
    repos.push(repo)
    const files = Array.from({ length: size / PER_FILE }, () => file(next++))
    const build = await writer.openBuild(repo)
    for (const each of files) await build.add(each)
    await build.finish({ last_indexed_at: '2026-01-01T00:00:00.000Z' })
    const entries = files.map(({ row }) => ({ key: row, vectors: vectorsOf(row.size) }))
    const start = process.cpuUsage()
    await writer.putVectors(repo, MODEL, entries)
    const { user, system } = process.cpuUsage(start)
    put += (user + system) / 1000
  }
  console.log(`put: ${put.toFixed(0)} ms of CPU, ${((put / total) * PER_FILE).toFixed(3)} ms for each file`)
  await writer.close()
  return repos
}

function vectorsOf(seed) {
  return Array.from({ length: PER_FILE }, (_, ordinal) => {
    const vector = unit()
    const scale = Math.max(...vector.map(Math.abs)) / 127
    const lines = { start_line: ordinal * 10 + 1, end_line: ordinal * 10 + 9 }
    const text_hash = hashBytes(`${seed} ${ordinal}`).slice(0, 11)
    return {
      unit: 'symbol',
      ordinal,
      ...lines,
      text_hash,
      vector: Int8Array.from(vector, (value) => Math.round(value / scale)),
      scale,
    }
  })
}

function unit() {
  const vector = Float32Array.from({ length: WIDE }, () => Math.random() - 0.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

function file(at) {
  const symbols = Array.from({ length: PER_FILE }, (_, ordinal) => ({
    ...{
      name: `s${ordinal}`,
      qualified_name: `s${ordinal}`,
      kind: ordinal % 10 === 0 ? 'class' : 'function',
      tag: '',
      parent: -1,
    },
    ...{ start_line: 1, end_line: 1, name_line: 1, name_column: 1, signature: '', doc: '', exported: true, static: false },
    ...{ type: '', span_hash: '', fingerprint: '', test: false },
  }))
  const facts = { partial: false, line_count: 1, package: '', doc: '', symbols, imports: [], exports: [], uses: [] }
  const terms = symbols.map((_, ordinal) => ({ level: 'symbol', ordinal, words: new Map([[`w${at % 50}`, 1]]) }))
  const row = {
    ...{ path: `src/d${at % 40}/f${at}.ts`, size: at, mtime_ms: 1, content_hash: hashBytes(`file ${at}`), blob_id: null },
    ...{ language: 'typescript', role: 'source', status: 'indexed', reason: '', line_count: 1, parser_version: 'p', test: false },
  }
  return { row, facts: encodeFacts({ facts: { ...facts, bindings: [], sections: [] }, terms, identifiers: new Map() }) }
}

async function best(rounds, work) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
