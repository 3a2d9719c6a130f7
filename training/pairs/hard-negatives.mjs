// For each pair, the document that BM25 would wrongly put first: the best of its package by words that is not the pair's own.
//   node training/pairs/hard-negatives.mjs ENCODED
// Writes ENCODED/hard.bin: uint32, the number of the pair whose document it is; the pair's own number when no other document shares a word.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [folder] = process.argv.slice(2)
const read = (name, Type) => {
  const bytes = readFileSync(path.join(folder, name))
  return new Type(bytes.buffer, bytes.byteOffset, bytes.byteLength / Type.BYTES_PER_ELEMENT)
}
const tokens = read('tokens.bin', Uint16Array)
const lengths = read('lengths.bin', Uint16Array)
const about = read('about.bin', Uint32Array)
const count = lengths.length / 5
const hard = Uint32Array.from({ length: count }, (_, number) => number)
const K1 = 1.2
const B = 0.75
/** Words of more than this share of a package's documents say nothing. */
const COMMON = 0.2
const scores = new Float64Array(1 << 16)

let start = 0
let offset = 0
while (start < count) {
  let end = start
  while (end < count && about[end * 4] === about[start * 4] && end - start < scores.length) end++
  offset = findHard(start, end, offset)
  start = end
}
writeFileSync(path.join(folder, 'hard.bin'), Buffer.from(hard.buffer))
const found = hard.reduce((sum, other, number) => sum + (other !== number ? 1 : 0), 0)
console.log(`${found} of ${count} pairs have a hard negative`)

/** Pairs from `start` to `end` are one package; `at` is where their words begin. Returns where they end. */
function findHard(start, end, at) {
  const postings = new Map()
  const sizes = new Float64Array(end - start)
  const queries = []
  let total = 0
  for (let record = start; record < end; record++) {
    const asked = lengths[record * 5]
    queries.push(tokens.subarray(at, at + asked))
    at += asked
    const size = lengths[record * 5 + 1] + lengths[record * 5 + 2] + lengths[record * 5 + 3] + lengths[record * 5 + 4]
    addDocument(postings, record - start, tokens.subarray(at, at + size))
    at += size
    sizes[record - start] = size
    total += size
  }
  const mean = total / Math.max(1, end - start)
  queries.forEach((query, number) => {
    const best = bestOther(query, number, start, postings, sizes, mean)
    if (best >= 0) hard[start + number] = start + best
  })
  return at
}

function addDocument(postings, number, words) {
  const counts = new Map()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  for (const [word, times] of counts) {
    const known = postings.get(word)
    if (known) known.push(number, times)
    else postings.set(word, [number, times])
  }
}

function bestOther(query, number, start, postings, sizes, mean) {
  scores.fill(0, 0, sizes.length)
  for (const word of new Set(query)) {
    const posting = postings.get(word)
    if (!posting || posting.length / 2 > Math.max(20, sizes.length * COMMON)) continue
    const found = posting.length / 2
    const idf = Math.log(1 + (sizes.length - found + 0.5) / (found + 0.5))
    for (let at = 0; at < posting.length; at += 2) {
      const times = posting[at + 1]
      scores[posting[at]] += (idf * times * (K1 + 1)) / (times + K1 * (1 - B + (B * sizes[posting[at]]) / mean))
    }
  }
  const own = about[(start + number) * 4 + 1]
  let best = -1
  for (let other = 0; other < sizes.length; other++) {
    if (scores[other] > (best < 0 ? 0 : scores[best]) && about[(start + other) * 4 + 1] !== own) best = other
  }
  return best
}
