// Measures a model on an evaluation pack: embeddings alone, plain BM25 over the same texts, and both joined by rank. No ranking rules.
//   node training/evaluate/run.mjs PACK UNITS.jsonl MODEL OUT
// UNITS.jsonl is made by units.mjs. Writes OUT/{embedding,bm25,fused}.jsonl for the pack's own scorer and prints NDCG@10 by file, mean over repositories.
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createBm25 } from './bm25.mjs'

const [pack, unitFile, model, out] = process.argv.slice(2)
const TAKEN = 50
/** The usual constant of reciprocal rank fusion. */
const RANK_OFFSET = 60

const { openModel } = await import('./open-model.mjs')
const embedder = model === 'none' ? undefined : await openModel(model)
mkdirSync(out, { recursive: true })
const queries = readFileSync(path.join(pack, 'queries.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const results = { embedding: [], bm25: [], fused: [] }
for await (const { repo, units } of repositories()) {
  const asked = queries.filter((query) => query.repo === repo)
  if (asked.length > 0) await measure(units, asked)
}
for (const [name, lines] of Object.entries(results)) {
  if (lines.length === 0) continue
  writeFileSync(path.join(out, `${name}.jsonl`), lines.map((line) => JSON.stringify(line)).join('\n'))
  console.log(name, meanNdcg(lines).toFixed(4))
}

async function measure(units, asked) {
  const bm25 = createBm25(units.map(({ p, n, d, b }) => `${p} ${n} ${d} ${b}`))
  const vectors = embedder && (await embedder.documents(units))
  for (const { id, query } of asked) {
    const byWords = bestFiles(units, bm25(query))
    results.bm25.push({ id, results: byWords })
    if (!embedder) continue
    const byMeaning = bestFiles(units, await embedder.scores(query, vectors))
    results.embedding.push({ id, results: byMeaning })
    results.fused.push({ id, results: fuse(byWords, byMeaning) })
  }
}

/** A file is as good as its best unit. Ties go by path, so that the same texts give the same order. */
function bestFiles(units, scores) {
  const best = new Map()
  units.forEach(({ path: file, start, end }, number) => {
    const score = scores[number]
    if (score > (best.get(file)?.score ?? 0)) best.set(file, { score, path: file, start, end })
  })
  const ranked = [...best.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
  return ranked.slice(0, TAKEN).map(({ path: file, start, end }) => ({ path: file, start, end }))
}

function fuse(...lists) {
  const scores = new Map()
  for (const list of lists) {
    list.forEach((hit, rank) => {
      const known = scores.get(hit.path) ?? { hit, score: 0 }
      known.score += 1 / (RANK_OFFSET + rank + 1)
      scores.set(hit.path, known)
    })
  }
  return [...scores.values()]
    .sort((a, b) => b.score - a.score || (a.hit.path < b.hit.path ? -1 : 1))
    .slice(0, TAKEN)
    .map(({ hit }) => hit)
}

function meanNdcg(lines) {
  const found = new Map(lines.map(({ id, results: hits }) => [id, hits.map((hit) => hit.path)]))
  const byRepo = Map.groupBy ? Map.groupBy(queries, ({ repo }) => repo) : groupBy(queries)
  const means = [...byRepo.values()].map(
    (list) => list.reduce((sum, query) => sum + ndcg(query, found.get(query.id) ?? []), 0) / list.length,
  )
  return means.reduce((sum, mean) => sum + mean, 0) / means.length
}

function groupBy(list) {
  const groups = new Map()
  for (const query of list) groups.set(query.repo, [...(groups.get(query.repo) ?? []), query])
  return groups
}

function ndcg({ relevant }, files) {
  const gold = new Set(relevant.map((one) => one.path))
  const gain = files.slice(0, 10).reduce((sum, file, rank) => sum + (gold.has(file) ? 1 / Math.log2(rank + 2) : 0), 0)
  const ideal = Array.from({ length: Math.min(10, gold.size) }, (_, rank) => 1 / Math.log2(rank + 2)).reduce(
    (sum, value) => sum + value,
    0,
  )
  return gain / ideal
}

/** Units follow each other by repository. */
async function* repositories() {
  let repo
  let units = []
  for await (const line of createInterface({ input: createReadStream(unitFile) })) {
    const unit = JSON.parse(line)
    if (unit.repo !== repo && units.length > 0) {
      yield { repo, units }
      units = []
    }
    repo = unit.repo
    units.push(unit)
  }
  if (units.length > 0) yield { repo, units }
}
