// The freshness benchmark: real repositories, real edits, every tool asked right after the edit and again after its own update.
//
//   npm run bench:freshness -- [--tools cairn,cairn-mcp,codegraph,…] [--repos zod,gyp,…] [--scenarios insert-above,…]
//                              [--targets 2] [--seed 1] [--short] [--install] [--peers DIR] [--work DIR]
//
// --tools merges: rows not named keep their results. --install puts missing peers into --peers (default: a folder under the system's
// temporary folder, or $CAIRN_BENCH_PEERS). Raw answers stay under --work, one JSON Lines file per row, for manual checks.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { realRepos } from '../../scripts/real-repos.mjs'
import { draftChange } from './change.mjs'
import { cairnRows } from './drivers/cairn.mjs'
import { codegraphRows } from './drivers/codegraph.mjs'
import { gitnexusRows } from './drivers/gitnexus.mjs'
import { optaveRows } from './drivers/optave.mjs'
import { runCommand } from './drivers/processes.mjs'
import { playCase, prepareCheckout } from './play-case.mjs'
import { report } from './report.mjs'
import { scenarios } from './scenarios.mjs'
import { readTree } from './source-text.mjs'
import { tallyRow } from './tally.mjs'
import { pickTargets, randomFrom } from './targets.mjs'

const rows = [...cairnRows, ...codegraphRows, ...gitnexusRows, ...optaveRows]
const { values: options } = parseArgs({
  options: {
    tools: { type: 'string' },
    repos: { type: 'string', default: 'zod,fastify,gyp,cordova-android,cobra' },
    scenarios: { type: 'string' },
    targets: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
    peers: { type: 'string', default: process.env.CAIRN_BENCH_PEERS ?? path.join(os.tmpdir(), 'cairn-bench-peers') },
    work: { type: 'string', default: path.join(os.tmpdir(), 'cairn-bench-freshness') },
    results: { type: 'string', default: path.join(import.meta.dirname, 'results.json') },
  },
})
const listed = (text) => text?.split(',').map((word) => word.trim())
const chosen = rows.filter((row) => !options.tools || listed(options.tools).includes(row.id))
const plays = scenarios
  .filter((scenario) => !options.scenarios || listed(options.scenarios).includes(scenario.id))
  .flatMap((scenario) => scenario.plays.map((play, at) => ({ ...play, scenario: scenario.id, id: `${scenario.id}/${at}` })))
const targetsEach = options.short ? 1 : Number(options.targets)
const say = (text) => process.stderr.write(`${text}\n`)

const names = options.short ? listed(options.repos).slice(0, 2) : listed(options.repos)
const repos = realRepos(path.join(options.work, 'repos'), { names, log: say }).map((repo) => withCases(repo))
for (const row of chosen) await runRow(row)

/** The same targets and drafts for every row: chosen by seed, repo and play alone. */
function withCases(repo) {
  const tree = readTree(repo.root)
  const targets = pickTargets(tree, randomFrom(hash(`${options.seed} ${repo.name}`)))
  const cases = plays.flatMap((play) => {
    const random = randomFrom(hash(`${options.seed} ${repo.name} ${play.id}`))
    const start = Math.floor(random() * targets.length)
    const found = []
    for (let at = 0; at < targets.length && found.length < targetsEach; at++) {
      const draft = draftChange(play, targets[(start + at) % targets.length], tree, random)
      if (draft) found.push({ play, draft })
    }
    return found
  })
  say(`${repo.name}: ${tree.size} files, ${targets.length} possible targets, ${cases.length} cases`)
  return { ...repo, tree, cases }
}

async function runRow(row) {
  let about
  try {
    about = row.setup({ peers: path.resolve(options.peers), install: options.install })
  } catch (problem) {
    say(`skipped ${row.id}: ${problem.message}`)
    return
  }
  const log = path.join(options.work, 'raw', `${row.id}.jsonl`)
  mkdirSync(path.dirname(log), { recursive: true })
  rmSync(log, { force: true })
  const records = []
  const indexed = {}
  const paces = []
  for (const [turn, repo] of repos.entries()) {
    const cases = sampled(row, repo.cases, turn)
    if (cases.length === 0) continue
    const checkout = await prepareCheckout(row, repo, path.join(options.work, row.id, repo.name))
    indexed[repo.name] = Math.round(checkout.indexMs)
    for (const [at, { play, draft }] of cases.entries()) {
      if (at % 5 === 0) paces.push((await runCommand(process.execPath, ['-e', '0'], { cwd: checkout.root, env: process.env })).ms)
      const found = await playCase(row, checkout, repo, play, draft)
      for (const { raw, ...record } of found) {
        records.push(record)
        appendFileSync(log, `${JSON.stringify({ ...record, raw })}\n`)
      }
      const marks = found.map((record) => `${record.question}=${record.verdict}`).join(' ')
      say(`${row.id} ${repo.name} ${at + 1}/${cases.length} ${play.id} ${draft.target.name}: ${marks}`)
    }
    checkout.remove()
  }
  if (options.short || options.scenarios) return say(`\n${row.id}\n${JSON.stringify(tallyRow(records).total, null, 1)}`)
  save(row, about, { indexed, paces }, records)
}

/** Slow rows take fewer cases of the same list: the first target of each play, and with `repos in turn` one repo per play. */
function sampled({ sample }, cases, turn) {
  if (!sample) return cases
  const first = cases.filter(({ play }, at) => cases.findIndex((each) => each.play.id === play.id) === at)
  if (sample === 'one target') return first
  return first.filter(({ play }) => plays.findIndex((each) => each.id === play.id) % repos.length === turn)
}

/** Replaces only this row, so a run of one tool keeps the others' results. */
function save(row, about, { indexed, paces }, records) {
  const before = existsSync(options.results) ? JSON.parse(readFileSync(options.results, 'utf8')) : { rows: [] }
  const result = {
    id: row.id,
    label: row.label,
    ...about,
    updates: row.updates ?? null,
    sample: row.sample ?? null,
    date: new Date().toISOString().slice(0, 10),
    index_ms: indexed,
    pace_ms: Math.round(paces.sort((a, b) => a - b)[Math.floor(paces.length / 2)]),
    ...tallyRow(records),
  }
  const order = rows.map((each) => each.id)
  const all = [...before.rows.filter((each) => each.id !== row.id), result].sort(
    (a, b) => order.indexOf(a.id) - order.indexOf(b.id),
  )
  const machine = `${os.cpus().length} cores, ${os.type()}, Node ${process.versions.node}`
  const about_run = { seed: Number(options.seed), targets: targetsEach, machine }
  const from = repos.map(({ name, language, from }) => ({ name, language, from }))
  const results = { ...about_run, repos: from, scenarios: scenarios.map(({ id, title }) => ({ id, title })), rows: all }
  writeFileSync(options.results, `${JSON.stringify(results, null, 1)}\n`)
  report(results, import.meta.dirname)
}

function hash(text) {
  let value = 2166136261
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0), 16777619)
  return value >>> 0
}
