// Cairn, from this checkout's dist: as a command (a new process per question) and as a long-lived MCP server.
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { environment, runCommand, startMcp } from './processes.mjs'

const project = path.resolve(import.meta.dirname, '../../..')
const main = path.join(project, 'dist/surfaces/cli/main.js')
// The question itself must notice each change, so the server does not watch for changes in the background.
const env = (home) => environment(home, { CAIRN_HOME: path.join(home, 'cairn'), CAIRN_WATCH: 'false' })
const cairn = ({ root, home }, ...args) => runCommand(process.execPath, [main, ...args, '--json'], { cwd: root, env: env(home) })

export const cairnRows = [
  {
    id: 'cairn',
    label: 'Cairn · command line',
    setup,
    questions: ['definition', 'uses', 'text'],
    folders: ['.llmc/'],
    index: (checkout) => cairn(checkout, 'index'),
    sync: (checkout) => cairn(checkout, 'index'),
    open: async (checkout) => ({
      ask: async (question, name) => read(question, name, await cairn(checkout, ...words(question, name))),
      close: async () => {},
    }),
  },
  {
    id: 'cairn-mcp',
    label: 'Cairn · MCP server',
    setup,
    questions: ['definition', 'uses', 'text'],
    folders: ['.llmc/'],
    index: (checkout) => cairn(checkout, 'index'),
    open: async ({ root, home }) => {
      const server = await startMcp(process.execPath, [main, 'mcp'], { cwd: root, env: env(home) })
      return {
        ask: async (question, name) => read(question, name, await server.call(...tool(question, name))),
        close: server.close,
      }
    },
  },
]

function setup() {
  const git = (...args) => execFileSync('git', ['-C', project, ...args], { encoding: 'utf8' }).trim()
  const { version } = JSON.parse(
    execFileSync(process.execPath, ['-p', 'JSON.stringify(require("./package.json"))'], { cwd: project, encoding: 'utf8' }),
  )
  return { version, commit: git('rev-parse', '--short', 'HEAD') }
}

function words(question, name) {
  if (question === 'definition') return ['definition', name]
  if (question === 'uses') return ['where-used', name, '--limit', '1000']
  return ['search', name, '--level', 'text', '--limit', '1000']
}

function tool(question, name) {
  const format = { format: 'json', max_chars: 1_000_000 }
  if (question === 'definition') return ['definition', { symbol: name, ...format }]
  if (question === 'uses') return ['where_used', { symbol: name, limit: 1000, ...format }]
  return ['rag_search', { query: name, limit: 1000, ...format }]
}

function read(question, name, raw) {
  const answer = { definitions: [], uses: [], lines: [], says: [], withheld: false }
  let envelope
  try {
    envelope = JSON.parse(raw.stdout)
  } catch {
    return { raw, answer: { ...answer, failed: `no JSON: ${(raw.stdout + raw.stderr).slice(0, 200)}` } }
  }
  const { items, meta } = envelope
  if (meta.status === 'ERROR') return { raw, answer: { ...answer, failed: meta.message } }
  // A label is the state in the cover, or the label of an item; `indexed` and FRESH are no labels.
  if (meta.freshness_state !== 'FRESH') answer.says.push(`${meta.status} ${meta.freshness_state}`)
  if (meta.freshness?.unchecked > 0) answer.says.push(`${meta.freshness.unchecked} unchecked`)
  for (const item of items) {
    const { start_line, text } = { ...item.snippet.location, text: item.snippet.text }
    const quotes = text.split('\n').map((line, at) => ({ line: start_line + at, text: line }))
    const claim = { file: item.file, line: item.line, quotes }
    if (question === 'definition') answer.definitions.push({ ...claim, name: lastName(item.symbol, name), end: item.end_line })
    else if (question === 'uses') answer.uses.push({ ...claim, enclosing: item.enclosing ? lastName(item.enclosing) : undefined })
    else answer.lines.push(claim)
  }
  return { raw, answer }
}

/** `sym:a.b.Class.method` → `method`; an overload's mark after `#` or `(` is not part of the name. */
function lastName(id, otherwise) {
  return (
    id
      ?.replace(/[#(~].*$/, '')
      .split(/[.:/]/)
      .at(-1) ?? otherwise
  )
}
