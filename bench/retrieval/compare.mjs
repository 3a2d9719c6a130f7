// Compares two result files query by query: mean over repos of each, their difference, and the standard error of the difference.
//
//   node bench/retrieval/compare.mjs SCORER QUERIES.jsonl BEFORE.jsonl AFTER.jsonl [--by language --by category] [--metric ndcg10] [--both]
//
//   SCORER    the pack's own scorer (score.py), so that both files are scored by its functions: it is called with --per-query
//   --metric  as the scorer names them; default: all that it gives
//   --by      key of a query; default: language and category
//   --both    only queries that both files have, for runs of a part of a pack
//
// The standard error treats the repos as given and the queries of each as a sample: sqrt(Σ var(d in repo)/n in repo) / repos. In a group
// (a language, a category) the mean is over the queries. A difference below two standard errors is noise.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readQueries } from './ask.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    by: { type: 'string', multiple: true, default: ['language', 'category'] },
    metric: { type: 'string', multiple: true },
    both: { type: 'boolean', default: false },
  },
})
const [scorer, queryFile, ...files] = positionals
if (files.length !== 2) throw new Error('give the scorer, the queries, and two result files')

const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-compare-'))
const answered = files.map((file) => new Set(readQueries(file).map(({ id }) => id)))
const queries = readQueries(queryFile).filter(({ id }) => answered[options.both ? 'every' : 'some']((ids) => ids.has(id)))
const [before, after] = files.map(scoresOf)
rmSync(scratch, { recursive: true })

const metrics = options.metric ?? Object.keys(before.values().next().value).filter((key) => key !== 'id')
for (const metric of metrics) {
  const pairs = pairsOf(metric)
  if (pairs.length === 0) continue
  console.log(`\n${metric}`.padEnd(28), 'n'.padStart(5), 'before', ' after', '   diff', '    se', ' better/worse')
  line('mean of repos', pairs, overRepos(pairs))
  line('mean of queries', pairs, overQueries(pairs))
  for (const key of options.by) {
    const groups = groupBy(pairs, ({ query }) => String(query[key]))
    if (groups.size < 2) continue
    for (const [value, group] of [...groups].sort()) line(`  ${key} ${value}`, group, overQueries(group))
  }
}

function scoresOf(file) {
  const [asked, perQuery] = ['asked.jsonl', 'scores.jsonl'].map((name) => path.join(scratch, name))
  writeFileSync(asked, queries.map((query) => `${JSON.stringify(query)}\n`).join(''))
  const { status, stderr } = spawnSync('python3', [scorer, asked, file, '--semble', '--per-query', perQuery], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${scorer}: ${stderr}`)
  return new Map(readQueries(perQuery).map((scores) => [scores.id, scores]))
}

function pairsOf(metric) {
  const rows = queries.map((query) => ({ query, a: before.get(query.id)[metric], b: after.get(query.id)[metric] }))
  return rows.filter(({ a, b }) => a !== undefined && b !== undefined)
}

function overQueries(pairs) {
  return { a: mean(pairs.map(({ a }) => a)), b: mean(pairs.map(({ b }) => b)), se: Math.sqrt(varianceOfMean(pairs)) }
}

function overRepos(pairs) {
  const repos = [...groupBy(pairs, ({ query }) => query.repo).values()].map(overQueries)
  const se = Math.sqrt(repos.reduce((sum, repo) => sum + repo.se ** 2, 0)) / repos.length
  return { a: mean(repos.map(({ a }) => a)), b: mean(repos.map(({ b }) => b)), se }
}

/** The variance of the mean difference; of a single pair it cannot be known, and is taken as the square of the difference. */
function varianceOfMean(pairs) {
  const differences = pairs.map(({ a, b }) => b - a)
  if (differences.length === 1) return differences[0] ** 2
  const middle = mean(differences)
  const squares = differences.reduce((sum, difference) => sum + (difference - middle) ** 2, 0)
  return squares / (differences.length - 1) / differences.length
}

function line(name, pairs, { a, b, se }) {
  const better = pairs.filter((pair) => pair.b > pair.a).length
  const worse = pairs.filter((pair) => pair.b < pair.a).length
  const sign = b - a >= 0 ? '+' : '-'
  const difference = `${sign}${Math.abs(b - a).toFixed(4)}`
  console.log(
    name.padEnd(27),
    String(pairs.length).padStart(5),
    a.toFixed(4),
    b.toFixed(4),
    difference,
    se.toFixed(4),
    ` ${better}/${worse}`,
  )
}

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
