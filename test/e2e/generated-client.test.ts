/**
 * A client generated from the OpenAPI document (openapi-typescript) drives every route with openapi-fetch, and its types are
 * checked by TypeScript. Skipped if the generator is not installed; CI installs it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { startServer } from '../kit/serve-process.ts'
import { shopRepos } from '../kit/shop-repos.ts'
import { tempFolder } from '../kit/temp-repo.ts'
import { requireOrSkip } from '../requirements.ts'

const tools = process.env.CAIRN_TEST_OPENAPI ?? ''
const modules = path.join(tools, 'node_modules')
const it = requireOrSkip(
  'openapi',
  tools !== '' && existsSync(path.join(modules, 'openapi-typescript')),
  'CAIRN_TEST_OPENAPI does not name a folder with openapi-typescript, openapi-fetch and typescript',
)

/** Wrong argument names or types, and wrong fields of an answer, do not compile. */
const driver = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const client = createClient<paths>({ baseUrl: process.argv[2]! })
const used: string[] = []
async function ok<T>(name: string, asked: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await asked
  if (data === undefined) throw new Error(name + ' ' + response.status + ' ' + JSON.stringify(error))
  used.push(name)
  return data
}
const repos = await ok('listRepos', client.GET('/api/rag/repos', { params: { query: { limit: 10 } } }))
const repo_id: string = repos.items[0]!.repo_id
const found = await ok('searchCode', client.POST('/api/rag/search', { body: { query: 'refund', level: 'symbol', repo: 'shop' } }))
const hit = found.items[0]!
const line: number | undefined = hit.start_line
await ok('getDocument', client.GET('/api/rag/document/{document_id}', { params: { path: { document_id: hit.document_id }, query: { include_source: true } } }))
await ok('exploreStructure', client.POST('/api/rag/structure', { body: { repo_id, path: '' } }))
const file = await ok('getFile', client.POST('/api/rag/file', { body: { repo_id: 'shop', file_path: hit.file_path!, start_line: line } }))
if (!file.items[0]!.code.includes('refund')) throw new Error('the file is not what was found')
const answer = await ok('askCodebase', client.POST('/api/rag/', { body: { query: 'how does a refund work' } }))
if (typeof answer === 'string' || answer.items[0]!.citations.length === 0) throw new Error('no citation')
await ok('searchText', client.POST('/api/rag/text', { body: { query: 'ledger', language: 'python', path: ['src'] } }))
await ok('definition', client.POST('/api/rag/definition', { body: { symbol: 'refund' } }))
const uses = await ok('whereUsed', client.POST('/api/rag/where-used', { body: { symbol: 'open_ledger', use: ['calls'] } }))
if (uses.items[0]!.tier !== 'resolved') throw new Error('not resolved')
await ok('lineage', client.POST('/api/rag/lineage', { body: { symbol: 'post', direction: 'upstream' } }))
await ok('health', client.GET('/healthz'))
await ok('metrics', client.GET('/metrics', { parseAs: 'text' }))
await ok('openApi', client.GET('/openapi.json'))
const events = await client.GET('/api/rag/events', { parseAs: 'stream' })
await events.data?.cancel()
used.push('events')
const refused = await client.POST('/api/rag/search', { body: { query: '' } })
if (refused.error?.meta.error_code !== 'BAD_ARGUMENT') throw new Error('a bad argument was not refused')
console.log(JSON.stringify(used.sort()))
`

describe('a generated client', () => {
  it('[RS17] compiles, and drives every route', async () => {
    const shop = shopRepos()
    const { url } = await startServer({ cwd: shop.shop, home: shop.home })
    const folder = tempFolder('generated')
    symlinkSync(modules, path.join(folder, 'node_modules'))
    mkdirSync(path.join(folder, 'out'))
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(path.join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text())
    writeFileSync(path.join(folder, 'drive.ts'), driver)
    const node = (...args: string[]): string =>
      execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    node(path.join(modules, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'schema.d.ts')
    const strict = [
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
      '--outDir',
      'out',
    ]
    try {
      node(path.join(modules, 'typescript/bin/tsc'), ...strict, 'drive.ts', 'schema.d.ts')
    } catch (error) {
      throw new Error((error as { stdout: string }).stdout)
    }
    const used = JSON.parse(node('out/drive.js', url)) as string[]
    const document = JSON.parse(readFileSync(path.join(folder, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const operations = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(used).toEqual(operations.sort())
    // Generating and compiling are slow where the machine is busy.
  }, 240_000)
})
