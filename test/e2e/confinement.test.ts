/**
 * No argument of any tool reaches a file outside the repo, in `.git`, ignored, secret or in a nested repo: with and without an index,
 * with and without git, under every policy, over the library and over MCP. The oracle is a canary in each such file.
 */
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type StalePolicy, stalePolicies } from '../../src/contract/freshness.ts'
import { asRepoId } from '../../src/contract/ids.ts'
import { type ConfinedWorld, confinedWorld, forbiddenPaths, MARKER } from '../kit/confined-world.ts'
import { type Asked, forgedCursors, pathQuestions } from '../kit/path-questions.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../kit/tool-desk.ts'

type Surface = 'library' | 'mcp'
/** `live`: never indexed. `changed`: indexed, then one file was added. */
type State = 'live' | 'indexed' | 'changed'
type Setup = { surface: Surface; world: ConfinedWorld; desk: ToolDesk; name: string; policies: readonly StalePolicy[] }

const rows: readonly [Surface, State, git: boolean, policies: readonly StalePolicy[]][] = [
  ['library', 'live', true, stalePolicies],
  ['library', 'live', false, stalePolicies],
  ['library', 'indexed', true, stalePolicies],
  ['library', 'changed', true, ['rebind', 'strict']],
  // Over MCP the first question under `catch-up` would build the index, or bring it up to date.
  ['mcp', 'live', true, ['rebind', 'strict']],
  ['mcp', 'indexed', true, stalePolicies],
  ['mcp', 'indexed', false, stalePolicies],
  ['mcp', 'changed', true, ['rebind', 'strict', 'catch-up']],
]
const setups: Setup[] = []
const isLong = process.env.CAIRN_TEST_LONG !== undefined

beforeAll(async () => {
  for (const [surface, state, git, policies] of rows) setups.push(await setUp(surface, state, git, policies))
})

async function setUp(surface: Surface, state: State, git: boolean, policies: readonly StalePolicy[]): Promise<Setup> {
  const name = [surface, state, git ? 'git' : 'plain'].join('-')
  const world = confinedWorld(name, { git })
  if (state !== 'live') await (await openDesk(world.root)).app.index([world.root])
  if (state === 'changed') writeFileSync(path.join(world.root, 'src/new.py'), 'from src.a import visible\n\nvisible()\n')
  return { surface, world, desk: await openDesk(world.root, surface), name, policies }
}

const combinations = (): { setup: Setup; policy: StalePolicy }[] =>
  setups.flatMap((each) => each.policies.map((policy) => ({ setup: each, policy })))

async function ask({ desk, world, name }: Setup, policy: StalePolicy, { tool, args }: Asked): Promise<AnyResult> {
  const answer = await desk.ask(tool, tool === 'get_file' || tool === 'list_repos' ? args : { ...args, stale_policy: policy })
  const said = `${name} ${policy} ${tool} ${JSON.stringify(args)}`
  expect(world.leaks(JSON.stringify(answer)), said).toEqual([])
  expect(answer.meta.error_code, `${said}: ${answer.meta.message}`).not.toBe('INTERNAL')
  return answer
}

/** Every question once, spread over the combinations; each combination gets questions of every kind. */
async function spread(asked: readonly ((setup: Setup) => Asked)[]): Promise<void> {
  const all = combinations()
  for (const [at, make] of asked.entries()) {
    const { setup: where, policy } = all[at % all.length]!
    await ask(where, policy, make(where))
  }
}

