// Runs a command and measures wall seconds, CPU seconds including all children, and the peak memory of its process tree
// (proportional set size, sampled every 50 ms). Linux only.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

export async function measure(command, args, options = {}) {
  const started = performance.now()
  // bash's `times` adds up the CPU of every descendant that was waited for.
  const child = spawn('bash', ['-c', '"$0" "$@" >/dev/null 2>/dev/null; code=$?; times >&2; exit $code', command, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  })
  let text = ''
  child.stderr.on('data', (chunk) => {
    text += chunk
  })
  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, treeMemory(child.pid))
  }, 50)
  const status = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(sampler)
  return { status, wall: (performance.now() - started) / 1000, cpu: childrenCpu(text), peak_mb: Math.round(peak / 1024) }
}

function childrenCpu(text) {
  const line = text.trim().split('\n').at(-1) ?? ''
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

function treeMemory(root) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {}
  }
  const inTree = (pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true
    return false
  }
  let sum = 0
  for (const pid of parents.keys()) {
    if (!inTree(pid)) continue
    try {
      sum += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {}
  }
  return sum
}

/** The best of several runs, because noise on a shared machine only adds time. */
export async function best(times, run) {
  let chosen
  for (let at = 0; at < times; at++) {
    const result = await run(at)
    if (!chosen || result.cpu < chosen.cpu) chosen = result
  }
  return chosen
}
