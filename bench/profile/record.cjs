// Preloaded into every process and thread of a profiled command (`--require`): samples the CPU all the time and keeps adding the
// self time of each function to a file of its own below CAIRN_PROFILE. A thread may be ended without notice, so the file is written
// again and again.
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const inspector = require('node:inspector')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const { isMainThread, threadId } = require('node:worker_threads')

const folder = process.env.CAIRN_PROFILE
if (folder) record(folder)

function record(folder) {
  mkdirSync(folder, { recursive: true })
  const role = !isMainThread ? 'thread' : process.send ? 'child' : 'main'
  const file = path.join(folder, `${role}-${process.pid}-${threadId}.json`)
  const sums = new Map()
  const session = new inspector.Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: 1000 })
  const start = () => session.post('Profiler.start')
  const stop = () =>
    session.post('Profiler.stop', (error, result) => {
      if (error) return
      add(result.profile, sums)
      const rows = [...sums.entries()].map(([key, us]) => [...JSON.parse(key), us])
      writeFileSync(file, JSON.stringify({ role, argv: process.argv.slice(1), rows }))
    })
  start()
  setInterval(() => {
    stop()
    start()
  }, 1000).unref()
  process.on('exit', stop)
}

/** Self time by [function, place, the nearest caller in our own code]. */
function add({ nodes, samples, timeDeltas }, sums) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map()
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node)
  const keys = new Map()
  const keyOf = (id) => {
    const known = keys.get(id)
    if (known) return known
    const node = byId.get(id)
    const { functionName, lineNumber } = node.callFrame
    const url = moduleAt(node.callFrame)
    let owner = node
    while (owner && !owner.callFrame.url.includes('/dist/')) owner = parents.get(owner.id)
    const key = JSON.stringify([functionName, `${url}:${lineNumber + 1}`, owner ? moduleAt(owner.callFrame) : ''])
    keys.set(id, key)
    return key
  }
  for (const [at, id] of samples.entries()) {
    const key = keyOf(id)
    sums.set(key, (sums.get(key) ?? 0) + Math.max(0, timeDeltas[at] ?? 0))
  }
}

const bundled = /\/dist\/(?=(?:surfaces\/cli|parse)\/(?:main\.js|parts\/))/
const starts = new Map()

/** The module that a line of a bundled file comes from: each begins with a comment that names it. */
function moduleAt({ url, lineNumber }) {
  if (!bundled.test(url)) return url
  if (!starts.has(url)) {
    const lines = readFileSync(url.startsWith('file:') ? fileURLToPath(url) : url, 'utf8').split('\n')
    starts.set(
      url,
      lines.flatMap((line, at) => (line.startsWith('// dist/') ? [[at, line.slice('// dist/'.length)]] : [])),
    )
  }
  const start = starts.get(url).findLast(([at]) => at <= lineNumber)
  return start ? url.replace(/\/dist\/.*/, `/dist/${start[1]}`) : url
}