describe('confinement', () => {
  it('[TO36] no tool shows a file that is outside, withheld or ignored, whatever names it', { timeout: 600_000 }, async () => {
    const kinds = pathQuestions('', asRepoId('x')).length
    const asked = forbiddenPaths.flatMap((file, number) =>
      Array.from({ length: kinds }, (_, kind) => ({ kind, make: (at: Setup) => pathQuestions(file, asRepoId(at.name))[kind]! }))
        // Every path is asked for with get_file; of the other questions half, each kind with every second path.
        .filter(({ kind }) => kind === 0 || (number + kind) % 2 === 0 || isLong)
        .map(({ make }) => make),
    )
    await spread(asked)
  })

  it('[TO36] a question without any path finds none of them either', { timeout: 600_000 }, async () => {
    for (const { setup: at, policy } of combinations()) {
      const everything = await ask(at, policy, { tool: 'rag_search', args: { query: '.', regex: true, limit: 1000 } })
      expect(everything.items.length, at.name).toBeGreaterThan(10)
      for (const asked of [
        { tool: 'rag_search', args: { query: MARKER, case_sensitive: false } },
        { tool: 'search_code', args: { query: MARKER, level: 'file' } },
        { tool: 'where_used', args: { symbol: MARKER } },
        { tool: 'explore_structure', args: { pattern: '**', limit: 5000 } },
      ])
        await ask(at, policy, asked)
    }
  })

  it('[TO36] no mixture of path parts reaches one, or makes a tool fail', { timeout: 600_000 }, async () => {
    const all = combinations()
    const runs = isLong ? 1000 : 60
    await fc.assert(
      fc.asyncProperty(paths(setups[0]!.world), fc.nat(), fc.nat(), async (written, which, kind) => {
        const { setup: at, policy } = all[which % all.length]!
        // The outside of the first world is outside of every other.
        const asked = pathQuestions(written, asRepoId(at.name))
        for (const each of [asked[0]!, asked[1]!, asked[2 + (kind % (asked.length - 2))]!]) {
          const answer = await ask(at, policy, each)
          expect(setups[0]!.world.leaks(JSON.stringify(answer)), written).toEqual([])
        }
      }),
      { numRuns: runs },
    )
  })

  it('[TO37] a path outside gives the same answer whether or not there is a file', { timeout: 600_000 }, async () => {
    const at = setups[5]!
    const { outside, root } = at.world
    for (const folder of [outside, path.relative(root, outside), 'to-folder', 'to-folder/deep']) {
      // The id of a document is a hash of its path, and an error repeats it.
      const [there, missing] = ['zqx.py', 'zqy.py'].map((file) =>
        pathQuestions(`${folder}/${file}`, asRepoId(at.name)).filter(({ tool }) => tool !== 'get_document'),
      )
      for (const [kind, asked] of there!.entries()) {
        const [one, other] = [await ask(at, 'rebind', asked), await ask(at, 'rebind', missing![kind]!)]
        expect(JSON.stringify(other).replaceAll('zqy', 'zqx'), `${asked.tool} ${folder}`).toBe(JSON.stringify(one))
        if (asked.tool === 'get_file') expect(one.meta.error_code).toBe('PATH_OUTSIDE_REPO')
      }
    }
  })

  it('[TO37] every path that is refused has its code', async () => {
    const codes: Record<string, readonly string[]> = {
      PATH_OUTSIDE_REPO: [
        '/etc/passwd',
        '../x',
        'src/../../x',
        'a\0b',
        'to-outside.py',
        'chain-1.py',
        'to-nothing.py',
        'to-device',
      ],
      WITHHELD: [
        '.git/config',
        '.GIT/config',
        '.env',
        '.Env',
        'id_rsa',
        'made/zqx.py',
        'to-made.py',
        'to-env',
        'pipe.py',
        'old/zqx.py',
      ],
      FILE_NOT_FOUND: ['no.py', '%2e%2e/x', '..\\..\\x', 'src/a.py/..../x', 'src/a.py.', 'loop.py', 'x'.repeat(4000)],
      BAD_ARGUMENT: ['src', 'x'.repeat(5000), 'x'.repeat(20_000), ' '],
    }
    const at = setups[5]!
    for (const [code, files] of Object.entries(codes))
      for (const file_path of files)
        expect((await at.desk.ask('get_file', { file_path })).meta.error_code, JSON.stringify(file_path).slice(0, 50)).toBe(code)
    for (const file_path of ['src/a.py', './src/../src/a.py', 'to-inside.py', 'hard/a.py', path.join(at.world.root, 'src/a.py')])
      expect((await at.desk.ask('get_file', { file_path })).items[0]?.code, file_path).toContain('def visible')
  })

  it('[TO36] a forged cursor is accepted, reads no such file, and ends', async () => {
    const at = setups[5]!
    for (const file of ['.env', '../x', 'pipe.py', 'src/a.py', at.world.outside])
      for (const asked of forgedCursors(file, asRepoId(at.name)))
        expect((await ask(at, 'catch-up', asked)).meta.error_code, `${asked.tool} ${file}`).toBeNull()
  })

  it('[TO36] over MCP a repo cannot be named by a folder that is not registered', async () => {
    const at = setups[5]!
    const { outside, root } = at.world
    const folders = [outside, `${outside}-nothing`, path.relative(root, outside), '/', '/etc', '..', 'to-folder', `${outside}\0`]
    for (const repo of folders) {
      for (const asked of [
        { tool: 'get_file', args: { repo_id: repo, file_path: 'zqx.py' } },
        { tool: 'explore_structure', args: { repo_id: repo } },
        { tool: 'rag_search', args: { query: MARKER, repo } },
        { tool: 'search_code', args: { query: MARKER, repo_filter: [repo] } },
        { tool: 'definition', args: { symbol: MARKER, repo } },
      ])
        expect((await ask(at, 'rebind', asked)).meta.error_code, `${asked.tool} ${JSON.stringify(repo)}`).toBe('REPO_UNKNOWN')
    }
  })

  it('[TO36] a file or folder that became a link after it was indexed is not followed', { timeout: 600_000 }, async () => {
    const at = await setUp('library', 'indexed', true, stalePolicies)
    const { root, outside } = at.world
    rmSync(path.join(root, 'docs/guide.md'))
    symlinkSync(path.join(outside, 'zqx.py'), path.join(root, 'docs/guide.md'))
    renameSync(path.join(root, 'src'), path.join(root, 'src-before'))
    symlinkSync(path.join(outside, 'src'), path.join(root, 'src'))
    for (const policy of ['strict', 'rebind', 'catch-up'] as const)
      for (const file of ['docs/guide.md', 'src/b.py'])
        for (const asked of pathQuestions(file, asRepoId(at.name))) await ask(at, policy, asked)
    for (const policy of ['strict', 'rebind'] as const)
      for (const symbol of ['other', 'visible', 'Guide', MARKER])
        for (const tool of ['definition', 'where_used', 'lineage']) await ask(at, policy, { tool, args: { symbol } })
  })
})

