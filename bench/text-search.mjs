// Text search with an index, warm and as a command of its own, compared with ripgrep (optional) and with an earlier version, in one
// run, one after the other. Then random pieces of the files: the lines found with the index are those of a scan of all files.
//
//   node bench/text-search.mjs REPO [--before FOLDER] [--rounds 15] [--samples 200]      (after npm run build; FOLDER: a built clone)
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { listFiles } from '../dist/discover/list-files.js'
import { scanText } from '../dist/scan/scan-text.js'
import { createTextMatcher } from '../dist/scan/text-matcher.js'
import { measure } from './measure.mjs'

const given = process.argv.slice(2)
const option = (name, otherwise) => {
  const at = given.indexOf(name)
  return at < 0 ? otherwise : given.splice(at, 2)[1]
}
const before = option('--before', '')
const rounds = Number(option('--rounds', 15))
const samples = Number(option('--samples', 200))
const [repo] = given

const questions = [
  ['a rare name', { query: 'AccountStatusesCleanupService' }, ['-F']],
  ['a common word', { query: 'account' }, ['-F']],
  ['a part of a name', { query: 'sCleanupServ' }, ['-F']],
  ['a member, `.` inside', { query: 'account.statuses' }, ['-F']],
  ['any case', { query: 'CLEANUPPOLICY', case_sensitive: false }, ['-F', '-i']],
  ['a regular expression', { query: 'def\\s+cleanup_\\w+', regex: true }, []],
  ['no letters: no filter', { query: '=> {}' }, ['-F']],
  ['nowhere', { query: 'zzNowhereInThisRepo' }, ['-F']],
  ['no file: the check alone', { query: 'account', path: ['no/such/folder'] }, undefined],
]

const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
const copy = path.join(scratch, 'repo')
run('git', ['clone', '-q', path.resolve(repo), copy])
// Files as old as git's own index are compared by content in every question; `git status` ends that once they are older.
await sleep(2100)
run('git', ['-C', copy, 'status', '--short'])
const versions = [...(before ? [['before', path.resolve(before)]] : []), ['now', path.resolve(import.meta.dirname, '..')]].map(
  ([name, folder]) => {
    const env = { ...process.env, CAIRN_HOME: path.join(scratch, name), HOME: scratch, CAIRN_WATCH: 'off' }
    const cairn = path.join(folder, 'dist/surfaces/cli/main.js')
    run(process.execPath, [cairn, 'index', copy], { env })
    return { name, cairn, env, batch: startBatch(cairn, env) }
  },
)
const hasRipgrep = spawnSync('rg', ['--version']).status === 0
if (!hasRipgrep) console.log('ripgrep is not installed')

try {
  const { files } = await listFiles(copy)
  console.log(
    `${path.basename(repo)}, ${files.length} files, Node ${process.versions.node}, ${rounds} rounds, milliseconds: median (least)`,
  )
  console.log('\nwarm: `rag_search` of a running process')
  for (const [name, query, flags] of questions) await compare(name, flags, query, (version) => version.batch.timed(query))
  console.log('\nas a command: `cairn search --level text`')
  for (const [name, query, flags] of questions) await compare(name, flags, query, (version) => command(version, query))
  await compareSamples(files)
} finally {
  for (const { batch } of versions) await batch.end()
  rmSync(scratch, { recursive: true, force: true })
}

