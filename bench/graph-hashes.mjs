// A change that should only be faster must give the same graph. Prints a hash of the graph of each repo (`cairn build-graph`, in a home
// of its own), without the time, the name and the commit. Run it with two built clones and compare the output.
//
//   node bench/graph-hashes.mjs REPO… [--built CLONE]

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, createReadStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const args = process.argv.slice(2)
const at = args.indexOf('--built')
const built = at >= 0 ? path.resolve(args.splice(at, 2)[1]) : path.join(import.meta.dirname, '..')
const cairn = path.join(built, 'dist/surfaces/cli/main.js')

for (const repo of args) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-hash-'))
  const copy = path.join(scratch, path.basename(path.resolve(repo)))
  cpSync(repo, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  const env = { ...process.env, CAIRN_HOME: path.join(scratch, 'home') }
  const done = spawnSync(process.execPath, [cairn, 'build-graph', '--json'], { cwd: copy, env, encoding: 'utf8' })
  const hash = done.status === 0 ? await hashOf(path.join(copy, '.llmc/rag_graph.json')) : `exit ${done.status}`
  console.log(`${hash}  ${path.basename(copy)}`)
  rmSync(scratch, { recursive: true, force: true })
}

async function hashOf(file) {
  const hash = createHash('sha256')
  let head = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    if (head === undefined) {
      hash.update(chunk)
      continue
    }
    head += chunk
    const start = head.indexOf('"files"')
    if (start < 0) continue
    hash.update(head.slice(start))
    head = undefined
  }
  return hash.digest('hex').slice(0, 32)
}
