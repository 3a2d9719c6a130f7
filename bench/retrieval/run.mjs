// Asks every query of a retrieval pack and writes the ranked places, for a scorer that compares them with the expected ones.
//
//   node bench/retrieval/run.mjs --pack PACK --repos REPOS --home HOME --level file --out OUT.jsonl
//
//   --pack    folder with queries.jsonl: {id, repo, query, root?, …} on each line
//   --repos   folder of checkouts, one for each `repo`. One that is not a git repository is committed as one, so that ignore rules
//             work and the state of files can be checked; prepare a copy if that must not happen
//   --home    Cairn's home. It is kept, so a second run with the same extraction indexes nothing
//   --built   a built clone of Cairn; default: this one
//   --level   file, symbol or doc
//   --root    filter: search only in the query's `root` folder, by the argument `path`
//             folder: index only that folder, in a copy of the checkout that has nothing else (--copies COPIES)
//   --limit   places for each query, 50 at most (the default)
//   --only    key=value,value: ask only the queries with one of these values, for example category=docs
//
// OUT.jsonl: {id, results: [{path, start, end}, …]}, best first, with the lines of the whole document (file, symbol, section).
// OUT.passage.jsonl: the same places with the lines of the quoted passage.
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { checkoutOf, openBuilt, placesOf, readQueries, rootCopyOf, writeResults } from './ask.mjs'

const { values: options } = parseArgs({
  options: {
    pack: { type: 'string' },
    repos: { type: 'string' },
    home: { type: 'string' },
    built: { type: 'string', default: path.resolve(import.meta.dirname, '../..') },
    level: { type: 'string', default: 'file' },
    root: { type: 'string', default: 'none' },
    copies: { type: 'string' },
    limit: { type: 'string', default: '50' },
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
  },
})
for (const name of ['pack', 'repos', 'home', 'out']) if (!options[name]) throw new Error(`--${name} is missing`)
if (!['none', 'filter', 'folder'].includes(options.root)) throw new Error('--root is filter or folder')
if (options.root === 'folder' && !options.copies) throw new Error('--root folder needs --copies')

const queries = readQueries(path.join(options.pack, 'queries.jsonl'), options.only)
const byRepo = new Map()
for (const query of queries) byRepo.set(query.repo, [...(byRepo.get(query.repo) ?? []), query])

const workspace = await openBuilt(options.built, options.home)
const results = []
let indexing = 0
let asking = 0
for (const [name, asked] of byRepo) {
  const start = performance.now()
  const { repo_id, root } = await workspace.register(...placeOf(name, asked))
  await workspace.index(root)
  const indexed = performance.now()
  for (const query of asked) results.push({ id: query.id, places: await placesFor(query, repo_id) })
  indexing += indexed - start
  asking += performance.now() - indexed
  console.error(
    `${name}: ${asked.length} queries, index ${seconds(indexed - start)} s, ${seconds(performance.now() - indexed)} s`,
  )
}
await workspace.close()
writeResults(options.out, results)
console.log(`${results.length} queries in ${byRepo.size} repos: indexing ${seconds(indexing)} s, asking ${seconds(asking)} s`)

/** The folder to index and its name. The copy of a root folder is another repo than the whole checkout, and both may be in one home. */
function placeOf(name, asked) {
  const whole = path.join(options.repos, name)
  const root = asked[0].root
  if (options.root !== 'folder' || !root) return [checkoutOf(whole), { name }]
  return [rootCopyOf(whole, root, path.join(options.copies, name)), { name: `${name}-root` }]
}

function placesFor(query, repo_id) {
  const filter = options.root === 'filter' && query.root ? { path: [query.root] } : {}
  return placesOf(workspace, {
    query: query.query,
    level: options.level,
    limit: Number(options.limit),
    repo_filter: [repo_id],
    ...filter,
  })
}

function seconds(ms) {
  return (ms / 1000).toFixed(1)
}
