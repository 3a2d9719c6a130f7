// Encodes the units and questions of an evaluation pack with a vocabulary, for training/measure.py.
//   node training/evaluate/encode-pack.mjs PACK UNITS.jsonl WORDS OUT
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [pack, units, words, out] = process.argv.slice(2)
mkdirSync(out, { recursive: true })
const lines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const queries = lines(path.join(pack, 'queries.jsonl'))
const asked = path.join(out, 'queries.jsonl')
writeFileSync(
  asked,
  queries
    .map(({ query, repo }) => JSON.stringify({ q: query, p: '', n: '', d: '', b: '', repo, level: 'query', l: '' }))
    .join('\n'),
)
const encode = new URL('../pairs/encode.mjs', import.meta.url).pathname
for (const [name, input] of [
  ['units', units],
  ['queries', asked],
]) {
  execFileSync(process.execPath, [encode, path.join(out, name), '--vocabulary', words, input], { stdio: 'inherit' })
}
const known = lines(units)
const repos = [...new Set(known.map(({ repo }) => repo))]
const files = new Map()
const fileOf = (repo, file) => {
  const name = `${repo}:${file}`
  const number = files.get(name) ?? files.size
  files.set(name, number)
  return number
}
const file = known.map((unit) => fileOf(unit.repo, unit.path))
const questions = queries.map(({ id, repo, relevant, category, language }) => {
  const gold = [...new Set(relevant.map((one) => one.path))]
  return {
    id,
    repo: repos.indexOf(repo),
    files: gold.map((one) => files.get(`${repo}:${one}`) ?? -1),
    gold: gold.length,
    category,
    language,
  }
})
writeFileSync(
  path.join(out, 'pack.json'),
  JSON.stringify({ repos, file, unit_repo: known.map(({ repo }) => repos.indexOf(repo)), paths: [...files.keys()], questions }),
)
