/**
 * The official MCP conformance suite against MCP over HTTP, for the two protocol revisions that it has requirements for. What
 * needs no special tools runs against `cairn serve`. What needs the tools of the suite runs against those, over the transport of
 * Cairn. Skipped if the suite is not installed; CI installs it.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { mcpOverHttp } from '../../src/surfaces/mcp/http-mcp.ts'
import { conformanceFixtures } from '../kit/conformance-fixtures.ts'
import { type McpHttp, serveFetch } from '../kit/mcp-http.ts'
import { runCairn } from '../kit/run-cairn.ts'
import { startServer } from '../kit/serve-process.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { requireOrSkip } from '../requirements.ts'

const suite = process.env.CAIRN_TEST_CONFORMANCE ?? ''
const node22 = process.env.CAIRN_TEST_NODE22 ?? ''
const conforms = requireOrSkip(
  'conformance',
  existsSync(path.join(suite, 'dist', 'index.js')) && existsSync(node22),
  'CAIRN_TEST_CONFORMANCE does not name the conformance package, or CAIRN_TEST_NODE22 no Node 22',
)
const notApplicable: Record<string, string> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'conformance-not-applicable.json'), 'utf8'),
)

/** These need no tools of the suite, so they run against Cairn itself. */
const ofCairn: ReadonlySet<string> = new Set([
  'server-initialize',
  'server-session-lifecycle',
  'server-sse-multiple-streams',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'completion-complete',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
  'input-required-result-unsupported-methods',
])

type Check = { id: string; status: string; errorMessage?: string; details?: { untestable?: boolean } }
type Results = Map<string, Check[]>

/** Runs all server scenarios of a revision, and returns their checks by scenario. */
async function runSuite(url: URL, revision: string): Promise<Results> {
  const folder = tempFolder('conformance')
  const args = ['server', '--url', url.href, '--requirements', revision, '-o', folder]
  const child = spawn(node22, [path.join(suite, 'dist', 'index.js'), ...args], { stdio: 'ignore', cwd: folder })
  // Its exit status is of no use: scenarios that are not for this server fail too.
  await new Promise((resolve) => child.once('close', resolve))
  const results: Results = new Map()
  for (const name of readdirSync(folder)) {
    const [, scenario = ''] = /^server-(.+)-\d{4}-\d\d-\d\dT.*$/.exec(name) ?? []
    results.set(scenario, JSON.parse(readFileSync(path.join(folder, name, 'checks.json'), 'utf8')) as Check[])
  }
  return results
}

const page = (): string => readFileSync(path.resolve(import.meta.dirname, '../../docs/conformance.md'), 'utf8')

const failuresOf = (results: Results, scenario: string): string[] =>
  (results.get(scenario) ?? [])
    .filter(({ status }) => status === 'FAILURE')
    .map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`)

const open: { close(): Promise<void> }[] = []
afterAll(async () => {
  for (const each of open.reverse()) await each.close()
})

async function serveCairn(): Promise<McpHttp> {
  const root = gitRepo({ 'a.py': 'def hello():\n    return 1\n' }, 'shop')
  const place = { cwd: root, home: tempFolder('home'), env: { CAIRN_RATE_LIMIT: '1000000' } }
  expect(runCairn(['index'], place).status).toBe(0)
  const server = await startServer(place, '--quiet')
  return { url: new URL(`${server.url}/mcp`), close: async () => void (await server.stop()) }
}

async function serveFixtures(): Promise<McpHttp> {
  const mcp = mcpOverHttp(conformanceFixtures, () => undefined)
  const http = await serveFetch((request) => mcp.fetch(request))
  open.push(mcp, http)
  return http
}

describe('the MCP conformance suite', () => {
  for (const revision of ['2026-07-28', '2025-11-25'])
    conforms(
      `[MC18] every applicable server scenario of ${revision} passes`,
      async () => {
        const cairn = await runSuite((await serveCairn()).url, revision)
        const fixtures = await runSuite((await serveFixtures()).url, revision)
        const scenarios = [...fixtures.keys()].filter((scenario) => !(scenario in notApplicable))
        expect([...cairn.keys()].sort()).toEqual([...fixtures.keys()].sort())
        expect(scenarios.length).toBeGreaterThan(25)
        const failures = scenarios.flatMap((scenario) => failuresOf(ofCairn.has(scenario) ? cairn : fixtures, scenario))
        expect(failures).toEqual([])
        const passed = scenarios.filter((scenario) => (ofCairn.has(scenario) ? cairn : fixtures).get(scenario)?.length)
        expect(passed).toEqual(scenarios)
        const own = scenarios.filter((scenario) => ofCairn.has(scenario)).length
        const counts = [fixtures.size, own, scenarios.length - own, fixtures.size - scenarios.length]
        expect(page()).toContain(`| ${revision} | ${counts.join(' | ')} |`)
        // Against Cairn this scenario can fail only in checks that need a tool of the suite.
        const stateless = cairn.get('server-stateless') ?? []
        expect(stateless.filter(({ status, details }) => status === 'FAILURE' && !details?.untestable)).toEqual([])
      },
      180_000,
    )

  it('[MC18] the page about conformance gives the reason for each scenario that is not applicable', () => {
    for (const [scenario, reason] of Object.entries(notApplicable)) expect(page()).toContain(`| \`${scenario}\` | ${reason} |`)
  })
})
