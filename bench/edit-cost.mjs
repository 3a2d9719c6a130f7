// The CPU that one edited file adds to a warm answer of a long-lived process, as a share of the first index: once a statement inside a
// function changed, once an exported function was added at the end. Twelve files spread over the repo. Linux only.
//
//   node bench/edit-cost.mjs REPO SYMBOL
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createApp } from '../dist/app/create-app.js'
import { measure } from './measure.mjs'

const FILES = 12
const [repo, symbol] = process.argv.slice(2)
if (!repo || !symbol) {
  console.error('usage: node bench/edit-cost.mjs REPO SYMBOL')
  process.exit(2)
}
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const copy = path.join(scratch, path.basename(repo))
cpSync(repo, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
// A copy has new inodes: without this git would read every file again in each check, unlike in a real checkout.
spawnSync('git', ['update-index', '-q', '--refresh'], { cwd: copy })
Object.assign(process.env, { CAIRN_HOME: path.join(scratch, 'home'), CAIRN_WRITE_ARTIFACTS: 'false' })
const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const first = await measure(process.execPath, [cairn, 'index', '--json'], { cwd: copy, env: process.env })

/** A function that the language's own files could export. */
const exported = {
  '.py': '\ndef added_export(a):\n    return a\n',
  '.ts': '\nexport function addedExport(a: number) {\n  return a\n}\n',
  '.tsx': '\nexport function addedExport(a: number) {\n  return a\n}\n',
  '.js': '\nexport function addedExport(a) {\n  return a\n}\n',
  '.go': '\nfunc AddedExport(a int) int {\n\treturn a\n}\n',
  '.rb': '\ndef added_export(a)\n  a\nend\n',
  '.rs': '\npub fn added_export(a: u8) -> u8 {\n    a\n}\n',
  '.php': '\nfunction addedExport($a) {\n    return $a;\n}\n',
  '.kt': '\nfun addedExport(a: Int): Int = a\n',
  '.swift': '\npublic func addedExport(a: Int) -> Int {\n    return a\n}\n',
  '.c': '\nint added_export(int a) {\n    return a;\n}\n',
  '.cpp': '\nint added_export(int a) {\n    return a;\n}\n',
  '.cc': '\nint added_export(int a) {\n    return a;\n}\n',
  '.java': '\nclass AddedExport {\n    public int added() {\n        return 1;\n    }\n}\n',
  '.cs': '\npublic class AddedExport {\n    public int Added() {\n        return 1;\n    }\n}\n',
}
const files = spawnSync('git', ['ls-files', '-z'], { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28 })
  .stdout.split('\0')
  .filter((file) => path.extname(file) in exported && readFileSync(path.join(copy, file)).length > 2000)
const chosen = Array.from({ length: FILES }, (_, at) => files[Math.floor(((at + 0.5) / FILES) * files.length)])

const app = await createApp({ cwd: copy, surface: 'mcp', flags: { budget_ms: '60000' } })
for (let at = 0; at < 6; at++) await ask()
// The first edit also starts the process that parses.
const warmUp = path.join(copy, files[0])
writeFileSync(warmUp, `${readFileSync(warmUp, 'utf8')}\n`)
await ask()

const rows = { 'a statement changed': [], 'an export added': [] }
for (const file of chosen) {
  const absolutePath = path.join(copy, file)
  const original = readFileSync(absolutePath, 'utf8')
  rows['a statement changed'].push(await costOf(absolutePath, original, changedInside(original)))
  rows['an export added'].push(await costOf(absolutePath, original, original + exported[path.extname(file)]))
}
await app.close()
rmSync(scratch, { recursive: true, force: true })
console.log(`${path.basename(repo)}, Node ${process.versions.node}: first index ${first.cpu.toFixed(2)} s of CPU`)
for (const [label, costs] of Object.entries(rows)) {
  costs.sort((a, b) => a - b)
  const median = costs[Math.floor(costs.length / 2)]
  const share = ((100 * median) / (first.cpu * 1000)).toFixed(1)
  console.log(`  ${label.padEnd(20)} median ${median.toFixed(0)} ms (${share} %), most ${costs.at(-1).toFixed(0)} ms`)
}
process.exit(0)

async function costOf(absolutePath, original, text) {
  const warm = []
  for (let at = 0; at < 3; at++) warm.push((await ask()).cpu)
  writeFileSync(absolutePath, text)
  const { cpu, meta } = await ask()
  if (meta.freshness_state !== 'FRESH') throw new Error(`${absolutePath}: ${meta.freshness_state}`)
  writeFileSync(absolutePath, original)
  await ask()
  return cpu - Math.min(...warm)
}

async function ask() {
  const before = cpuMs()
  const { meta } = await app.callTool('where_used', { symbol, limit: 20 })
  return { cpu: cpuMs() - before, meta }
}

/** Of this process, the children that have ended, and those that run. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  const own = statOf('self')
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === process.pid)
  return (user + system) / 1000 + own.ended + running.reduce((sum, pid) => sum + (statOf(pid)?.cpu ?? 0), 0)
}

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    return { parent: fields[1], cpu: (fields[11] + fields[12]) * 10, ended: (fields[13] + fields[14]) * 10 }
  } catch {
    return undefined
  }
}

function changedInside(text) {
  const at = text.search(/\breturn\s/)
  return at >= 0 ? `${text.slice(0, at)}return  ${text.slice(at + 7)}` : text.replace(/\n([ \t]+\S[^\n]*)/, '\n$1 ')
}
