// The time that one edited file adds to a warm answer of a long-lived process, compared with the unavoidable work in the same
// run: one change set and one parse of that file. Several files, several kinds of edit.
//
//   node bench/one-edit.mjs REPO SYMBOL
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { createApp } from '../dist/app/create-app.js'
import { takeChangeSet } from '../dist/discover/change-set.js'
import { createParser } from '../dist/parse/create-parser.js'
import { openEmbeddedStore } from '../dist/store/embedded/open-embedded-store.js'

const [repo, symbol] = process.argv.slice(2)
const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const copy = path.join(scratch, path.basename(repo))
cpSync(repo, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
// A copy has new inodes: without this git would read every file again in each check, unlike in a real checkout.
spawnSync('git', ['update-index', '-q', '--refresh'], { cwd: copy })
process.env.CAIRN_HOME = path.join(scratch, 'home')
const app = await createApp({ cwd: copy, surface: 'mcp', flags: { budget_ms: '60000' } })
const [report] = await app.index([])
const { reader } = await openEmbeddedStore(process.env.CAIRN_HOME)
const parser = await createParser()
const languages = { py: 'python', ts: 'typescript', tsx: 'tsx', js: 'javascript', go: 'go', java: 'java' }
const files = String(spawnSync('git', ['ls-files'], { cwd: copy }).stdout)
  .split('\n')
  .filter((file) => path.extname(file).slice(1) in languages && readFileSync(path.join(copy, file)).length > 3000)
const chosen = Array.from({ length: 12 }, (_, at) => files[Math.floor(((at + 0.5) / 12) * files.length)])

const timed = async (work) => {
  const start = performance.now()
  const value = await work()
  return { ms: performance.now() - start, value }
}
const ask = () => app.callTool('where_used', { symbol, limit: 20 })
async function changeSet() {
  const snapshot = await reader.snapshot()
  const rows = await snapshot.recordedFiles(report.repo_id)
  await snapshot.close()
  return takeChangeSet(copy, report.repo_id, rows)
}
const rows = []
for (let at = 0; at < 4; at++) await ask()
for (const file of chosen) {
  const absolutePath = path.join(copy, file)
  const original = readFileSync(absolutePath, 'utf8')
  const comment = file.endsWith('.py') ? '#' : '//'
  const edits = { 'line on top': `${comment} edited\n${original}`, 'line at the end': `${original}\n${comment} edited\n` }
  for (const [kind, text] of Object.entries(edits)) {
    const warm = Math.min(...(await several(4, async () => (await timed(ask)).ms)))
    writeFileSync(absolutePath, text)
    const change = Math.min(...(await several(3, async () => (await timed(changeSet)).ms)))
    const parse = Math.min(
      ...(await several(3, async () => (await timed(() => parser.parse(text, languages[path.extname(file).slice(1)]))).ms)),
    )
    const asked = await timed(ask)
    const { meta } = asked.value
    if (meta.freshness_state !== 'FRESH' || meta.freshness.caught_up !== 1) throw new Error(JSON.stringify(meta.freshness))
    rows.push({ file, kind, warm, change, parse, edited: asked.ms, ratio: (asked.ms - warm) / (change + parse) })
    writeFileSync(absolutePath, original)
    await ask()
  }
}
await app.close()
await reader.close()
rmSync(scratch, { recursive: true, force: true })
rows.sort((a, b) => a.ratio - b.ratio)
const middle = rows[Math.floor(rows.length / 2)]
console.log(`${path.basename(repo)}: ${report.files} files, Node ${process.version}`)
for (const row of rows)
  console.log(
    `${row.ratio.toFixed(2)}×  warm ${row.warm.toFixed(0)} change set ${row.change.toFixed(0)} parse ${row.parse.toFixed(1)} edited ${row.edited.toFixed(0)} ms  ${row.kind}  ${row.file}`,
  )
console.log(`median ${middle.ratio.toFixed(2)}, worst ${rows.at(-1).ratio.toFixed(2)}`)

async function several(times, work) {
  const list = []
  for (let at = 0; at < times; at++) list.push(await work())
  return list
}
