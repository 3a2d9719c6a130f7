// Where the CPU time of a command goes, by phase, for the main process, the child that parses and its threads, and the functions that
// take most of it.
//
//   node bench/profile.mjs REPO                                # a first index, in a home of its own
//   node bench/profile.mjs REPO -- where-used refund           # a question, after the index was built without a profile
//   node bench/profile.mjs REPO --json                         # the sums as JSON
//
// The samples are wall time in which the process was not idle: with more work on the machine than cores, all parts grow alike.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const cairn = path.resolve(process.env.CAIRN_BUILT ?? path.join(import.meta.dirname, '..'), 'dist/surfaces/cli/main.js')
const recorder = path.join(import.meta.dirname, 'profile/record.cjs')

/** What a part of the code does for the index or an answer. The first that fits counts. */
const phases = [
  ['list files', /\/dist\/(discover\/(?!read-|record-|classify)|workspace\/)/],
  ['read and hash', /\/dist\/(discover\/|base\/(repo-files|hash))/],
  ['words', /\/dist\/(parse\/(terms|tokens)|base\/words)/],
  ['pack and unpack', /\/dist\/contract\/facts-codec|\/dist\/contract\/.*codec|\/dist\/base\/(bytes|pack|varint)/],
  ['extract', /\/dist\/parse\//],
  ['link', /\/dist\/resolve\//],
  ['store', /\/dist\/store\//],
  ['vectors', /\/dist\/(embed|enrich\/embed)/],
  ['notes', /\/dist\/(enrich\/|indexer\/write-notes)/],
  ['index', /\/dist\/indexer\//],
  ['gateway', /\/dist\/freshness\//],
  ['graph', /\/dist\/graph\//],
  ['search', /\/dist\/search\//],
  ['scan', /\/dist\/scan\//],
  ['quote', /\/dist\/grounding\//],
  ['tools', /\/dist\/(tools|agent)\//],
  ['envelope', /\/dist\/(envelope|contract)\//],
  ['start and surface', /\/dist\/(surfaces|app|config|cli)\//],
  ['helpers', /\/dist\//],
]

const args = process.argv.slice(2)
const dashes = args.indexOf('--')
const question = dashes >= 0 ? args.splice(dashes).slice(1) : undefined
const asJson = args.includes('--json')
const [repo] = args.filter((arg) => arg !== '--json')
if (!repo) {
  console.error('usage: node bench/profile.mjs REPO [--json] [-- COMMAND…]')
  process.exit(2)
}

const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-profile-'))
const folder = path.join(scratch, 'samples')
const env = { ...process.env, CAIRN_HOME: path.join(scratch, 'home'), CAIRN_WRITE_ARTIFACTS: 'false' }
const run = (words, extra) => {
  const done = spawnSync(process.execPath, [cairn, ...words], {
    cwd: path.resolve(repo),
    env: { ...env, ...extra },
    encoding: 'utf8',
  })
  if (done.status !== 0) console.error(done.stderr.slice(-2000))
  return done.status
}
if (question) run(['index', '--json'])
run(question ?? ['index', '--json'], { CAIRN_PROFILE: folder, NODE_OPTIONS: `--require ${recorder}` })
const sums = sumUp(readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
rmSync(scratch, { recursive: true, force: true })
if (asJson) console.log(JSON.stringify({ repo: path.basename(path.resolve(repo)), ...sums }))
else print(sums)

function sumUp(profiles) {
  const byPhase = {}
  const byFunction = new Map()
  const total = {}
  for (const { role, rows } of profiles) {
    for (const [name, place, owner, us] of rows) {
      // `dispatch` is the profiler's own wait between two events.
      if (name === '(idle)' || (name === 'dispatch' && owner === '')) continue
      const phase = phaseOf(name, place, owner)
      byPhase[phase] ??= {}
      byPhase[phase][role] = (byPhase[phase][role] ?? 0) + us / 1e6
      total[role] = (total[role] ?? 0) + us / 1e6
      const key = `${role} ${name || '(anonymous)'} ${shorten(place)}${place === ':0' ? ` from ${shorten(owner)}` : ''}`
      byFunction.set(key, (byFunction.get(key) ?? 0) + us / 1e6)
    }
  }
  const hottest = [...byFunction].sort((one, other) => other[1] - one[1]).slice(0, Number(process.env.CAIRN_PROFILE_TOP ?? 10))
  return { total, byPhase, hottest }
}

function phaseOf(name, place, owner) {
  if (name === '(garbage collector)') return 'garbage collection'
  if (place.startsWith('wasm:')) return 'parse'
  if (owner === '') return 'start of Node and its own work'
  return phases.find(([, pattern]) => pattern.test(owner))?.[0] ?? 'start and surface'
}

function shorten(place) {
  const at = place.lastIndexOf('/dist/')
  return at >= 0 ? place.slice(at + 6) : place.slice(-60)
}

function print({ total, byPhase, hottest }) {
  const roles = ['main', 'child', 'thread']
  const cell = (value) => (value === undefined ? '' : value.toFixed(2)).padStart(9)
  console.log(`${'seconds'.padEnd(40)}${roles.map((role) => role.padStart(9)).join('')}${'all'.padStart(9)}`)
  const sumOf = (row) => Object.values(row).reduce((sum, value) => sum + value, 0)
  for (const [phase, row] of Object.entries(byPhase).sort((one, other) => sumOf(other[1]) - sumOf(one[1])))
    console.log(phase.padEnd(40) + roles.map((role) => cell(row[role])).join('') + cell(sumOf(row)))
  console.log('all'.padEnd(40) + roles.map((role) => cell(total[role])).join('') + cell(sumOf(total)))
  console.log('\nhottest functions')
  for (const [key, seconds] of hottest) console.log(`${seconds.toFixed(2).padStart(8)}  ${key}`)
}
