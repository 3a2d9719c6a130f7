/** [RS18] Whatever arrives at a route: no 500, no hang, no path outside the repo, no unbounded answer, and the server lives on. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { DeclaredTool } from '../../src/contract/tool.ts'
import { routes } from '../../src/surfaces/rest/routes.ts'
import { randomArguments } from '../kit/random-arguments.ts'
import { type Served, startServer } from '../kit/serve-process.ts'
import { type Shop, shopRepos } from '../kit/shop-repos.ts'
import { tempFolder } from '../kit/temp-repo.ts'

const RUNS = Number(process.env.CAIRN_TEST_RUNS ?? 40)
/** More than any question about these small repos takes, also on a busy machine. */
const MOST_MS = 30_000
const MOST_BYTES = 1_100_000
const CANARY = 'canary-4711-must-not-leave'

let shop: Shop
let server: Served
let tools: readonly DeclaredTool[]
beforeAll(async () => {
  shop = shopRepos()
  const outside = tempFolder('outside')
  writeFileSync(path.join(outside, 'canary.txt'), CANARY)
  symlinkSync(outside, path.join(shop.shop, 'link-outside'))
  symlinkSync(path.join(outside, 'canary.txt'), path.join(shop.shop, 'src/link.py'))
  mkdirSync(path.join(shop.shop, '.cache'), { recursive: true })
  writeFileSync(path.join(shop.shop, 'ignored.txt'), CANARY)
  writeFileSync(path.join(shop.shop, '.env'), `KEY=${CANARY}`)
  writeFileSync(path.join(shop.shop, '.git', 'canary'), CANARY)
  server = await startServer({ cwd: shop.shop, home: shop.home, env: { CAIRN_RATE_LIMIT: '10000000' } }, '--quiet')
  const app = await createApp({ cwd: shop.shop, surface: 'library', flags: { home: tempFolder('h') } })
  tools = await app.tools()
  await app.close()
})

const known = [
  'refund',
  'src/refund.py',
  'src/refund.py:6:5',
  'Ledger.post',
  'shop',
  'lib',
  '*',
  'src',
  'money',
  'upstream',
  'file',
  'symbol',
  '12',
  'true',
]

async function send(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(MOST_MS) })
  return { status: response.status, text: await response.text() }
}

let answered = 0

function check({ status, text }: { status: number; text: string }): void {
  if (status === 200) answered++
  expect(status, text.slice(0, 500)).toBeLessThan(500)
  expect(text.length).toBeLessThan(MOST_BYTES)
  expect(text).not.toContain(CANARY)
}

describe('random requests', () => {
  for (const { method, path: route, tool } of routes)
    it(`[RS18] ${method.toUpperCase()} ${route}`, async () => {
      const specs = tools.find(({ name }) => name === tool)?.arguments ?? {}
      expect(Object.keys(specs).length).toBeGreaterThan(0)
      await fc.assert(
        fc.asyncProperty(randomArguments(specs, known), async (args) => {
          if (method === 'post') {
            const headers = { 'content-type': 'application/json' }
            check(await send(`${server.url}${route}`, { method: 'POST', headers, body: JSON.stringify(args) }))
            return
          }
          const { document_id = 'x', ...query } = args
          const where = route.replace('{document_id}', encodeURIComponent(wellFormed(document_id)).slice(0, 4_000))
          const asked = new URLSearchParams(
            Object.entries(query).map(([name, value]): [string, string] => [name, wellFormed(value).slice(0, 2_000)]),
          )
          check(await send(`${server.url}${where}?${asked}`, {}))
        }),
        { numRuns: RUNS },
      )
    })
  it('[RS18] bodies that are no JSON, and paths that are no routes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes.map(({ path: route }) => route)),
        fc.string({ maxLength: 200 }),
        fc.string(),
        async (route, body, tail) => {
          check(
            await send(`${server.url}${route}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: wellFormed(body),
            }),
          )
          check(
            await send(`${server.url}${route.replace(/\{\w+\}/, '')}${encodeURIComponent(wellFormed(tail))}`, { method: 'PUT' }),
          )
        },
      ),
      { numRuns: RUNS },
    )
    expect((await send(`${server.url}/healthz`, {})).status).toBe(200)
    // Otherwise every request was refused, and nothing behind the check of arguments was tried.
    expect(answered).toBeGreaterThanOrEqual(Math.floor(RUNS / 2))
  })
})

/** A URL cannot contain half a surrogate pair. */
const wellFormed = (value: unknown): string =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).replace(/[\ud800-\udfff]/g, '?')
