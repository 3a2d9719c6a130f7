// One client, from an empty home to the evidence: a repo of its own, its configuration, one conversation with the scripted model.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { askDirectly } from './ask-directly.mjs'
import { judge } from './judge.mjs'
import { readWire } from './read-wire.mjs'
import { refuseOutside } from './refuse-outside.mjs'
import { runToEnd } from './run-to-end.mjs'
import { makeSampleRepo, scriptFor } from './sample-repo.mjs'
import { startScriptedLlm } from './scripted-llm.mjs'
import { serveHttp } from './serve-http.mjs'

const recorder = path.join(import.meta.dirname, 'record-wire.mjs')

/** `options` is { command, program, scratch, transport, configure, seconds }; `command` starts the client, `program` is Cairn. */
export async function measureClient(client, options) {
  const place = makePlace(client, options)
  const server = options.transport === 'http' ? await serveHttp(options.program, inRepo(place)) : viaStdio
  try {
    const script = scriptFor(options.transport)
    const direct = await askDirectly(server, script.calls, inRepo(place))
    const world = { ...place, server: options.configure === 'install' ? undefined : server }
    const talk = await converse(client, world, { ...options, script, server })
    const wire = readWire(talk.log)
    const judged = judge({ requests: talk.requests, direct, wire, script, unwrap: client.unwrap })
    const deferred = client.deferring && (await listedByDefault(client, world, { ...options, direct, server }))
    return withRun({ ...judged, ...(deferred ? { listedByDefault: deferred } : {}) }, talk, {
      seconds: options.seconds,
      left: await stillRunning(conversations.flatMap((name) => readWire(wireLog(place, name))?.unended ?? [])),
    })
  } finally {
    server.close?.()
  }
}

/** The second is held only with a client that loads tools on demand. */
const conversations = ['conversation', 'deferring']
const wireLog = ({ root }, name) => path.join(root, `${name}.wire.jsonl`)

/** `cairn` on the client's PATH, as a user has it after `npm link`. */
const viaStdio = { transport: 'stdio', command: 'cairn', args: ['mcp'] }

function makePlace(client, { scratch, program }) {
  const root = path.join(scratch, client.name)
  const place = { root, home: path.join(root, 'home'), bin: path.join(root, 'bin'), temp: path.join(root, 'tmp'), program }
  for (const folder of [place.home, place.bin, place.temp]) mkdirSync(folder, { recursive: true })
  writeCairn(place, path.join(root, 'direct.jsonl'))
  return { ...place, repo: makeSampleRepo(path.join(root, 'shop')) }
}

/** The command `cairn`, which records into this log what passes between it and its client. */
function writeCairn({ bin, program }, log) {
  const words = [process.execPath, recorder, log, program].map((word) => `'${word}'`)
  writeFileSync(path.join(bin, 'cairn'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
}

/** Nothing of this process's environment but the PATH: no key, no proxy, no setting of the user reaches the client. */
const inRepo = ({ repo, home, bin, temp }) => ({
  cwd: repo,
  env: {
    PATH: [bin, path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
    HOME: home,
    TMPDIR: temp,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
  },
})

/** One conversation. Resolves to `{ requests, run, hosts, log }`, of which the scratch folder has a copy. */
async function converse(client, world, { script, server, name = conversations[0], environment = {}, ...options }) {
  const model = await startScriptedLlm({ script })
  const outside = await refuseOutside()
  const log = wireLog(world, name)
  try {
    writeCairn(world, log)
    server.recordTo?.(log)
    configure(client, { ...world, model: model.url }, options)
    const { cwd, env } = inRepo(world)
    const own = client.environment({ ...world, model: model.url })
    const run = await runToEnd(options.command[0], [...options.command.slice(1), ...client.args('Follow the script.')], {
      cwd,
      env: withoutUndefined({ ...env, ...outside.environment, ...own, ...environment }),
      seconds: options.seconds,
    })
    writeFileSync(path.join(world.root, `${name}.output.txt`), run.output)
    writeFileSync(path.join(world.root, `${name}.requests.json`), JSON.stringify(model.requests, null, 1))
    return { requests: model.requests, run, hosts: [...outside.hosts], log }
  } finally {
    await Promise.all([model.close(), outside.close()])
  }
}

function configure(client, world, options) {
  for (const [file, text] of Object.entries(client.files(world))) {
    mkdirSync(path.dirname(path.join(world.home, file)), { recursive: true })
    writeFileSync(path.join(world.home, file), text)
  }
  if (options.configure !== 'install') return
  const { status, stdout, stderr } = spawnSync('cairn', ['install', client.name, '--scope', 'user'], {
    ...inRepo(world),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`\`cairn install ${client.name}\` failed: ${(stderr || stdout).trim()}`)
}

/** Which of Cairn's tools the model sees if the client is left to load tools on demand. */
async function listedByDefault(client, world, { direct, ...options }) {
  const script = { calls: [], final: 'Nothing to do.' }
  const { requests } = await converse(client, world, {
    ...options,
    script,
    name: conversations[1],
    environment: client.deferring,
  })
  return judge({ requests, direct, script }).tools.names
}

/** Adds what the run itself says, first, because it explains the rest. */
function withRun(judged, { run, hosts }, { seconds, left }) {
  const failures = []
  if (run.timedOut) failures.push(`The client did not end within ${seconds} seconds.`)
  else if (run.exit !== 0) failures.push(`The client ended with ${run.exit}: ${run.output.trim().slice(-500)}`)
  if (hosts.length > 0) failures.push(`The client tried to reach ${hosts.join(', ')}.`)
  if (left > 0) failures.push(`${left} processes of \`cairn mcp\` were still running after the client had ended.`)
  return { ...judged, outside: hosts, failures: [...failures, ...judged.failures] }
}

/** A server ends by itself when its client is gone. One that does not within five seconds is killed and reported. */
async function stillRunning(pids) {
  const until = Date.now() + 5000
  while (pids.some(isRunning) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100))
  const left = pids.filter(isRunning)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  return left.length
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const withoutUndefined = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
