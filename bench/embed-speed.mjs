// How fast documents become vectors: node bench/embed-speed.mjs MODEL DIR [THREADS] (after npm run build)
// Documents are runs of 25 lines of the sources below DIR. Each time is the best of five, CPU time where no other clock is named,
// and is given with its ratio to the time that `eachIdentifier` takes to find the identifiers of the same texts (of one document,
// for a query), because machines and their load differ.
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eachIdentifier } from '../dist/base/words.js'
import { openLocalEmbedder } from '../dist/embed/local-embedder.js'
import { loadModel, readModel } from '../dist/embed/read-model.js'
import { eachWord } from '../dist/embed/words.js'

const [, , file, folder, threads = Math.max(2, Math.min(4, os.availableParallelism() - 1))] = process.argv
if (!file || !folder) throw new Error('usage: node bench/embed-speed.mjs MODEL DIR [THREADS]')
const LINES = 25
const MOST_DOCUMENTS = 20_000
const ROUNDS = 5
const sources = /\.(?:ts|tsx|js|mjs|py|go|java|rs|rb|c|h|cpp|cs|php|kt|swift)$/

const documents = documentsBelow(folder)
const texts = documents.flatMap((parts) => parts.map(({ text }) => text))
const words = countWords(texts)
console.log(`${documents.length} documents, ${(words / documents.length).toFixed(0)} words each, Node ${process.version}`)

const anchor = await best(() => {
  let found = 0
  for (const text of texts) eachIdentifier(text, () => found++)
  return found
})
say('identifiers found (anchor)', anchor, rate(anchor))

const load = await best(async () => readModel(await loadModel(file)))
say('model loaded', load)

const alone = await openLocalEmbedder({ file, threads: 1 })
const one = await best(() => alone.embedDocuments(documents))
say('one thread', one, rate(one))

const shared = await openLocalEmbedder({ file, threads: Number(threads) })
const aloneWall = await best(() => alone.embedDocuments(documents), wall)
const many = await best(() => shared.embedDocuments(documents), wall)
say(`${threads} threads, wall time`, many, `${rate(many)}, ${(aloneWall / many).toFixed(2)} × as fast as one thread`)
const together = await best(() => shared.embedDocuments(documents))
say(`${threads} threads, their CPU`, together, `${(together / one).toFixed(2)} × that of one thread`)
await shared.close()

const questions = texts.slice(0, 1000).map((text) => text.slice(0, 80))
const asked = await best(async () => {
  for (const question of questions) await alone.embedQuery(question)
})
say('a query of 80 characters', asked / questions.length)
await alone.close()

function documentsBelow(root) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => sources.test(name) && !name.includes('node_modules'))
    .sort()
  const found = []
  for (const name of files) {
    if (found.length >= MOST_DOCUMENTS) break
    const lines = readFileSync(path.join(root, name), 'utf8').split('\n')
    for (let at = 0; at < lines.length; at += LINES) found.push(documentOf(name, lines.slice(at, at + LINES)))
  }
  return found.slice(0, MOST_DOCUMENTS)
}

function documentOf(name, lines) {
  return [
    { kind: 'path', text: name },
    { kind: 'name', text: /\w+/.exec(lines[0])?.[0] ?? '' },
    { kind: 'body', text: lines.slice(1).join('\n') },
  ]
}

function countWords(all) {
  let count = 0
  for (const text of all) eachWord(text, () => count++)
  return count
}

async function best(work, clock = cpu) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = clock()
    await work()
    least = Math.min(least, clock() - start)
  }
  return least
}

function cpu() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function wall() {
  return performance.now()
}

function rate(ms) {
  return `${Math.round((documents.length / ms) * 1000)} documents a second`
}

function say(what, ms, more = '') {
  const ratio = what.includes('query') ? (ms * documents.length) / anchor : ms / anchor
  console.log(`${what.padEnd(28)} ${ms.toFixed(ms < 10 ? 3 : 0).padStart(7)} ms, ${ratio.toFixed(2)} × the anchor  ${more}`)
}
