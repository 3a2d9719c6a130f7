// codegraph (colbymchenry): as a command without its daemon, and the way its README recommends, an MCP server that watches the
// project. `node` returns a symbol's place, source and callers' trail; `callers` the callers with the line of each call.
import path from 'node:path'
import { peerFolder } from './install-peer.mjs'
import { environment, runCommand, startMcp } from './processes.mjs'

const version = '1.6.1'
let bin
const env = (home) => environment(home, { CODEGRAPH_TELEMETRY: '0', CODEGRAPH_NO_DAEMON: '1' })
const codegraph = ({ root, home }, ...args) => runCommand(bin, args, { cwd: root, env: env(home) })

const shared = {
  questions: ['definition', 'uses'],
  folders: ['.codegraph/'],
  index: (checkout) => codegraph(checkout, 'init', '--yes'),
  setup({ peers, install }) {
    const folder = peerFolder(peers, { folder: 'codegraph', name: '@colbymchenry/codegraph', version }, { install })
    bin = path.join(folder, 'node_modules/.bin/codegraph')
    return { version }
  },
}

export const codegraphRows = [
  {
    ...shared,
    id: 'codegraph',
    label: 'codegraph · command line',
    updates: 'codegraph sync',
    sync: (checkout) => codegraph(checkout, 'sync'),
    open: async (checkout) => ({
      ask: async (question, name) =>
        question === 'definition'
          ? readNode(await codegraph(checkout, 'node', name))
          : readCallers(await codegraph(checkout, 'callers', '--json', '--limit', '1000', name)),
      close: async () => {},
    }),
  },
  {
    ...shared,
    id: 'codegraph-mcp',
    label: 'codegraph · MCP server that watches',
    updates: 'its own watcher',
    open: async ({ root, home }) => {
      const server = await startMcp(bin, ['serve', '--mcp'], { cwd: root, env: env(home) })
      return {
        ask: async (question, name) =>
          question === 'definition'
            ? readNode(await server.call('codegraph_node', { symbol: name, includeCode: true }))
            : readCallerList(await server.call('codegraph_callers', { symbol: name, limit: 100 })),
        close: server.close,
      }
    },
  },
]

function empty(raw) {
  const says = (raw.stdout + raw.stderr)
    .split('\n')
    .filter((line) => /⚠|pending (index )?sync/.test(line) && !/^\d+\t/.test(line))
  return { definitions: [], uses: [], lines: [], says, withheld: /body is omitted/.test(raw.stdout) }
}

/** One or several sections: **name** (kind), **Location:** file:line, then the source as numbered lines. */
function readNode(raw) {
  const answer = empty(raw)
  let claim
  for (const line of raw.stdout.split('\n')) {
    const head = /^\*\*(\S+)\*\* \(\w+\)/.exec(line)
    const place = /^\*\*Location:\*\* (.+?):(\d+)(?:\s|$)/.exec(line)
    const quoted = /^(\d+)\t(.*)$/.exec(line)
    if (head) {
      claim = { name: head[1].split(/[.:]/).at(-1), quotes: [] }
    } else if (place && claim) {
      answer.definitions.push(Object.assign(claim, { file: place[1], line: Number(place[2]) }))
    } else if (quoted && claim) {
      claim.quotes.push({ line: Number(quoted[1]), text: quoted[2] })
      // If the body is outdated, it shows the whole current file instead: then the last line is not the symbol's end.
      if (!/full CURRENT source/.test(raw.stdout)) Object.assign(claim, { end: Number(quoted[1]), body: true })
    }
  }
  if (raw.status !== 0 && !/not found/i.test(raw.stdout + raw.stderr)) answer.failed = (raw.stderr || raw.stdout).slice(0, 200)
  return { raw, answer }
}

function readCallers(raw) {
  const answer = empty(raw)
  if (/^\s*\{/.test(raw.stdout)) {
    const { definitions } = JSON.parse(raw.stdout)
    for (const { callers, edges } of definitions)
      for (const caller of callers) {
        const lines = edges.filter((edge) => edge.source === caller.id && edge.line).map((edge) => edge.line)
        const base = { file: caller.filePath, enclosing: caller.name, at: caller.kind === 'file' ? undefined : caller.startLine }
        for (const line of lines.length > 0 ? lines : [undefined]) answer.uses.push({ ...base, line })
      }
  } else if (!/not found|No callers/i.test(raw.stdout + raw.stderr)) answer.failed = (raw.stderr || raw.stdout).slice(0, 200)
  return { raw, answer }
}

/** `- name (kind) - file:line`, where the line is that of the function that contains the call. */
function readCallerList(raw) {
  const answer = empty(raw)
  for (const [, name, kind, file, line] of raw.stdout.matchAll(/^- (\S+) \((\w+)\) - (.+?):(\d+)/gm))
    answer.uses.push({ file, enclosing: name.split(/[.:]/).at(-1), at: kind === 'file' ? undefined : Number(line) })
  if (raw.status !== 0) answer.failed = (raw.stderr || raw.stdout).slice(0, 200)
  return { raw, answer }
}
