// Takes out pairs whose file is part of an evaluation project, or a changed copy of one, and pairs that occur twice; orders the rest by package and path.
//   node training/pairs/clean.mjs OUT.jsonl --blobs BLOBS --lines UNITS.jsonl … PAIRS.jsonl…
// BLOBS: see corpus/blob-set.mjs. UNITS: definitions of evaluation checkouts (evaluate/units.mjs); a document most of whose longer lines are
// among theirs is a copy, whatever its file is called.
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { readBlobSet } from '../corpus/blob-set.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { blobs: { type: 'string' }, lines: { type: 'string', multiple: true, default: [] } },
})
const [out, ...inputs] = positionals
const LONG_LINE = 24
const FEWEST_LINES = 3
const COPIED = 0.6

const blobs = values.blobs ? readBlobSet(values.blobs) : undefined
const known = new Set()
for (const file of values.lines) for await (const { b } of records(file)) for (const line of longLines(b)) known.add(line)
const counts = { read: 0, byContent: 0, byLines: 0, twice: 0, written: 0 }
const seen = new Set()
const file = openSync(out, 'w')
let group = []
for (const input of inputs) {
  for await (const pair of records(input)) {
    counts.read++
    if (group.length > 0 && group[0].g !== pair.g) flush()
    const reason = whyNot(pair)
    if (reason) counts[reason]++
    else group.push(pair)
  }
  flush()
}
closeSync(file)
console.log(JSON.stringify(counts))

function whyNot(pair) {
  if (blobs?.has(pair.f)) return 'byContent'
  const lines = longLines(pair.b)
  if (lines.length >= FEWEST_LINES && lines.filter((line) => known.has(line)).length / lines.length > COPIED) return 'byLines'
  const hash = shortHash(`${pair.q}\0${pair.b.slice(0, 400)}`)
  if (seen.has(hash)) return 'twice'
  seen.add(hash)
  return undefined
}

/** Neighbours in a package come from the same file: the training makes them each other's negatives. */
function flush() {
  group.sort((a, b) => (a.p < b.p ? -1 : a.p > b.p ? 1 : 0))
  for (const pair of group) writeSync(file, `${JSON.stringify(pair)}\n`)
  counts.written += group.length
  group = []
}

function longLines(code) {
  const lines = code.split('\n').map((line) => line.replaceAll(/[^A-Za-z0-9]/g, ''))
  return lines.filter((line) => line.length >= LONG_LINE).map(shortHash)
}

function shortHash(text) {
  return createHash('sha1').update(text).digest('latin1').slice(0, 8)
}

async function* records(input) {
  for await (const line of createInterface({ input: createReadStream(input) })) {
    try {
      yield JSON.parse(line)
    } catch {
      // The last line of a file that is still being written.
    }
  }
}
