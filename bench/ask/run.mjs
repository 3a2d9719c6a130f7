// Asks questions with known places through the official MCP client, as an agent would, and scores the text of each answer.
//
//   node bench/ask/run.mjs --questions FILE --repos REPOS --home HOME --out OUT.jsonl [--built CLONE] [--llm]
//
//   --questions  JSON Lines: {id, repo, kind, level, query, gold: [{path, start?, end?}], also?: [{path}]}
//   --repos      folder of checkouts, one git repository for each `repo`. Repos that have no index yet are indexed first
//   --home       Cairn's home. It is kept, so a second run indexes nothing
//   --built      a built clone of Cairn with its dev dependencies; default: this one
//   --llm        keep the settings of a language model; without it, `llm` is `off`, and answers are extractive
//
// Each question is asked four times: search_code and ask_codebase, each without a level and with the level of a doc or module question. Printed, in total and for each kind of question:
//   quoted     two telling lines of a gold place are in the text (all of them, if it has fewer); of a module, the folder is among the hits
//   recall@5   a gold or accepted file is among the first five different files, of the hits or of the citations
//   valid      citations whose lines, as they are on disk, are in the answer; anything below 1 is an error
//   bytes, ms  of the text, and until it came: middle and 95th percentile
import fs from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { isQuoted, quantile, rankOf, share, unquotedCitations } from './score.mjs'

const { values: options } = parseArgs({
  options: {
    questions: { type: 'string' },
    repos: { type: 'string' },
    home: { type: 'string' },
    out: { type: 'string' },
    built: { type: 'string', default: path.resolve(import.meta.dirname, '../..') },
    llm: { type: 'boolean', default: false },
  },
})
for (const name of ['questions', 'repos', 'home', 'out']) if (!options[name]) throw new Error(`--${name} is missing`)

const sdk = path.resolve(options.built, 'node_modules/@modelcontextprotocol/client/dist')
const { Client } = await import(path.join(sdk, 'index.mjs'))
const { StdioClientTransport } = await import(path.join(sdk, 'stdio.mjs'))

const lines = fs.readFileSync(options.questions, 'utf8').trim().split('\n')
const questions = lines.map((line) => JSON.parse(line)).filter(({ repo }) => repo !== '*')
const byRepo = new Map()
for (const question of questions) byRepo.set(question.repo, [...(byRepo.get(question.repo) ?? []), question])

const rows = []
for (const [repo, asked] of byRepo) {
  const root = path.resolve(options.repos, repo)
  const client = await openClient(root)
  // The first question loads the program; it is not measured.
  await call(client, 'search_code', { query: 'warm up', repo_filter: ['.'] })
  await call(client, 'ask_codebase', { query: 'how does it warm up', repo_filter: ['.'] })
  for (const question of asked) rows.push(await askAll(client, question, root))
  await client.close()
}
fs.writeFileSync(options.out, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
report(rows)

async function openClient(cwd) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.resolve(options.built, 'dist/surfaces/cli/main.js'), 'mcp'],
    cwd,
    env: { ...process.env, CAIRN_HOME: path.resolve(options.home), NO_COLOR: '1', ...(options.llm ? {} : { CAIRN_LLM: 'off' }) },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'bench-ask', version: '1' })
  await client.connect(transport)
  return client
}

async function call(client, name, args) {
  const start = performance.now()
  const { content } = await client.callTool({ name, arguments: args }, { timeout: 600_000 })
  return { text: content.map(({ text }) => text).join(''), ms: performance.now() - start }
}

async function askAll(client, question, root) {
  const { id, kind, query } = question
  const given = ['doc', 'module'].includes(question.level) ? { level: question.level } : {}
  const base = { query, repo_filter: ['.'] }
  const search = await searchRow(client, question, root, base)
  const searchTold = given.level ? await searchRow(client, question, root, { ...base, ...given }) : search
  const ask = await askRow(client, question, root, base)
  const askTold = given.level ? await askRow(client, question, root, { ...base, ...given }) : ask
  return { id, kind, search, searchTold, ask, askTold }
}

async function searchRow(client, question, root, args) {
  const { text, ms } = await call(client, 'search_code', args)
  const json = await call(client, 'search_code', { ...args, limit: 10, preview: true, format: 'json' })
  const paths = JSON.parse(json.text).items.map(({ file_path }) => file_path ?? '')
  return { ms, bytes: Buffer.byteLength(text), quoted: isQuoted(question, text, paths, root), rank: rankOf(question, paths) }
}

async function askRow(client, question, root, args) {
  const { text, ms } = await call(client, 'ask_codebase', args)
  // A larger limit than the default, so that the envelope in JSON is not shortened where the text is not.
  const json = await call(client, 'ask_codebase', { ...args, format: 'json', max_chars: 100_000 })
  const [answer] = JSON.parse(json.text).items
  const paths = answer.citations.map((citation) => citation.path)
  const folders = [...text.matchAll(/`([^`\s]+)\/`/g)].map(([, folder]) => folder)
  const places = question.level === 'module' ? [...folders, ...paths.map((each) => path.posix.dirname(each))] : paths
  return {
    ms,
    bytes: Buffer.byteLength(text),
    quoted: isQuoted(question, text, places, root),
    rank: rankOf(question, places),
    level: answer.level,
    mode: answer.mode,
    citations: answer.citations.length,
    invalid: unquotedCitations(answer, root),
  }
}

function report(all) {
  const titles = {
    search: 'search_code',
    searchTold: 'search_code, level of doc and module questions given',
    ask: 'ask_codebase',
    askTold: 'ask_codebase, level of doc and module questions given',
  }
  for (const how of Object.keys(titles)) {
    console.log(`\n${titles[how]}`)
    for (const kind of [...new Set(all.map((row) => row.kind)), 'all']) {
      const of = all.filter((row) => kind === 'all' || row.kind === kind).map((row) => row[how])
      const shares = `quoted ${share(of, ({ quoted }) => quoted)}  recall@5 ${share(of, ({ rank }) => rank > 0 && rank <= 5)}`
      console.log(`${kind.padEnd(12)} ${String(of.length).padStart(3)}  ${shares}`)
    }
    const of = all.map((row) => row[how])
    const bytes = of.map((row) => row.bytes)
    const ms = of.map((row) => row.ms)
    const sizes = `bytes ${quantile(bytes, 0.5)}, at most ${Math.max(...bytes)}`
    console.log(
      `${sizes}  ms ${Math.round(quantile(ms, 0.5))}, p95 ${Math.round(quantile(ms, 0.95))}, at most ${Math.round(Math.max(...ms))}`,
    )
    if (how.startsWith('ask')) reportCitations(of)
  }
}

function reportCitations(of) {
  const cited = of.reduce((sum, { citations }) => sum + citations, 0)
  const invalid = of.reduce((sum, row) => sum + row.invalid, 0)
  const counts = new Map()
  for (const { level, mode } of of) counts.set(`${level} ${mode}`, (counts.get(`${level} ${mode}`) ?? 0) + 1)
  console.log(`citations ${cited}, valid ${((cited - invalid) / Math.max(1, cited)).toFixed(4)}`)
  console.log(`levels: ${[...counts].map(([level, count]) => `${level} ${count}`).join(', ')}`)
}
