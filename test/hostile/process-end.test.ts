/** Whatever a process waits for, it ends in time when it is told to, and none of its children survives it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  blockedThread,
  type Ended,
  type EndWorld,
  endCairn,
  type HowToEnd,
  hangingGit,
  silentServer,
  waitingFor,
} from '../kit/process-end.ts'
import { runCairn } from '../kit/run-cairn.ts'

/** Two seconds are promised; a busy test machine takes longer to start the end. Without the promise it is ten or more. */
const MOST_MS = 5_000

const question = JSON.stringify({ id: 1, tool: 'rag_search', arguments: { query: 'refund' } })
const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'rag_search', arguments: { query: 'refund' } },
})
const overMcp = `${hello}\n${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n${call}\n`

function expectEnded({ ms, status, left }: Ended, how: HowToEnd): void {
  expect(left).toEqual([])
  expect(ms).toBeLessThan(MOST_MS)
  if (how === 'SIGTERM') expect(status).toBe(143)
  if (how === 'SIGINT') expect(status).toBe(130)
  if (how === 'SIGHUP') expect(status).toBe(129)
}

type Case = readonly [name: string, args: readonly string[], how: HowToEnd, input?: string]

const everywhere: readonly Case[] = [
  ['a question', ['search', 'refund'], 'SIGTERM'],
  ['a question', ['search', 'refund'], 'SIGINT'],
  ['a question', ['search', 'refund'], 'SIGHUP'],
  ['index', ['index'], 'SIGTERM'],
  ['build-graph', ['build-graph'], 'SIGINT'],
  ['watch', ['watch', '.'], 'SIGTERM'],
  ['watch', ['watch', '.'], 'SIGHUP'],
  ['mcp', ['mcp'], 'SIGTERM', overMcp],
  ['mcp', ['mcp'], 'close stdin', overMcp],
  ['batch', ['batch'], 'SIGTERM', `${question}\n`],
]

const worlds: readonly (readonly [string, () => EndWorld])[] = [
  ['git never answers', hangingGit],
  ['a thread waits for a pipe', blockedThread],
]

describe.skipIf(process.platform !== 'linux')('a process ends in time', () => {
  for (const [waits, world] of worlds)
    describe.concurrent(waits, () => {
      it.for(everywhere)('[CL24] %s ends by %s %s', { timeout: 60_000 }, async ([, args, how, input]) => {
        expectEnded(await endCairn(args, world(), how, input), how)
      })
    })

  it.concurrent('[CL24] a bridge whose server never answers', { timeout: 60_000 }, async () => {
    const silent = await silentServer()
    for (const how of ['SIGTERM', 'close stdin'] as const)
      expectEnded(await endCairn(['mcp', '--remote', silent.url], waitingFor(silent), how, overMcp), how)
    silent.close()
  })

  it.concurrent('[CL24] a question and enrich while a language model never answers', { timeout: 60_000 }, async () => {
    for (const args of [
      ['ask', 'where is refund'],
      ['enrich', '--yes'],
    ]) {
      const silent = await silentServer()
      const env = { CAIRN_LLM: 'local', CAIRN_LLM_URL: `${silent.url}/v1`, CAIRN_LLM_MODEL: 'm' }
      expectEnded(await endCairn(args, waitingFor(silent, env), 'SIGTERM'), 'SIGTERM')
      silent.close()
    }
  })

  it.concurrent('[CL24, RS16] a server that answers nothing any more', { timeout: 60_000 }, async () => {
    const world = hangingGit()
    expect(runCairn(['index'], { cwd: world.repo, home: world.home }).status).toBe(0)
    const port = 20_000 + (process.pid % 20_000)
    const asked = sleep(1_500).then(() =>
      fetch(`http://127.0.0.1:${port}/api/rag/text`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"query":"refund","repo":"*"}',
      }).catch(() => undefined),
    )
    expectEnded(await endCairn(['serve', '--port', String(port)], world, 'SIGTERM'), 'SIGTERM')
    await asked
  })
})
