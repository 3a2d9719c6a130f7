/**
 * Repositories with deliberately broken sources (tests of compilers and bundlers): each must be indexed completely. Run after
 * `npm run build`: `node bench/broken-data.mjs FOLDER…`. Folders are not copied, and only `.llmc/` in them is changed; the
 * index is in a temporary home that is deleted. Prints one row of a table for each folder.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../dist/surfaces/cli/main.js', import.meta.url))

/** Includes all child processes, because parsing runs in a child. */
function memoryOf(pid) {
  return new Promise((resolve) => {
    const ps = spawn('ps', ['-e', '-o', 'pid=,ppid=,rss='])
    let text = ''
    ps.stdout.on('data', (part) => {
      text += part
    })
    ps.on('close', () => {
      const rows = text
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number))
      const family = new Set([pid])
      for (let grown = true; grown; ) {
        grown = false
        for (const [id, parent] of rows) if (family.has(parent) && !family.has(id)) grown = family.add(id).size > 0
      }
      resolve(rows.filter(([id]) => family.has(id)).reduce((sum, [, , rss]) => sum + rss, 0))
    })
    ps.on('error', () => resolve(0))
  })
}

async function index(folder) {
  const home = mkdtempSync(path.join(tmpdir(), 'broken-data-'))
  const started = performance.now()
  const child = spawn(process.execPath, [command, 'index', '--json'], {
    cwd: folder,
    env: { ...process.env, CAIRN_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let peak = 0
  child.stdout.on('data', (part) => {
    out += part
  })
  child.stderr.resume()
  const watching = setInterval(async () => {
    peak = Math.max(peak, await memoryOf(child.pid))
  }, 1000)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(watching)
  rmSync(home, { recursive: true, force: true })
  return { code, out, peak_mb: Math.round(peak / 1024), seconds: (performance.now() - started) / 1000 }
}

const reasonsOf = (failed) => {
  const counts = new Map()
  for (const { reason } of failed) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => `${count} × ${reason}`).join('; ') || '–'
}

console.log('| folder | files | seconds | peak MB | failed | reasons |')
console.log('|---|---:|---:|---:|---:|---|')
for (const folder of process.argv.slice(2)) {
  const { code, out, peak_mb, seconds } = await index(folder)
  const name = path.basename(folder)
  const answer = JSON.parse(out || '{}')
  const [report] = answer.items ?? []
  const row = report
    ? [name, report.files, seconds.toFixed(0), peak_mb, report.failed_total, reasonsOf(report.failed)]
    : [name, '–', seconds.toFixed(0), peak_mb, `exit ${code}`, answer.meta?.message ?? out.slice(0, 200)]
  console.log(`| ${row.join(' | ')} |`)
}
