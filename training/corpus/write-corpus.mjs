// Writes the list of packages that pairs were made from, with their licences.
//   node training/corpus/write-corpus.mjs CANDIDATES.tsv PAIRS.jsonl EXTRACTED.licences… > training/corpus.tsv
// CANDIDATES.tsv is what choose-debian.mjs and choose-npm.mjs printed; the licences are what pairs/extract.mjs found in the packages.
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { isPermissive } from './licence.mjs'
import { packageLine, readPackageList } from './package-list.mjs'

const [candidates, pairs, ...licenceFiles] = process.argv.slice(2)
const used = new Set()
for await (const line of createInterface({ input: createReadStream(pairs) })) used.add(JSON.parse(line).g)
const licences = new Map(licenceFiles.flatMap(found))
const seen = new Set()
for (const entry of readPackageList(candidates)) {
  const licence = licences.get(`${entry.origin} ${entry.name} ${entry.version}`) ?? ''
  if (!used.has(entry.name) || !isPermissive(licence) || seen.has(entry.hash)) continue
  seen.add(entry.hash)
  console.log(packageLine({ ...entry, hash: entry.hash.slice(0, 16), licence: licence.slice(0, 60) }))
}

function found(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => {
    const [origin, name, version, licence] = line.split('\t')
    return [`${origin} ${name} ${version}`, licence]
  })
}
