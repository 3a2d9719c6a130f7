/** Old enrichment on new lines: small scenarios with a real repo, a real index, and texts about its symbols. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../kit/tool-desk.ts'

const login = `    def login(self, user, password):
        account = self.accounts.find(user)
        if account is None or not account.check(password):
            raise PermissionError(user)
        return self.sessions.open(account)
`
const auth = `class Auth:
    def __init__(self, accounts, sessions):
        self.accounts = accounts
        self.sessions = sessions

${login}
    def logout(self, session):
        self.sessions.close(session)
`
const files = {
  'src/auth.py': auth,
  'main.py': 'from src.auth import Auth\n\n\ndef run(auth):\n    return auth.login("ann", "x")\n',
}
const edited = auth.replace('raise PermissionError(user)', 'raise KeyError(user)')

let root: string
let desk: ToolDesk
/** Each test has its own home, because all repos of a home share texts. */
beforeEach(async () => {
  vi.stubEnv('CAIRN_HOME', path.join(tempFolder('cairn-desk'), 'home'))
  root = gitRepo(files, 'shop')
  desk = await openDesk(root)
  await importTexts(desk, root)
})

/** Writes a text about every symbol into a graph file, as a model would, and imports it. */
async function importTexts(at: ToolDesk, folder: string, given: Record<string, string> = {}) {
  const { graph_file } = await at.app.buildGraph(folder)
  const graph = JSON.parse(readFileSync(graph_file, 'utf8'))
  for (const entity of graph.entities)
    entity.metadata = { summary: `About ${entity.id}.`, made_at: '2026-01-31T00:00:00.000Z', ...given }
  const file = path.join(folder, '..', 'texts.json')
  writeFileSync(file, JSON.stringify(graph))
  return at.app.importGraph(file)
}

type Seen = { line: number; summary: string | undefined; state: string | undefined }
async function definition(symbol: string, args: Record<string, unknown> = {}, cwd = root): Promise<Seen> {
  const { items, meta } = await desk.ask('definition', { symbol, ...args }, { cwd })
  expect(meta.error_code).toBeNull()
  const [item] = items
  return { line: item?.line, summary: item?.enrichment?.summary, state: item?.enrichment?.state }
}
const LOGIN = 'About sym:src.auth.Auth.login.'
const fresh = (line: number, summary = LOGIN): Seen => ({ line, summary, state: 'FRESH' })
const stale = (line: number, summary = LOGIN): Seen => ({ line, summary, state: 'STALE' })
const none = (line: number): Seen => ({ line, summary: undefined, state: undefined })

const reindented = auth.replaceAll('    ', '\t')
const below100 = `${'# a line\n'.repeat(100)}${auth}`

