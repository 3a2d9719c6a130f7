// Turns pairs into numbers for training: chooses the vocabulary, and writes each pair's words as row numbers.
//   node training/pairs/encode.mjs OUT PAIRS.jsonl… --words 48000
//   node training/pairs/encode.mjs OUT PAIRS.jsonl… --vocabulary WORDS      with a vocabulary that was made before
// OUT/words.txt: the vocabulary. OUT/tokens.bin: uint16, all rows one after the other. OUT/lengths.bin: uint16, for each pair the number
// of rows of its query, path, name, comment and code. OUT/about.bin: uint32, for each pair its package, the hash of its document, its kind
// and its language. OUT/names.json: the names of packages, kinds and languages.
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createVocabulary, knownWords } from '../../dist/embed/vocabulary.js'
import { eachWord } from '../../dist/embed/words.js'
import { growing } from './growing.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { words: { type: 'string', default: '48000' }, vocabulary: { type: 'string' } },
})
const [out, ...inputs] = positionals
/** The most words of each field. What comes later says little more. */
const fields = [
  ['q', 48],
  ['p', 16],
  ['n', 12],
  ['d', 48],
  ['b', 160],
]
const FEWEST_PACKAGES = 3
const isPlain = /^[a-z0-9\u00df-\u024f]+$/

mkdirSync(out, { recursive: true })
const words = values.vocabulary
  ? readFileSync(values.vocabulary, 'utf8').trimEnd().split('\n')
  : await chooseWords(Number(values.words))
writeFileSync(path.join(out, 'words.txt'), `${words.join('\n')}\n`)
await writeRows(createVocabulary(knownWords(words)))

/** The words that occur in most packages: a word of one project says nothing elsewhere. Pairs of a package follow each other. */
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
  const known = [...counts].filter(([word, count]) => count >= FEWEST_PACKAGES && isPlain.test(word))
  const ranked = known.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return ranked
    .slice(0, most)
    .map(([word]) => word)
    .sort()
}

async function writeRows(vocabulary) {
  const tokens = growing(Uint16Array)
  const lengths = growing(Uint16Array)
  const about = growing(Uint32Array)
  const packages = numbering()
  const kinds = numbering()
  const languages = numbering()
  for await (const pair of pairs()) {
    for (const [field, most] of fields) lengths.push(pushWords(tokens, vocabulary, pair[field] ?? '', most))
    about.push(packages.of(pair.g ?? pair.repo))
    about.push(documentHash(pair))
    about.push(kinds.of(pair.k ?? pair.level))
    about.push(languages.of(pair.l))
  }
  writeFileSync(path.join(out, 'tokens.bin'), tokens.bytes())
  writeFileSync(path.join(out, 'lengths.bin'), lengths.bytes())
  writeFileSync(path.join(out, 'about.bin'), about.bytes())
  const names = { packages: packages.names(), kinds: kinds.names(), languages: languages.names() }
  writeFileSync(path.join(out, 'names.json'), JSON.stringify(names))
  console.log(`${lengths.size() / fields.length} pairs, ${tokens.size()} words, ${vocabulary.size} in the vocabulary`)
}

/** Returns the number of rows. */
function pushWords(tokens, vocabulary, text, most) {
  let count = 0
  eachWord(text, (word) => {
    for (const row of vocabulary.rowsOf(word)) {
      if (count === most) return
      tokens.push(row)
      count++
    }
  })
  return count
}

function documentHash({ p, f = '', b }) {
  return createHash('sha1').update(p).update(f).update(b.slice(0, 300)).digest().readUInt32LE(0)
}

function numbering() {
  const numbers = new Map()
  return {
    of(name) {
      const known = numbers.get(name) ?? numbers.size
      numbers.set(name, known)
      return known
    },
    names: () => [...numbers.keys()],
  }
}

async function* pairs() {
  for (const input of inputs) {
    for await (const line of createInterface({ input: createReadStream(input) })) yield JSON.parse(line)
  }
}
