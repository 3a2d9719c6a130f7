// codegraph by optave: as a command, and with its own watcher running during the questions. `context` returns place and source,
// `where` the functions that use a symbol.
import path from 'node:path'
import { peerFolder } from './install-peer.mjs'
import { environment, runCommand, startProcess } from './processes.mjs'

const version = '3.11.2'
let bin
const optave = ({ root, home }, ...args) => runCommand(bin, args, { cwd: root, env: environment(home) })

const shared = {
  questions: ['definition', 'uses'],
  folders: ['.codegraph/'],
  index: (checkout) => optave(checkout, 'build', '.'),
  setup({ peers, install }) {
    const wanted = { folder: 'optave', name: '@optave/codegraph', version, rebuild: 'better-sqlite3' }
    bin = path.join(peerFolder(peers, wanted, { install }), 'node_modules/.bin/codegraph')
    return { version }
  },
}

const ask = (checkout) => async (question, name) =>
  question === 'definition'
    ? readContext(await optave(checkout, 'context', '--json', name))
    : readWhere(await optave(checkout, 'where', '--json', name), name)

export const optaveRows = [
  {
    ...shared,
    id: 'optave',
    label: 'optave · command line',
    updates: 'codegraph build',
    sync: (checkout) => optave(checkout, 'build', '.'),
    open: async (checkout) => ({ ask: ask(checkout), close: async () => {} }),
  },
  {
    ...shared,
    id: 'optave-watch',
    label: 'optave · watch',
    updates: 'its own watcher',
    open: async (checkout) => {
      const watcher = startProcess(bin, ['watch', '.'], {
        cwd: checkout.root,
        env: environment(checkout.home),
        ready: /Watching .* for changes/,
      })
      await watcher.ready
      return { ask: ask(checkout), close: watcher.close }
    },
  },
]

function results(raw) {
  // A warning may be anywhere except in the quoted source and docs.
  const said = raw.stdout.split('\n').filter((line) => !/^\s*"(source|summary)":/.test(line))
  const says = [...said, ...raw.stderr.split('\n')].filter((line) => /stale|out of date|changed since|rebuild/i.test(line))
  const answer = { definitions: [], uses: [], lines: [], says, withheld: false }
  try {
    return { answer, found: JSON.parse(raw.stdout).results ?? [] }
  } catch {
    return { answer: { ...answer, failed: `no JSON: ${(raw.stdout + raw.stderr).slice(0, 200)}` }, found: [] }
  }
}

function readContext(raw) {
  const { answer, found } = results(raw)
  for (const { name, file, line, endLine, source } of found)
    answer.definitions.push({
      name: name.split('.').at(-1),
      file,
      line,
      end: endLine ?? undefined,
      body: true,
      quotes: source ? source.split('\n').map((text, at) => ({ line: line + at, text })) : [],
    })
  return { raw, answer }
}

/** A use is the function that contains the call, with its first line. */
function readWhere(raw, asked) {
  const { answer, found } = results(raw)
  for (const { name, uses } of found)
    if (name.split('.').at(-1) === asked)
      for (const use of uses) answer.uses.push({ file: use.file, enclosing: use.name.split('.').at(-1), at: use.line })
  return { raw, answer }
}
