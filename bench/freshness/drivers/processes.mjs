// Starts the tools: a timed command, a background process, or an MCP server over stdio. Every child gets its own home and only
// the environment variables that it needs.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

/** An environment with its own home; telemetry is switched off in every way the tools support. */
export function environment(home, extra = {}) {
  const { PATH, LANG, TMPDIR } = process.env
  return {
    PATH,
    LANG: LANG ?? 'C.UTF-8',
    ...(TMPDIR ? { TMPDIR } : {}),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    DO_NOT_TRACK: '1',
    NO_COLOR: '1',
    ...extra,
  }
}

/** Runs to the end: status, both outputs, milliseconds of wall time. */
export function runCommand(command, args, { cwd, env, timeout = 180_000 }) {
  return new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const out = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (out[name] += text))
    const timer = setTimeout(() => endGroup(child, 'SIGKILL'), timeout)
    const done = (status) => {
      clearTimeout(timer)
      resolve({ status, ...out, ms: performance.now() - started })
    }
    child.on('error', (problem) => {
      out.stderr += problem.message
      done(-1)
    })
    child.on('close', done)
  })
}

/** A process that stays; `ready` resolves when its output matches. */
export function startProcess(command, args, { cwd, env, ready, timeout = 120_000 }) {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let text = ''
  const watched = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${command} said nothing like ${ready}: ${text.slice(-300)}`)), timeout)
    const hear = (more) => {
      text += more
      if (!ready.test(text)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.setEncoding('utf8').on('data', hear)
    child.stderr.setEncoding('utf8').on('data', hear)
    child.on('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`${command} ended with ${code}: ${text.slice(-300)}`))
    })
  })
  return { ready: watched, text: () => text, close: () => stop(child) }
}

/** An MCP server over stdio, with only the part of the protocol that questions need. */
export async function startMcp(command, args, { cwd, env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
  const waiting = new Map()
  let rest = ''
  let last = 0
  const write = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      const message = line.trim() === '' ? {} : JSON.parse(line)
      if (message.method && message.id !== undefined) write({ id: message.id, result: answerTo(message.method, cwd) })
      waiting.get(message.id)?.(message)
    }
  })
  child.on('close', () => {
    for (const resolve of waiting.values()) resolve({ error: { message: 'the server ended' } })
  })
  const send = (method, params) =>
    new Promise((resolve) => {
      const id = ++last
      const timer = setTimeout(() => resolve({ error: { message: 'no answer in 60 s' } }), 60_000)
      waiting.set(id, (message) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(message)
      })
      write({ id, method, params })
    })
  await send('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: { roots: {} },
    clientInfo: { name: 'freshness-bench', version: '1' },
  })
  write({ method: 'notifications/initialized' })
  return {
    async call(name, values) {
      const started = performance.now()
      const { result, error } = await send('tools/call', { name, arguments: values })
      const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? ''
      return {
        status: error || result?.isError ? 1 : 0,
        stdout: text,
        stderr: error?.message ?? '',
        ms: performance.now() - started,
      }
    },
    close: () => stop(child),
  }
}

function answerTo(method, cwd) {
  return method === 'roots/list' ? { roots: [{ uri: `file://${cwd}`, name: 'repo' }] } : {}
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.on('close', resolve))
  child.stdin.end()
  endGroup(child, 'SIGTERM')
  const timer = setTimeout(() => endGroup(child, 'SIGKILL'), 3000)
  await ended
  clearTimeout(timer)
  endGroup(child, 'SIGKILL')
}

/** The whole group: watchers start children of their own. */
function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {}
}
