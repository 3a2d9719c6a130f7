// Compares every repository of `repos.mjs` and writes bench/languages.md, with the findings of a person (`notes.md`).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createParser } from '../../dist/parse/create-parser.js'
import { compareRepo } from './compare.mjs'
import { repos } from './repos.mjs'

const here = import.meta.dirname
const resultsFile = path.join(here, 'results.json')

/** With `languages`, the rows of the other languages keep their earlier results. */
export async function writeTable(from, languages) {
  const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
  for (const repo of repos) {
    if (languages && !languages.includes(repo.language)) continue
    const row = await measure(from, repo)
    if (row) results[`${repo.language} ${repo.name}`] = row
  }
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  const notes = readFileSync(path.join(here, 'notes.md'), 'utf8')
  writeFileSync(path.join(here, '../languages.md'), `${pageOf(results)}\n${notes}`)
}

async function measure(from, { name, language, url, commit, under }) {
  const root = checkout(path.resolve(from), name, url, commit)
  if (!root) return undefined
  // One parser per repository, so that memory and warm code of one do not help the next.
  const parser = createParser()
  const { misses, beyond, ...row } = await compareRepo(root, language, parser, under)
  await parser.close()
  const share = row.tags ? `, ${row.found} of ${row.tags} of ctags` : ''
  console.log(`${language} ${name}: ${row.files} files, ${row.symbols} definitions${share}`)
  return { ...row, beyond: beyond.length, missed: misses.length, rate: row.bytes / 1e6 / row.seconds }
}

function checkout(from, name, url, commit) {
  const root = path.join(from, name)
  const git = (...args) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  if (!existsSync(root)) {
    mkdirSync(root, { recursive: true })
    const steps = [
      ['init', '-q'],
      ['fetch', '-q', '--depth', '1', url, commit],
      ['checkout', '-q', 'FETCH_HEAD'],
    ]
    for (const step of steps) if (git(...step).status !== 0) return void console.log(`skipped ${name}: ${url} cannot be fetched`)
  }
  const at = git('rev-parse', 'HEAD').stdout.trim()
  if (at !== commit) console.log(`note: ${name} is at ${at}, not at ${commit}`)
  return root
}

function pageOf(results) {
  const rows = repos.flatMap((repo) => {
    const row = results[`${repo.language} ${repo.name}`]
    return row ? [lineOf(repo, row)] : []
  })
  return `# Definitions, language by language

Made by \`npm run bench:languages -- --from DIR\` (${os.cpus().length} cores, ${os.type()}, Node ${process.versions.node}; universal-ctags 5.9.0). Checkouts are looked for in DIR and cloned
into it when absent. A definition of ctags (functions, methods, classes, types and what is like them: \`bench/languages/ctags-languages.mjs\`) is found
when Cairn has one of that name on that very line. *Its errors*: what ctags lists that is no definition, by rules written down in that file (a word before
\`function\` in Lua, object literals called classes in JavaScript, code in strings). *Of all*: with them; *of the rest*: without. Files above 1 MB and minified ones are left out.
*Partly*: files with lines the grammar could not read. *MB/s*: parsing, facts and words, per CPU-second of one process, its start and the first cold files included.

| language | repository | files (partly) | ctags | of all | its errors | of the rest | Cairn | MB/s | what is missed, and why |
|---|---|---:|---:|---:|---:|---:|---:|---:|---|
${rows.join('\n')}
`
}

function lineOf({ name, language, url, commit, missed, under }, row) {
  const partly = Object.entries(row.states).reduce((sum, [state, count]) => sum + (state === 'indexed' ? 0 : count), 0)
  const { tags, found, errors, foundErrors = 0 } = row
  const where = `[${name}](${url}) ${commit.slice(0, 8)}${under ? `, ${under}` : ''}`
  const shares = tags
    ? [tags + errors, share(found + foundErrors, tags + errors), errors || '', errors ? share(found, tags) : '']
    : ['–', '–', '', '']
  const cells = [language, where, `${row.files} (${partly})`, ...shares, row.symbols, row.rate?.toFixed(1) ?? '', missed ?? '']
  return `| ${cells.join(' | ')} |`
}

const share = (part, whole) => `${(Math.floor((10_000 * part) / whole) / 100).toFixed(2)} %`