/** Parts that mean something to a file system, to git, to a shell, to a URL or to a glob, joined in every way. */
function paths({ root, outside }: ConfinedWorld): fc.Arbitrary<string> {
  const named = [...forbiddenPaths, 'src', 'src/a.py', 'zqx.py', 'deep', 'b.py', 'config', root, outside, path.basename(outside)]
  const odd = [
    '..',
    '.',
    '',
    '...',
    '~',
    '*',
    '**',
    '.g?t',
    '[.]env',
    '{.env,id_rsa}',
    '%2e%2e',
    '..%2f',
    '\\',
    '..\\',
    'C:',
    'nul',
  ]
  const odder = [
    '\0',
    ' ',
    '.git ',
    '.git.',
    '.git::$DATA',
    '．．',
    '\u2025',
    '\u200b.env',
    '\ud800',
    '-',
    '--help',
    ':(top)',
    '!',
    '\n',
    'é',
  ]
  const part = fc.oneof(
    fc.constantFrom(...named),
    fc.constantFrom(...odd),
    fc.constantFrom(...odder),
    fc.string({ maxLength: 5 }),
  )
  const joined = fc.tuple(fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom('/', '/', '/', '//', '\\', '/./'))
  return fc.oneof(
    joined.map(([parts, slash]) => parts.join(slash)),
    joined.map(([parts]) => `/${parts.join('/')}`),
    joined.map(([parts]) => encodeURIComponent(parts.join('/').replaceAll(/\p{Surrogate}/gu, '..'))),
    joined.map(([parts]) => parts.join('/').toUpperCase()),
    joined.map(([parts]) => `${parts.join('/')}/`.repeat(200)),
  )
}
