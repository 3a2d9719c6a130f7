// GitNexus: as a command, and with its own watcher (`analyze --watch`) running during the questions. `context --content` returns
// place, source and callers in one answer. Needs Node 22. Its text search needs a download that is not made here.
import path from 'node:path'
import { nodeFolder, peerFolder } from './install-peer.mjs'
import { environment, runCommand, startProcess } from './processes.mjs'

const version = '1.6.12'
let bin
let node
const env = (home) =>
  environment(home, { PATH: `${node}${path.delimiter}${process.env.PATH}`, GITNEXUS_LBUG_EXTENSION_INSTALL: 'never' })
const gitnexus = ({ root, home }, ...args) => runCommand(bin, args, { cwd: root, env: env(home) })

const shared = {
  questions: ['definition', 'uses'],
  folders: ['.gitnexus/'],
  index: (checkout) => gitnexus(checkout, 'analyze', '--index-only'),
  setup({ peers, install }) {
    node = nodeFolder(peers, '22.23.3', { install })
    bin = path.join(
      peerFolder(peers, { folder: 'gitnexus', name: 'gitnexus', version }, { install }),
      'node_modules/.bin/gitnexus',
    )
    return { version }
  },
}

const ask = (checkout) => async (question, name) =>
  read(await gitnexus(checkout, 'context', '--content', '--limit', '1000', name), question, name)

export const gitnexusRows = [
  {
    ...shared,
    id: 'gitnexus',
    label: 'GitNexus · command line',
    updates: 'gitnexus analyze',
    // Its update takes several seconds per case.
    sample: 'one target',
    sync: (checkout) => gitnexus(checkout, 'analyze', '--index-only'),
    open: async (checkout) => ({ ask: ask(checkout), close: async () => {} }),
  },
  {
    ...shared,
    id: 'gitnexus-watch',
    label: 'GitNexus · analyze --watch',
    updates: 'its own watcher',
    // A start takes a quarter of a minute and a refresh as long: one target per play, alternating between the repos.
    sample: 'repos in turn',
    patience: 60_000,
    open: async (checkout) => {
      const watcher = startProcess(bin, ['analyze', '--watch'], {
        cwd: checkout.root,
        env: env(checkout.home),
        ready: /initial index ready/,
      })
      await watcher.ready
      return { ask: ask(checkout), close: watcher.close }
    },
  },
]

function read(raw, question, name) {
  // A warning may be anywhere except in the quoted source.
  const said = raw.stdout.split('\n').filter((line) => !/^\s*"content":/.test(line))
  const says = [...said, ...raw.stderr.split('\n')].filter((line) => /stale|out of date|re-run gitnexus/i.test(line))
  const answer = { definitions: [], uses: [], lines: [], says, withheld: false }
  let json
  try {
    json = JSON.parse(raw.stdout)
  } catch {
    return { raw, answer: { ...answer, failed: `no JSON: ${(raw.stdout + raw.stderr).slice(0, 200)}` } }
  }
  if (json.error) return { raw, answer: /not found/i.test(json.error) ? answer : { ...answer, failed: json.error } }
  if (json.status !== 'found') return { raw, answer: { ...answer, failed: `status ${json.status}` } }
  const { symbol } = json
  if (question === 'definition')
    answer.definitions.push({
      name: symbol.name,
      file: symbol.filePath,
      line: symbol.startLine,
      end: symbol.endLine,
      flat: symbol.content,
    })
  else if (symbol.name === name)
    for (const list of Object.values(json.incoming ?? {}))
      for (const use of Array.isArray(list) ? list : []) answer.uses.push({ file: use.filePath, enclosing: use.name })
  return { raw, answer }
}