describe('old enrichment on new lines', () => {
  it('[EC9] is found in every tool after 100 new lines above, new indentation, or other line ends', async () => {
    expect(await definition('Auth.login')).toEqual(fresh(6))
    writeFiles(root, { 'src/auth.py': below100.replaceAll('\n', '\r\n') })
    expect(await definition('Auth.login')).toEqual(fresh(106))
    writeFiles(root, { 'src/auth.py': reindented })
    expect(await definition('Auth.login')).toEqual(fresh(6))
    writeFiles(root, { 'src/auth.py': below100 })
    const [line] = (await desk.ask('rag_search', { query: 'def login' })).items
    expect(line).toMatchObject({ line: 106, enrichment: { summary: LOGIN, state: 'FRESH' } })
    const [caller] = (await desk.ask('where_used', { symbol: 'Auth.login' })).items
    expect(caller).toMatchObject({ file: 'main.py', enrichment: { summary: 'About sym:main.run.', state: 'FRESH' } })
  })

  it('[EC10] is STALE once the body is edited, FRESH again when the edit is undone', async () => {
    writeFiles(root, { 'src/auth.py': edited })
    expect(await definition('Auth.login')).toEqual(stale(6))
    expect(await definition('Auth.logout')).toEqual(fresh(12, 'About sym:src.auth.Auth.logout.'))
    writeFiles(root, { 'src/auth.py': below100 })
    expect(await definition('Auth.login')).toEqual(fresh(106))
  })

  it('[EC10] the same for the text of a whole file', async () => {
    const about = async () => (await desk.ask('search_code', { query: 'auth login', level: 'file' })).items[0]?.content
    expect(await about()).toBe('About sym:src.auth.')
    writeFiles(root, { 'src/auth.py': edited })
    expect(await definition('sym:src.auth')).toEqual(stale(1, 'About sym:src.auth.'))
    writeFiles(root, { 'src/auth.py': `\n${auth.replaceAll('\n', '\r\n')}\n` })
    expect(await definition('sym:src.auth')).toEqual(fresh(1, 'About sym:src.auth.'))
  })

  it('[EC9, EC10] each branch shows the text for its own lines', async () => {
    git(root, 'checkout', '-q', '-b', 'other')
    writeFiles(root, { 'src/auth.py': edited })
    commitAll(root)
    expect(await definition('Auth.login')).toEqual(stale(6))
    await importTexts(desk, root, { summary: 'Rewritten.' })
    expect(await definition('Auth.login')).toEqual(fresh(6, 'Rewritten.'))
    git(root, 'checkout', '-q', 'main')
    expect(await definition('Auth.login')).toEqual(fresh(6))
    git(root, 'checkout', '-q', 'other')
    expect(await definition('Auth.login')).toEqual(fresh(6, 'Rewritten.'))
  })

  it('[EC9, EC11] a renamed file keeps it, also if it is edited afterwards', async () => {
    mkdirSync(path.join(root, 'lib'))
    renameSync(path.join(root, 'src/auth.py'), path.join(root, 'lib/login.py'))
    expect(await definition('sym:lib.login.Auth.login')).toEqual(fresh(6))
    writeFiles(root, { 'lib/login.py': edited })
    expect(await definition('sym:lib.login.Auth.login')).toEqual(stale(6))
  })

  it('[EC11] a file renamed and edited at once keeps it too; a copy of a part of it does not get it', async () => {
    const gate = auth.replace('class Auth', 'class Gate').replace('raise PermissionError', 'raise KeyError')
    rmSync(path.join(root, 'src/auth.py'))
    writeFiles(root, { 'src/gate.py': `# by hand\n${gate}`, 'src/part.py': `class Part:\n${login.replace('login', 'enter')}` })
    expect(await definition('Gate.login')).toEqual(stale(7))
    expect(await definition('Gate.logout')).toEqual(fresh(13, 'About sym:src.auth.Auth.logout.'))
    expect(await definition('Part.enter')).toEqual(none(2))
  })

  it('[EC11] a renamed symbol with the same body keeps it, under catch-up and in a build', async () => {
    const renamed = auth.replace('def login', 'def sign_in')
    writeFiles(root, { 'src/auth.py': renamed })
    expect(await definition('Auth.sign_in')).toEqual(stale(6))
    writeFiles(root, { 'src/auth.py': auth })
    expect(await definition('Auth.login')).toEqual(fresh(6))
    writeFiles(root, {
      'src/auth.py': auth.replace('class Auth', 'class Gate').replace('raise PermissionError', 'raise KeyError'),
    })
    await desk.app.index([root])
    expect(await definition('Gate.login')).toEqual(stale(6))
    expect(await definition('Gate.logout')).toEqual(fresh(12, 'About sym:src.auth.Auth.logout.'))
  })

  it('[EC11] after a change of its signature a symbol keeps it as STALE; a new overload does not get it', async () => {
    const wider = auth.replace('user, password)', 'user, password, realm)')
    writeFiles(root, { 'src/auth.py': wider })
    expect(await definition('Auth.login', { stale_policy: 'rebind' })).toEqual(stale(6))
    expect(await definition('Auth.login')).toEqual(stale(6))
    writeFiles(root, { 'src/auth.py': `${auth}\n    def other(self):\n        return self.login("bob", "y")\n` })
    expect(await definition('Auth.other')).toEqual(none(15))
  })

  it('[EC11] an overload with another signature gets nothing, whether indexed or read live', async () => {
    const java = (body: string) => `class Till {\n    int sum(int a) {\n        return a + 1;\n    }\n${body}}\n`
    writeFiles(root, { 'Till.java': java('') })
    await importTexts(desk, root)
    writeFiles(root, { 'Till.java': java('\n    int sum(int a, int b) {\n        return a * b - 7;\n    }\n') })
    for (const stale_policy of ['rebind', 'catch-up']) {
      const { items } = await desk.ask('definition', { symbol: 'Till.sum', stale_policy })
      expect(items.map((item) => [item.line, item.enrichment?.summary, item.enrichment?.state])).toEqual([
        [2, 'About sym:Till.Till.sum.', 'FRESH'],
        [6, undefined, undefined],
      ])
    }
  })

  it('[EC12] a deleted and restored file has it again, even with another signature', async () => {
    rmSync(path.join(root, 'src/auth.py'))
    expect((await definition('Auth.login')).line).toBeUndefined()
    writeFiles(root, { 'src/auth.py': auth.replace('user, password)', 'user, password, realm)') })
    expect(await definition('Auth.login')).toEqual(stale(6))
    writeFiles(root, { 'src/auth.py': auth })
    expect(await definition('Auth.login')).toEqual(fresh(6))
  })

  it('[EC9, EC12] a fresh build and gc keep it, and also the last text of edited symbols', async () => {
    writeFiles(root, { 'src/auth.py': edited })
    await desk.app.index([root], { fresh: true })
    await desk.app.gc({ now: true })
    expect(await definition('Auth.login')).toEqual(stale(6))
    writeFiles(root, { 'src/auth.py': auth })
    await desk.app.index([root], { fresh: true })
    expect(await definition('Auth.login')).toEqual(fresh(6))
  })

  it('[EC9, EC12] a second worktree has it, keeps it STALE over an edit, and after the first was removed', async () => {
    const second = path.join(root, '..', 'second')
    git(root, 'worktree', 'add', '-q', second, '-b', 'second')
    await desk.app.index([second])
    expect(await definition('Auth.login', { repo: second })).toEqual(fresh(6))
    writeFiles(second, { 'src/auth.py': edited })
    expect(await definition('Auth.login', { repo: second })).toEqual(stale(6))
    await desk.app.remove(root)
    expect(await definition('run', { repo: second })).toEqual(fresh(4, 'About sym:main.run.'))
    expect(await definition('Auth.login', { repo: second })).toEqual(stale(6))
    await desk.app.remove(second)
    await desk.app.index([second])
    writeFiles(second, { 'src/auth.py': auth })
    expect(await definition('Auth.login', { repo: second })).toEqual(none(6))
  })

  it('[EC13] only matching texts are imported, and exporting again elsewhere gives the same bytes', async () => {
    const given = {
      model: 'm7',
      prompt_version: '3',
      usage_guide: 'Guide.',
      content_type: 'code',
      content_language: 'en',
      author: 'Ann',
    }
    const taken = await importTexts(desk, root, given)
    expect(taken).toMatchObject({ enrichment_known: 0, enrichment_refused: 0 })
    expect(taken.enrichment_new).toBeGreaterThan(3)
    const written = (await desk.app.buildGraph(root)).graph_file
    const before = readFileSync(written, 'utf8')
    expect(before).toContain('"model":"m7"')
    vi.stubEnv('CAIRN_HOME', path.join(tempFolder('cairn-desk'), 'home'))
    const copy = gitRepo(files, 'copy')
    const other = await openDesk(copy)
    await other.app.index([copy])
    const kept = path.join(root, '..', 'kept.json')
    writeFileSync(kept, before)
    expect(await other.app.importGraph(kept)).toMatchObject({ enrichment_new: taken.enrichment_new, enrichment_refused: 0 })
    expect(withoutHead(readFileSync((await other.app.buildGraph(copy)).graph_file, 'utf8'))).toBe(withoutHead(before))
    writeFiles(copy, { 'src/auth.py': edited })
    await other.app.index([copy])
    // The class and the file of the edited method have changed too.
    expect(await other.app.importGraph(kept)).toMatchObject({
      enrichment_new: 0,
      enrichment_known: taken.enrichment_new - 3,
      enrichment_refused: 3,
    })
  })
})

const withoutHead = (graph: string): string => graph.replace(/"(indexed_at|repo|commit)":[^\n]*\n/g, '')
