/** A scripted language model answers through every surface, as a process of its own: command line, MCP and REST. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { agentToolLoaders } from '../../src/agent/agent-tool-loaders.ts'
import type { Answer } from '../../src/contract/items.ts'
import { toolLoaders } from '../../src/tools/tool-loaders.ts'
import { type ChatAsked, type ChatScript, call, chatServer, say } from '../kit/chat-server.ts'
import { connectStdio } from '../kit/mcp-client.ts'
import { readText } from '../kit/read-answer.ts'
import { type Run, runCairn, startCairn } from '../kit/run-cairn.ts'
import { overRest, startServer } from '../kit/serve-process.ts'
import { git, gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'
import { type Call, walkBottomUp, walkStructure, walkTopDown } from '../kit/walks.ts'

const repos: Record<string, Record<string, string>> = {
  'acme/shop': {
    'README.md': '# Shop\n\nSells books to readers.\n',
    'package.json': '{ "name": "shop" }\n',
    'src/pay/ledger.py':
      '"""Keeps the books."""\n\n\nclass Ledger:\n    """Bookings of one customer."""\n\n    def post(self, amount):\n        """Books an amount for a customer."""\n        return amount\n',
    'src/pay/refund.py':
      '"""Gives money back."""\nfrom .ledger import Ledger\n\n\ndef refund(order):\n    """Gives the money of an order back."""\n    return Ledger().post(-order)\n',
  },
  'acme/parcels': {
    'README.md': '# Parcels\n\nFollows parcels of a carrier.\n',
    'carrier/track.go': 'package carrier\n\n// Track says where a parcel is.\nfunc Track(id string) string {\n\treturn id\n}\n',
  },
}
const home = tempFolder('cairn-ask-model')
const roots = new Map<string, string>()
let root: string

beforeAll(() => {
  for (const [repo, files] of Object.entries(repos)) {
    const folder = gitRepo(files, path.basename(repo))
    git(folder, 'remote', 'add', 'origin', `https://example.com/${repo}.git`)
    roots.set(repo, folder)
    expect(runCairn(['index'], { cwd: folder, home }).status).toBe(0)
  }
  root = roots.get('acme/shop') ?? ''
}, 120_000)

const settings = (url: string): Record<string, string> => ({ CAIRN_LLM: 'local', CAIRN_LLM_URL: url, CAIRN_LLM_MODEL: 'small' })

/** Not `runCairn`: the server of the model runs in this process, which must not wait. */
async function cairn(args: readonly string[], url: string): Promise<Run> {
  const child = startCairn(args, { cwd: root, home, env: settings(url) })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, stdout, stderr }
}

