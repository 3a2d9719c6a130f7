// Turns pairs into numbers for training: chooses the vocabulary, and writes each pair's words as row numbers.
//   node training/pairs/encode.mjs OUT --words 48000 PAIRS.jsonl…
//   node training/pairs/encode.mjs OUT --vocabulary WORDS PAIRS.jsonl…      with a vocabulary that was made before
// OUT/words.txt: the vocabulary. OUT/tokens.bin: uint16, all rows one after the other. OUT/lengths.bin: uint16, for each pair the number of rows of
// its query, path, name, comment and code. OUT/about.bin: uint32, for each pair its package, the hash of its document, its kind and its language.
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createHash } from 'node:crypto'
import { createVocabulary } from '../../dist/embed/vocabulary.js'
import { eachWord } from '../../dist/embed/words.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { words: { type: 'string', default: '48000' }, vocabulary: { type: 'string' }, most: { type: 'string', default: '100000000' }, 'keep-out': { type: 'string' } },
})
const [out, ...inputs] = positionals
/** The most words of each field. What comes later says little more. */
const fields = [['q', 48], ['p', 16], ['n', 12], ['d', 48], ['b', 160]]
mkdirSync(out, { recursive: true })

const kept = values['keep-out'] ? readBlobs(values['keep-out']) : undefined
const words = values.vocabulary ? readFileSync(values.vocabulary, 'utf8').trimEnd().split('\n') : await chooseWords(Number(values.words))
writeFileSync(path.join(out, 'words.txt'), `${words.join('\n')}\n`)
await writeRows(createVocabulary(words))

/** The words that occur in most packages: a word of one project says nothing elsewhere. */
async function chooseWords(most) {
  const counts = new Map()
  let current = ''
  let inPackage = new Set()
  const close = () => {
    for (const word of inPackage) counts.set(word, (counts.get(word) ?? 0) + 1)
    inPackage = new Set()
  }
  for await (const pair of pairs()) {
    if (pair.g !== current) close()
    current = pair.g
    for (const [field] of fields) eachWord(pair[field] ?? '', (word) => word.length > 1 && inPackage.add(word))
  }
  close()
  const ranked = [...counts].filter(([word, count]) => count >= 3 && /^[a-z0-9\u00df-\u024f]+$/.test(word))
  return ranked.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, most).map(([word]) => word).sort()
}

async function writeRows(vocabulary) {
  const tokens = growing(Uint16Array)
  const lengths = growing(Uint16Array)
  const about = growing(Uint32Array)
  const names = { g: new Map(), k: new Map(), l: new Map() }
  const numberOf = (field, name) => names[field].get(name) ?? (names[field].set(name, names[field].size), names[field].size - 1)
  for await (const pair of pairs()) {
    for (const [field, most] of fields) {
      let count = 0
      eachWord(pair[field] ?? '', (word) => {
        for (const row of vocabulary.rowsOf(word)) if (count < most) (tokens.push(row), count++)
      })
      lengths.push(count)
    }
    const document = createHash('sha1').update(pair.p).update(pair.f ?? '').update(pair.b.slice(0, 300)).digest().readUInt32LE(0)
    about.push(numberOf('g', pair.g ?? pair.repo))
    about.push(document)
    about.push(numberOf('k', pair.k ?? pair.level))
    about.push(numberOf('l', pair.l))
  }
  writeFileSync(path.join(out, 'tokens.bin'), tokens.taken())
  writeFileSync(path.join(out, 'lengths.bin'), lengths.taken())
  writeFileSync(path.join(out, 'about.bin'), about.taken())
  writeFileSync(path.join(out, 'names.json'), JSON.stringify({ packages: [...names.g.keys()], kinds: [...names.k.keys()], languages: [...names.l.keys()] }))
  console.log(`${lengths.size() / fields.length} pairs, ${tokens.size()} words, ${vocabulary.size} in the vocabulary, ${leftOut} pairs left out by content`)
}

var leftOut = 0
async function* pairs() {
  leftOut = 0
  let count = 0
  for (const input of inputs) {
    for await (const line of createInterface({ input: createReadStream(input) })) {
      let pair
      try { pair = JSON.parse(line) } catch { continue }
      if (kept?.has(pair.f)) {
        leftOut++
        continue
      }
      if (++count > Number(values.most)) return
      yield pair
    }
  }
}

function readBlobs(folder) {
  throw new Error(`not yet: ${folder}`)
}

function growing(Type) {
  let store = new Type(1 << 20)
  let used = 0
  return {
    push(value) {
      if (used === store.length) {
        const larger = new Type(store.length * 2)
        larger.set(store)
        store = larger
      }
      store[used++] = value
    },
    size: () => used,
    taken: () => Buffer.from(store.buffer, 0, used * Type.BYTES_PER_ELEMENT),
  }
}