/** Wall time, and CPU time of the process that is asked: on a busy machine only the second can be trusted. */
async function compare(name, flags, query, ask) {
  const times = new Map()
  const add = (who, { wall, cpu }) => {
    const known = times.get(who) ?? { wall: [], cpu: 0 }
    times.set(who, { wall: [...known.wall, wall], cpu: known.cpu + cpu / rounds })
  }
  // Twice unmeasured: a process decodes the identifiers of a repo when it is asked the second time.
  for (let round = -2; round < rounds; round++) {
    for (const version of versions) {
      const took = await ask(version)
      if (round >= 0) add(version.name, took)
    }
    if (hasRipgrep && flags && round >= 0)
      add('rg', await measured('rg', ['--hidden', '--glob', '!.git', ...flags, '--', query.query, '.']))
  }
  const shown = [...times].map(
    ([who, { wall, cpu }]) => `${who} ${median(wall).toFixed(0)} (${Math.min(...wall).toFixed(0)}), CPU ${cpu.toFixed(0)}`,
  )
  const ratio = (who) => {
    const other = times.get(who)
    const now = times.get('now')
    return other
      ? `; of ${who}: ${(median(now.wall) / median(other.wall)).toFixed(2)}, CPU ${(now.cpu / other.cpu).toFixed(2)}`
      : ''
  }
  console.log(`  ${name.padEnd(26)} ${shown.join(' | ')}${ratio('before')}${ratio('rg')}`)
}

async function measured(program, args, options = {}) {
  const { wall, cpu } = await measure(program, args, { cwd: copy, ...options })
  return { wall: wall * 1000, cpu: cpu * 1000 }
}

/** Pieces of random lines, as literals, in another case and as whole words. */
async function compareSamples(files) {
  const now = versions.at(-1)
  let compared = 0
  let lines = 0
  const wrong = []
  while (compared < samples) {
    const file = files[Math.floor(Math.random() * files.length)]
    const text = readFileSync(path.join(copy, file.path), 'utf8').split('\n')
    const line = text[Math.floor(Math.random() * text.length)] ?? ''
    const start = Math.floor(Math.random() * line.length)
    const piece = line.slice(start, start + 2 + Math.floor(Math.random() * 14))
    if (piece.trim() === '' || piece.includes('\0')) continue
    const folded = Math.random() < 0.3
    const query = {
      query: folded ? piece.toUpperCase() : piece,
      regex: false,
      case_sensitive: !folded,
      word: Math.random() < 0.3,
    }
    const matcher = await createTextMatcher(query)
    const live = await scanText({ root: copy, files, matcher, limit: 1000, deadline_ms: 60_000 })
    const { items, total } = (await now.batch.ask({ ...query, limit: 1000, max_chars: 10_000_000 })).result
    const ours = items.map((item) => `${item.file}:${item.line}:${item.column}`)
    const theirs = live.hits.map((hit) => `${hit.path}:${hit.line}:${hit.column}`)
    if (ours.join('\n') !== theirs.join('\n') || total !== live.total) wrong.push(query)
    compared++
    lines += theirs.length
  }
  console.log(`\n${compared} random pieces, ${lines} lines: ${wrong.length} answers differ from a scan of all files`)
  for (const query of wrong.slice(0, 10)) console.log(`  ${JSON.stringify(query)}`)
  if (wrong.length > 0) process.exitCode = 1
}

function startBatch(cairn, env) {
  const child = spawn(process.execPath, [cairn, 'batch'], { cwd: copy, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async timed(args) {
      const start = performance.now()
      const cpu = cpuOf(child.pid)
      await this.ask(args)
      return { wall: performance.now() - start, cpu: cpuOf(child.pid) - cpu }
    },
    async ask(args) {
      child.stdin.write(`${JSON.stringify({ id: 1, tool: 'rag_search', arguments: args })}\n`)
      return JSON.parse((await lines.next()).value)
    },
    async end() {
      child.stdin.end()
      await new Promise((resolve) => child.once('close', resolve))
    },
  }
}

function command({ cairn, env }, { query, regex, case_sensitive, path: folder }) {
  const flags = [regex && '--regex', case_sensitive === false && '--no-case-sensitive', folder && `--path=${folder}`].filter(
    Boolean,
  )
  return measured(process.execPath, [cairn, 'search', '--level', 'text', ...flags, '--', query], { env })
}

/** Milliseconds of user and system time, children not included. In steps of ten, which even out over the rounds. */
function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}

function median(all) {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]
}

function run(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}
