// The CPU time of an idle `cairn watch` in milliseconds per minute, with its children, compared with a bare waiting Node process,
// minute by minute. Then with an ignored log that is written ten times a second, and the time from an edit to the printed line,
// compared with `git status`. Linux only.
//
//   node bench/watch.mjs REPO… [--seconds 60] [--edit FOLDER]
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const cairn = path.resolve(import.meta.dirname, '../dist/surfaces/cli/main.js')
const given = process.argv.slice(2)
const option = (name, otherwise) => {
  const at = given.indexOf(name)
  return at < 0 ? otherwise : given.splice(at, 2)[1]
}
const seconds = Number(option('--seconds', 60))
const under = option('--edit', '')

for (const repo of given) await measureRepo(path.resolve(repo))

async function measureRepo(repo) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'cairn-bench-'))
  const copy = path.join(scratch, path.basename(repo))
  run('git', ['clone', '-q', repo, copy])
  run('git', ['-C', copy, 'config', 'core.excludesFile', path.join(scratch, 'ignore')])
  appendFileSync(path.join(scratch, 'ignore'), '*.benchlog\n')
  const env = { ...process.env, CAIRN_HOME: path.join(scratch, 'home'), HOME: scratch }
  const indexed = JSON.parse(run(process.execPath, [cairn, 'index', copy], { env }))
  const watch = startWatch(copy, env)
  const anchor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1 << 30)'], { stdio: 'ignore' })
  try {
    await watch.heard('ready')
    const idle = []
    for (let minute = 0; minute < 3; minute++) idle.push(await Promise.all([cpuOver(watch.child.pid), cpuOver(anchor.pid)]))
    const log = setInterval(() => appendFileSync(path.join(copy, 'noise.benchlog'), 'a line\n'), 100)
    const noisy = await cpuOver(watch.child.pid)
    clearInterval(log)
    const told = await editTimes(copy, watch)
    console.log(`${path.basename(repo)}, ${indexed.items[0].files} files, Node ${process.versions.node}, ${seconds} s each`)
    const minutes = (which) => idle.map((pair) => pair[which].toFixed(1)).join(', ')
    console.log(`  idle           ${minutes(0)} ms of CPU a minute, one after the other; a bare Node process ${minutes(1)}`)
    console.log(`  ignored log    ${noisy.toFixed(0)} ms of CPU a minute`)
    console.log(
      `  edit to line   median ${told.line.toFixed(0)} ms, of it 200 ms of waiting for quiet; git status ${told.git.toFixed(0)} ms`,
    )
  } finally {
    watch.child.kill()
    anchor.kill()
    await new Promise((resolve) => watch.child.once('close', resolve))
    rmSync(scratch, { recursive: true, force: true })
  }
}

function startWatch(cwd, env) {
  const child = spawn(process.execPath, [cairn, 'watch', cwd], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const events = []
  let wake = () => undefined
  let open = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (open + text).split('\n')
    open = lines.pop()
    events.push(...lines.map((line) => JSON.parse(line)))
    wake()
  })
  const heard = async (kind) => {
    for (;;) {
      while (events.length > 0) if (events.shift().event === kind) return
      await new Promise((resolve) => {
        wake = resolve
      })
    }
  }
  return { child, heard }
}

/** CPU milliseconds per minute: user and system, of the process and its finished children. */
async function cpuOver(pid) {
  const before = cpuOf(pid)
  const started = performance.now()
  await sleep(seconds * 1000)
  return (cpuOf(pid) - before) * (60_000 / (performance.now() - started))
}

/** Precise for its own threads (nanoseconds), in ticks of 10 ms for children. */
function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number)
  const own = Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  return threads(pid, own) + (user + system) * 10
}

function threads(pid, main) {
  const listed = run('ls', [`/proc/${pid}/task`])
    .trim()
    .split('\n')
  return listed.reduce((sum, thread) => {
    if (thread === String(pid)) return sum + main
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return sum
    }
  }, 0)
}

async function editTimes(copy, watch) {
  const file = run('git', ['-C', copy, 'ls-files', ...(under ? [under] : [])])
    .split('\n')
    .find((name) => /\.(py|ts|tsx|js|go|java)$/.test(name) && readFileSync(path.join(copy, name)).length > 2000)
  const times = []
  const gits = []
  for (let round = 0; round < 11; round++) {
    await sleep(1_500)
    const started = performance.now()
    appendFileSync(path.join(copy, file), '\n')
    await watch.heard('caught-up')
    times.push(performance.now() - started)
    const asked = performance.now()
    run('git', ['-C', copy, '--no-optional-locks', 'status', '--porcelain', '-uall'])
    gits.push(performance.now() - asked)
  }
  const middle = (list) => list.sort((a, b) => a - b)[5]
  return { line: middle(times), git: middle(gits) }
}

function run(command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}