type Asked = { answer: Answer; told: string }
/** One question through one surface. */
const surfaces: Record<string, (query: string, url: string) => Promise<Asked>> = {
  async 'command line'(query, url) {
    const { stdout, stderr } = await cairn(['ask', '--verbose', query, '--budget-ms', '60000'], url)
    return { answer: JSON.parse(stdout).items[0], told: stderr }
  },
  async mcp(query, url) {
    const { client } = await connectStdio({ cwd: root, home, env: settings(url) })
    const told: string[] = []
    const result = await client.callTool(
      { name: 'ask_codebase', arguments: { query, format: 'json', budget_ms: 60_000 } },
      { onprogress: ({ message }) => void told.push(message ?? '') },
    )
    await client.close()
    const [content] = result.content
    return { answer: JSON.parse(content?.type === 'text' ? content.text : '').items[0], told: told.join('\n') }
  },
  async rest(query, url) {
    const server = await startServer({ cwd: root, home, env: settings(url) })
    const response = await fetch(`${server.url}/api/rag/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, stream: true, repo_filter: null, budget_ms: 60_000 }),
    })
    const events = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)]
    await server.stop()
    expect(events.at(-1)?.[1]).toBe('answer')
    const told = events.filter(([, event]) => event === 'step').map(([, , data]) => stepOf(data ?? ''))
    return { answer: JSON.parse(events.at(-1)?.[2] ?? '').items[0], told: told.join('\n') }
  },
}
const stepOf = (data: string): string => {
  const { tool, arguments: args, hits } = JSON.parse(data) as { tool: string; arguments: string; hits: number }
  return `${tool} ${args}: ${hits} hit`
}

function expectOnDisk({ citations }: Answer): void {
  for (const { repo_id, path: file, start_line, end_line } of citations) {
    const lines = readFileSync(path.join(roots.get(repo_id) ?? '', file), 'utf8')
      .trimEnd()
      .split('\n')
    expect(start_line).toBeGreaterThan(0)
    expect(end_line).toBeLessThanOrEqual(lines.length)
  }
}

const lastTool = ({ body }: ChatAsked): string => body.messages.filter(({ role }) => role === 'tool').at(-1)?.content ?? ''

/** Calls every tool once; the id of a document is one that a search has shown. */
const everyTool: ChatScript = (asked) => {
  const id = /id=(f\.[\w.-]+)/.exec(lastTool(asked))?.[1]
  switch (asked.number) {
    case 1:
      return call('list_repos')
    case 2:
      return call('explore_structure', { repo_id: 'acme/shop', path: 'src/pay' })
    case 3:
      return call('search_code', { query: 'refund', repo_filter: 'acme/shop' })
    case 4:
      return call('get_document', { document_id: id })
    case 5:
      return call('rag_search', { query: 'Ledger()', repo: 'acme/shop' })
    case 6:
      return call('definition', { symbol: 'refund', repo: 'acme/shop' })
    case 7:
      return {
        calls: [
          { name: 'where_used', arguments: { symbol: 'Ledger.post', repo: 'acme/shop' } },
          { name: 'lineage', arguments: { symbol: 'Ledger.post', repo: 'acme/shop' } },
        ],
      }
    case 8:
      return call('get_file', { repo_id: 'acme/shop', file_path: 'src/pay/refund.py' })
    default:
      return say('`refund` books the negative amount (`src/pay/refund.py:5-7`), which nobody checks (`src/pay/gone.py:1`).')
  }
}

describe.each(Object.entries(surfaces))('a model that answers through %s', (_, ask) => {
  it('[AG14, AG15, CL23, MC21, RS21] calls every tool, its steps are seen, and its citations are verified', async () => {
    const server = await chatServer(everyTool)
    const { answer, told } = await ask('how does a refund work', server.url)
    expect(answer).toMatchObject({ mode: 'llm', model: 'small', level: 'file' })
    expect(answer.citations).toMatchObject([{ repo_id: 'acme/shop', path: 'src/pay/refund.py', start_line: 5, end_line: 7 }])
    expect(answer.answer).not.toContain('gone.py')
    expect(answer.gaps.at(-1)).toBe('1 citation of the model could not be verified and is not shown.')
    expectOnDisk(answer)
    for (const name of Object.keys(toolLoaders).filter((each) => !(each in agentToolLoaders)))
      expect(told, name).toMatch(new RegExp(`${name} .*hit|${name}: .*hit`))
    for (const asked of server.chats.slice(1)) expect(lastTool(asked), String(asked.number)).not.toMatch(/ERROR ·/)
  })
})

describe('the walks, made by a model', () => {
  /** Turns a walk into a script: each call of the walk is a turn of the model, and reads the answer of the tool as the model gets it. */
  function scriptOf(walk: (step: Call) => Promise<string>): ChatScript {
    const answers: ((text: string) => void)[] = []
    const turns: ReturnType<typeof say>[] = []
    const waiting: (() => void)[] = []
    const push = (turn: ReturnType<typeof say>): void => {
      turns.push(turn)
      for (const wake of waiting.splice(0)) wake()
    }
    const step: Call = async (tool, args) => {
      const text = new Promise<string>((resolve) => answers.push(resolve))
      push(call(tool, args))
      return readText((await text).replace(/^<data-\w+>\n/, '').replace(/\n<\/data-\w+>$/, ''))
    }
    walk(step).then(
      (last) => push(say(last)),
      (error) => push(say(`failed: ${error}`)),
    )
    return async (asked) => {
      if (asked.number > 1) answers.shift()?.(lastTool(asked))
      while (turns.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return turns.shift() ?? say('')
    }
  }

  const ask = async (script: ChatScript, query: string): Promise<Answer> => {
    const server = await chatServer(script)
    return JSON.parse((await cairn(['ask', query, '--budget-ms', '60000'], server.url)).stdout).items[0] as Answer
  }

  it('[AG14] bottom-up: from a symbol to its lines, its uses and the folder of a use', async () => {
    const answer = await ask(
      scriptOf(async (step) => {
        const { path: file, start_line, code, uses } = await walkBottomUp(step, 'books an amount for a customer')
        return `\`Ledger.post\` is at \`${file}:${start_line}-${start_line + code.length - 1}\`. It is used at \`${uses[0]?.path}:${uses[0]?.start_line}\`.`
      }),
      'who books an amount',
    )
    expect(answer.citations).toMatchObject([
      { path: 'src/pay/ledger.py', start_line: 7, end_line: 9 },
      { path: 'src/pay/refund.py', start_line: 7, end_line: 7 },
    ])
  })

  it('[AG14] structural: from the list of repos to a file', async () => {
    const answer = await ask(
      scriptOf(async (step) => {
        const { file, found } = await walkStructure(step)
        return `The first file is \`${file}:1-${found[0]?.end_line ?? 1}\`, \`Ledger\`.`
      }),
      'what files are there',
    )
    expect(answer).toMatchObject({ mode: 'llm', citations: [{ repo_id: 'acme/shop', path: 'src/pay/ledger.py' }] })
  })

  it('[AG14] top-down: from the repos to the lines of a file', async () => {
    // A model is not offered ask_codebase: what that answers is its evidence, and it searches for repos itself.
    const asTool =
      (step: Call): Call =>
      async (tool, args) => {
        if (tool !== 'ask_codebase') return step(tool, args)
        const found = await step('search_code', { query: args.query, level: 'repo' })
        return { ...found, prose: found.prose.replaceAll(/^ +/gm, '') }
      }
    const answer = await ask(
      scriptOf(async (step) => {
        const { repo_id, path: file, code } = await walkTopDown(asTool(step), 'which repo follows parcels of a carrier')
        return `Parcels are followed in \`${repo_id} ${file}:1-${code.length}\`.`
      }),
      'which repo follows parcels of a carrier',
    )
    expect(answer.citations).toMatchObject([{ repo_id: 'acme/parcels', path: 'carrier/track.go', start_line: 1 }])
  })
})

