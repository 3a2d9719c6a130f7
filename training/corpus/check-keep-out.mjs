// Fails when a pair comes from a project that Cairn is measured on: by the name of its package, by a folder of its path, or by the content of its file.
//   node training/corpus/check-keep-out.mjs BLOBS PAIRS.jsonl…
// BLOBS is described in blob-set.mjs. Prints what was compared. Exits with 1 when a pair must go, or when a project of keep-out.txt has no hashes.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { readBlobSet } from './blob-set.mjs'
import { isKeptOutPath, keepOutReason, projects } from './keep-out.mjs'

const [folder, ...inputs] = process.argv.slice(2)
if (!folder || inputs.length === 0) throw new Error('usage: check-keep-out.mjs BLOBS PAIRS.jsonl…')
const blobs = readBlobSet(folder)
const unknown = projects.filter((project) => !blobs.projects.includes(project))
const found = { name: 0, folder: 0, content: 0 }
const files = new Set()
const packages = new Set()
let pairs = 0
for (const input of inputs) {
  for await (const line of createInterface({ input: createReadStream(input) })) {
    const pair = JSON.parse(line)
    pairs++
    files.add(pair.f)
    packages.add(pair.g)
    if (isKeptOutPath(pair.p)) found.folder++
  }
}
for (const name of packages) if (keepOutReason([name]) !== undefined) found.name++
for (const file of files) if (blobs.has(file)) found.content++
console.log(
  `${pairs} pairs from ${files.size} files of ${packages.size} packages, compared with ${blobs.size} file contents of ${blobs.projects.length} projects`,
)
console.log(`to be left out: ${found.name} packages by name, ${found.folder} pairs by folder, ${found.content} files by content`)
if (unknown.length > 0) console.log(`no hashes of: ${unknown.join(', ')}`)
if (found.name + found.folder + found.content + unknown.length > 0) process.exitCode = 1
