// Downloads what a list of packages names, checks each file's hash, and keeps it in a folder. Files that are already there are not fetched again.
//   node training/corpus/download.mjs corpus.tsv FOLDER
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { archiveOf, readPackageList } from './package-list.mjs'

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

const entries = readPackageList(list)
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

function report({ name }, error) {
  failed++
  console.error(`${name}: ${error.message}`)
}

async function get(entry) {
  const { origin, hash, location } = entry
  const target = archiveOf(folder, entry)
  if (existsSync(target)) return
  const site = origin === 'npm' ? sites.npm : sites.deb
  const answer = await fetch(site + location.split('/').map(encodeURIComponent).join('/'))
  if (!answer.ok) throw new Error(`answer ${answer.status}`)
  const content = Buffer.from(await answer.arrayBuffer())
  const found = createHash(origin === 'npm' ? 'sha1' : 'sha256')
    .update(content)
    .digest('hex')
  if (!found.startsWith(hash)) throw new Error(`hash ${found}, expected ${hash}`)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(`${target}.part`, content)
  renameSync(`${target}.part`, target)
  bytes += content.length
}
