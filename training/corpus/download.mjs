// Downloads what a list of packages names, checks each file's hash, and keeps it in a folder. Files that are already there are not fetched again.
//   node training/corpus/download.mjs corpus.tsv FOLDER
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [list, folder] = process.argv.slice(2)
if (!list || !folder) throw new Error('usage: download.mjs corpus.tsv FOLDER')
const AT_ONCE = 12
const first = (command, args) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')[0]
    .trim()
const sites = {
  deb: `${first('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'])}/`,
  npm: first('npm', ['config', 'get', 'registry']),
}

const entries = readFileSync(list, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('\t'))
const queue = [...entries]
let failed = 0
let bytes = 0
await Promise.all(Array.from({ length: AT_ONCE }, worker))
console.log(`${entries.length - failed} of ${entries.length} files are in ${folder}, ${(bytes / 1e6).toFixed(0)} MB fetched now`)
if (failed > 0) process.exitCode = 1

async function worker() {
  for (let entry = next(); entry; entry = next()) await get(entry).catch((error) => report(entry, error))
}

function next() {
  return queue.shift()
}

function report([, , name], error) {
  failed++
  console.error(`${name}: ${error.message}`)
}

async function get([origin, , , , , hash, file]) {
  const target = path.join(folder, origin, `${hash.slice(0, 16)}-${path.basename(file)}`)
  if (existsSync(target)) return
  const answer = await fetch((origin === 'npm' ? sites.npm : sites.deb) + file.split('/').map(encodeURIComponent).join('/'))
  if (!answer.ok) throw new Error(`answer ${answer.status}`)
  const content = Buffer.from(await answer.arrayBuffer())
  const found = createHash(hash.length === 40 ? 'sha1' : 'sha256')
    .update(content)
    .digest('hex')
  if (found !== hash) throw new Error(`hash ${found}, expected ${hash}`)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(`${target}.part`, content)
  renameSync(`${target}.part`, target)
  bytes += content.length
}