describe('the command line', () => {
  it('[CL23] writes steps to stderr only with --verbose, and nothing unchecked to stdout', async () => {
    const server = await chatServer([say('Planted, see `src/gone.py:1`. Real: `src/pay/refund.py:5-7`, `refund`.')])
    const { stdout, stderr } = await cairn(['ask', 'how does a refund work', '--text'], server.url)
    expect(stdout).toContain('Real: `src/pay/refund.py:5-7`')
    expect(stdout).not.toContain('Planted')
    expect(stderr).toBe('')
    const verbose = await cairn(['ask', '-v', 'how does a refund work', '--text'], server.url)
    expect(verbose.stderr).toMatch(/^cairn: evidence: \d+ hits? \(level=file\)\ncairn: the model writes\n$/)
  })

  it('[CL23, AG17] --no-llm and --dry-run send nothing', async () => {
    const server = await chatServer([say('never')])
    expect(JSON.parse((await cairn(['ask', '--no-llm', 'refund'], server.url)).stdout).items[0].mode).toBe('extractive')
    const { stdout } = await cairn(['ask', '--dry-run', 'how does a refund work', '--text'], server.url)
    expect(stdout).toContain('Question: how does a refund work')
    expect(stdout).toContain('```python\n')
    expect(stdout).toContain('Nothing was sent.')
    expect(server.paths).toEqual([])
  })

  it('[AG25] a model that is down: exit 0, FALLBACK, and the message says so', async () => {
    const { status, stdout } = await cairn(['ask', 'how does a refund work'], 'http://127.0.0.1:9/v1')
    expect(status).toBe(0)
    const { meta, items } = JSON.parse(stdout)
    expect(items[0].mode).toBe('extractive')
    expect(meta).toMatchObject({ status: 'FALLBACK', message: expect.stringContaining('The language model does not answer') })
  })
})

describe('a server', () => {
  it('[AG26, RS15] a client that goes away ends the request to the model', async () => {
    const model = await chatServer([{ fails: 'silent' }])
    const server = await startServer({ cwd: root, home, env: settings(model.url) })
    const stop = new AbortController()
    const asked = fetch(`${server.url}/api/rag/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'refund', stream: true }),
      signal: stop.signal,
    }).then((response) => response.text())
    asked.catch(() => undefined)
    await until(() => model.chats.length === 1)
    stop.abort()
    await until(() => model.chats[0]?.aborted === true)
    await server.stop()
  })

  it('[AG25, RS21] a model that is slower than the time of a request: the best hits instead of an error', async () => {
    const model = await chatServer([{ fails: 'silent' }])
    const server = await startServer({ cwd: root, home, env: { ...settings(model.url), CAIRN_REQUEST_MS: '8000' } })
    const { items, meta } = await overRest(server.url, 'ask_codebase', { query: 'how does a refund work' })
    expect(items[0]?.mode).toBe('extractive')
    expect(meta).toMatchObject({ status: 'FALLBACK', message: expect.stringContaining('was not ready in time') })
    await server.stop()
  })

  it('[AG16, RS10] a token limits the model to its repos', async () => {
    const model = await chatServer([
      call('get_file', { repo_id: 'acme/parcels', file_path: 'carrier/track.go' }),
      call('list_repos'),
      say('Nothing.'),
    ])
    const { stdout } = runCairn(['token', 'create', '--repo', 'acme/shop', '--json'], { cwd: root, home })
    const { token } = JSON.parse(stdout).items?.[0] ?? JSON.parse(stdout)
    const server = await startServer({ cwd: root, home, env: settings(model.url) })
    await fetch(`${server.url}/api/rag/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: 'how does a refund work' }),
    })
    expect(lastTool(model.chats[1] as ChatAsked)).toContain('REPO_UNKNOWN')
    expect(lastTool(model.chats[2] as ChatAsked)).not.toContain('acme/parcels')
    await server.stop()
  })
})
