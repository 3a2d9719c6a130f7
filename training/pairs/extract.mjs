// Reads packages of the corpus and writes training pairs, one JSON object a line.
//   node --liftoff-only training/pairs/extract.mjs corpus.tsv ARCHIVES OUT.jsonl --part 0/2
// Needs a build (dist/). A pair has a query `q` and a document in parts: path words `p`, name `n`, comment `d`, code `b`; its kind `k`, language
// `l`, package `g`, and the git blob `f` of the file that the document is from. Progress and counts go to OUT.jsonl.counts.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createParser } from '../../dist/parse/create-parser.js'
import { keepOutReason } from '../corpus/keep-out.mjs'
import { isPermissive, licenceOf } from '../corpus/licence.mjs'
import { archiveOf, readPackageList } from '../corpus/package-list.mjs'
import { sourceFiles, unpack } from '../corpus/unpack.mjs'
import { createPackageReading } from './package-reading.mjs'
import { pairsOfPackage } from './pairs-of-package.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '0/1' } },
})
const [list, archives, out] = positionals
const [part, parts] = values.part.split('/').map(Number)
const MOST = { common: 2500, rare: 20_000 }
const rareLanguages = new Set('csharp elixir scala lua kotlin swift bash php objective-c zig'.split(' '))
const parser = createParser()
const file = openSync(out, 'w')
const counts = { packages: 0, notPermissive: 0, keptOutByName: 0, keptOutByFolder: 0, copies: 0, files: 0, failed: 0, pairs: {} }
/** Hashes of the files and documents seen: many packages contain copies of the same ones. */
const seen = new Set()
const licences = []

for (const entry of mine()) {
  try {
    await readPackage(entry)
  } catch (error) {
    counts.failed++
    console.error(`${entry.name}: ${error.message}`)
  }
  if (counts.packages % 50 === 0) writeFileSync(`${out}.counts`, JSON.stringify(counts))
}
closeSync(file)
writeFileSync(`${out}.counts`, JSON.stringify(counts))
writeFileSync(`${out}.licences`, licences.join('\n'))
process.exit(0)

/** Packages of one source share a part: their copies are found. In an order that mixes the languages, so that a run may be ended early. */
function mine() {
  const inPart = (name) => createHash('sha1').update(name).digest()[0] % parts === part
  return readPackageList(list)
    .map((entry) => ({ ...entry, archive: archiveOf(archives, entry) }))
    .filter(({ name, archive }) => inPart(name.replace(/^@/, '').split(/[/+]/)[0]) && existsSync(archive))
    .map((entry) => ({ entry, key: createHash('sha1').update(entry.name).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ entry }) => entry)
}

async function readPackage(entry) {
  if (keepOutReason([entry.name]) !== undefined) {
    counts.keptOutByName++
    return
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-corpus-'))
  try {
    unpack(entry.archive, folder)
    const licence = licenceOf(folder, entry.licence)
    licences.push([entry.origin, entry.name, entry.version, licence].join('\t'))
    if (!isPermissive(licence)) {
      counts.notPermissive++
      return
    }
    counts.packages++
    const reading = createPackageReading(entry.name)
    for (const source of sourceFiles(folder, counts, isCopy)) {
      counts.files++
      await reading.add(source, await parsed(source))
    }
    write(pairsOfPackage(reading), entry)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isCopy(blob) {
  if (seen.has(blob)) return true
  seen.add(blob)
  return false
}

async function parsed({ text, language }) {
  const outcome = await parser.parse(text, language, {})
  return 'parsed' in outcome ? outcome.parsed.facts : undefined
}

/** A large package must not drown the others; but of a language with few packages, all that there is. */
function write(pairs, entry) {
  const written = { common: 0, rare: 0 }
  for (const pair of pairs) {
    const group = rareLanguages.has(pair.l) ? 'rare' : 'common'
    const hash = createHash('sha1').update(pair.q).update('\0').update(pair.b.slice(0, 400)).digest('base64').slice(0, 12)
    if (written[group] >= MOST[group] || seen.has(hash)) continue
    seen.add(hash)
    written[group]++
    counts.pairs[pair.k] = (counts.pairs[pair.k] ?? 0) + 1
    writeSync(file, `${JSON.stringify({ ...pair, g: entry.name })}\n`)
  }
}
