// Asks issues about the repository as it was before their fix: issue text → the files that the fix changed. For each repository one work
// tree goes from commit to commit, oldest first, and Cairn catches up, so this also exercises indexing of real changes.
//
//   node bench/retrieval/swe.mjs --pack PACK --clones CLONES --work WORK --home HOME --out OUT.jsonl
//
//   --pack    folder with queries.jsonl: {id, repo: owner/name, base_commit, query} on each line
//   --clones  git repositories: CLONES/owner+name/repo, CLONES/owner+name or CLONES/owner/name; only read
//   --work    folder for the work trees; kept
//   --home    Cairn's home; kept
//   --built   a built clone of Cairn; default: this one
//   --most    issues for each repository, spread evenly over its history; default: all
//   --limit   files for each issue, default 10
//
// Results are appended as they come, and issues that OUT.jsonl already has are skipped: an interrupted run can be continued.
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { git, openBuilt, placesOf, readQueries } from './ask.mjs'

const { values: options } = parseArgs({
  options: {
    pack: { type: 'string' },
    clones: { type: 'string' },
    work: { type: 'string' },
    home: { type: 'string' },
    built: { type: 'string', default: path.resolve(import.meta.dirname, '../..') },
    most: { type: 'string', default: 'Infinity' },
    limit: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
})
for (const name of ['pack', 'clones', 'work', 'home', 'out']) if (!options[name]) throw new Error(`--${name} is missing`)

/** search_code takes no longer query. The first lines of an issue say what it is about. */
const LONGEST_QUERY = 16_384

const done = new Set(existsSync(options.out) ? readQueries(options.out).map(({ id }) => id) : [])
const byRepo = new Map()
for (const query of readQueries(path.join(options.pack, 'queries.jsonl')))
  byRepo.set(query.repo, [...(byRepo.get(query.repo) ?? []), query])
mkdirSync(path.dirname(path.resolve(options.out)), { recursive: true })

const workspace = await openBuilt(options.built, options.home)
// Small repositories first, so that an interrupted run has some of each.
for (const [name, issues] of [...byRepo].sort(([, a], [, b]) => a.length - b.length)) {
  const tree = workTreeOf(name)
  for (const issue of spread(oldestFirst(tree, issues), Number(options.most))) {
    if (done.has(issue.id)) continue
    checkOut(tree, issue.base_commit)
    await answer(name, tree, issue)
  }
}
await workspace.close()

async function answer(name, tree, issue) {
  const start = performance.now()
  const { repo_id, root } = await workspace.register(tree, { name })
  await workspace.index(root)
  const indexed = performance.now()
  const places = await placesOf(workspace, {
    query: issue.query.slice(0, LONGEST_QUERY),
    level: 'file',
    limit: Number(options.limit),
    repo_filter: [repo_id],
  })
  const results = places.map(({ path, start, end }) => ({ path, start, end }))
  appendFileSync(options.out, `${JSON.stringify({ id: issue.id, results })}\n`)
  console.error(`${issue.id}: index ${seconds(indexed - start)} s, question ${seconds(performance.now() - indexed)} s`)
}

/** A repository without objects of its own: it reads those of the clone. */
function workTreeOf(name) {
  const tree = path.resolve(options.work, name.replace('/', '__'))
  if (existsSync(path.join(tree, '.git'))) return tree
  mkdirSync(tree, { recursive: true })
  git(tree, 'init', '-q', '-b', 'main')
  writeFileSync(path.join(tree, '.git/objects/info/alternates'), `${objectsOf(name)}\n`)
  return tree
}

/** A partial clone may lack its largest files: these are left out. */
function checkOut(tree, commit) {
  if (!tryGit(tree, 'checkout', '-q', '-f', '--detach', commit)) {
    git(tree, 'update-ref', '--no-deref', 'HEAD', commit)
    git(tree, 'read-tree', commit)
    tryGit(tree, 'checkout-index', '-a', '-f')
    tryGit(tree, 'update-index', '-q', '--refresh')
  }
  git(tree, 'clean', '-ffdxq', '-e', '.llmc')
}

function tryGit(...words) {
  try {
    git(...words)
    return true
  } catch {
    return false
  }
}

function objectsOf(name) {
  const plus = name.replace('/', '+')
  const clones = [`${plus}/repo`, plus, name].map((clone) => path.resolve(options.clones, clone))
  const found = clones.flatMap((clone) => [`${clone}/.git/objects`, `${clone}/objects`]).find((folder) => existsSync(folder))
  if (!found) throw new Error(`no clone of ${name} under ${options.clones}`)
  return found
}

function oldestFirst(tree, issues) {
  const timed = issues.map((issue) => ({
    issue,
    time: Number(/^committer .* (\d+) [+-]\d+$/m.exec(git(tree, 'cat-file', '-p', issue.base_commit))[1]),
  }))
  return timed.sort((a, b) => a.time - b.time).map(({ issue }) => issue)
}

function spread(all, most) {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / most)])
}

function seconds(ms) {
  return (ms / 1000).toFixed(1)
}
