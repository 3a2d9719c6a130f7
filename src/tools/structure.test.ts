import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../../test/kit/tool-desk.ts'

const files = {
  'README.md': '# Shop\n\nSells things.\n',
  'package.json': '{ "name": "shop" }\n',
  LICENSE: 'Free.\n',
  '.gitignore': 'build/\n*.log\n',
  '.github/workflows/ci.yml': 'on: push\n',
  '.env': 'SECRET=1\n',
  'src/auth.py':
    'class Auth:\n    """Who may enter."""\n\n    def login(self, user):\n        return user\n\n\ndef check(user):\n    return Auth().login(user)\n',
  'src/deep/inner.py': 'def inner():\n    return 1\n',
  'src/main.py': 'from auth import check\n\ncheck(1)\n',
  'tests/test_auth.py': 'from src.auth import check\n\n\ndef test_check():\n    assert check(1)\n',
  'long.txt': Array.from({ length: 3000 }, (_, at) => `line ${at + 1} ${'x'.repeat(40)}`).join('\n'),
}
let root: string
let desk: ToolDesk
beforeAll(async () => {
  root = gitRepo(files, 'shop')
  mkdirSync(path.join(root, 'build'))
  writeFileSync(path.join(root, 'build/out.js'), 'ignored\n')
  writeFileSync(path.join(root, 'src/debug.log'), 'ignored\n')
  symlinkSync('/etc/hostname', path.join(root, 'outside.txt'))
  desk = await openDesk(root)
  await desk.app.index([root])
})

describe('list_repos', () => {
  it('[TO6] lists registered repos with counts per level and the route decision from the status file', async () => {
    const result = await desk.ask('list_repos')
    expect(result.meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH' })
    expect(result.items).toHaveLength(1)
    const [repo] = result.items
    expect(repo).toMatchObject({ repo_id: 'shop', path: root, freshness_state: 'FRESH' })
    expect(repo.languages[0]).toBe('python')
    expect(repo.counts).toMatchObject({ repo: 1 })
    expect(repo.counts.symbol).toBeGreaterThanOrEqual(5)
    expect(repo.doc_count).toBe(Object.values<number>(repo.counts).reduce((sum, count) => sum + count))
    commitAll(root, 'another')
    expect((await desk.ask('list_repos')).items[0].freshness_state).toBe('STALE')
    await desk.app.index([root])
  })

  it('[TO6] lists registered repos; an unregistered repo asked from is named, but not registered', async () => {
    const other = gitRepo({ 'a.py': 'a = 1\n' }, 'other')
    const there = await openDesk(other)
    const listed = await there.ask('list_repos')
    expect(listed.items.map((repo) => repo.repo_id)).toEqual(['shop'])
    expect(listed.meta.message).toBe(
      'other, where this was asked, is not registered yet; the first question about it builds its index.',
    )
    expect((await desk.ask('list_repos')).items.map((repo) => repo.repo_id)).toEqual(['shop'])
  })

  it('[TO6] a repo without an index and one whose folder is gone are listed and marked', async () => {
    const bare = gitRepo({ 'a.py': 'a = 1\n' }, 'bare')
    const gone = gitRepo({ 'a.py': 'a = 1\n' }, 'gone')
    for (const root of [bare, gone]) await desk.app.register(root)
    rmSync(gone, { recursive: true })
    const listed = (await desk.ask('list_repos')).items
    expect(listed.map((repo) => [repo.repo_id, repo.freshness_state, repo.last_indexed_at === null, repo.missing])).toEqual([
      ['shop', 'FRESH', false, undefined],
      ['bare', 'UNKNOWN', true, undefined],
      ['gone', 'UNKNOWN', true, true],
    ])
    for (const repo of ['bare', 'gone']) await desk.app.remove(repo)
  })
})

describe('explore_structure', () => {
  it('[TO7] shows a folder from disk without ignored files and secrets', async () => {
    const result = await desk.ask('explore_structure', { repo_id: 'shop' })
    expect(result.meta).toMatchObject({ status: 'OK', source: 'LOCAL_FALLBACK', freshness_state: 'FRESH' })
    const [folder] = result.items
    expect(folder.directories).toEqual(['.github/', 'src/', 'tests/'])
    expect(folder.files.map((file: { path: string }) => file.path)).toEqual([
      '.gitignore',
      'LICENSE',
      'README.md',
      'long.txt',
      'package.json',
    ])
    expect(folder.key_files).toMatchObject({
      readme: 'README.md',
      config: 'package.json',
      entry_point: 'src/main.py',
      tests: 'tests/',
      ci: '.github/workflows/ci.yml',
      license: 'LICENSE',
    })
    expect(folder).not.toHaveProperty('summary')
  })

  it('[TO7] names folders and files relative to the repo, with language, lines and whether there is a summary', async () => {
    const [folder] = (await desk.ask('explore_structure', { repo_id: 'shop', path: 'src/' })).items
    expect(folder.path).toBe('src')
    expect(folder.directories).toEqual(['src/deep/'])
    expect(folder.files).toEqual([
      { name: 'auth.py', path: 'src/auth.py', language: 'python', line_count: 9, has_summary: true },
      { name: 'main.py', path: 'src/main.py', language: 'python', line_count: 3, has_summary: true },
    ])
  })

  it('[TO7] accepts a glob relative to path; ** matches subfolders', async () => {
    const named = async (args: Record<string, unknown>) =>
      (await desk.ask('explore_structure', { repo_id: 'shop', ...args })).items[0].files.map(
        (file: { path: string }) => file.path,
      )
    expect(await named({ pattern: '*.py' })).toEqual([])
    expect(await named({ path: 'src', pattern: '*.py' })).toEqual(['src/auth.py', 'src/main.py'])
    expect(await named({ path: 'src', pattern: '**/*.py' })).toEqual(['src/auth.py', 'src/deep/inner.py', 'src/main.py'])
    expect(await named({ pattern: '**/test_*.py' })).toEqual(['tests/test_auth.py'])
    const { meta } = await desk.ask('explore_structure', { repo_id: 'shop', pattern: '*.py' })
    expect(meta.message).toBe('No file here matches the pattern "*.py". `**/` in front also searches the folders below.')
  })

  it('[TO7] adds what the folder is for when asked', async () => {
    const [top] = (await desk.ask('explore_structure', { repo_id: 'shop', include_summaries: true })).items
    expect(top.summary).toContain('Sells things.')
    const [src] = (await desk.ask('explore_structure', { repo_id: 'shop', path: 'src', include_summaries: true })).items
    expect(src.summary).toContain('auth.py')
  })

  it('[TO7] gives the outline of a file, nested, with ids that get_document finds', async () => {
    const [file] = (await desk.ask('explore_structure', { repo_id: 'shop', path: 'src/auth.py' })).items
    const [auth, check] = file.outline
    expect(auth).toMatchObject({ name: 'Auth', kind: 'class', start_line: 1, symbol: 'sym:src.auth.Auth' })
    expect(auth.children).toHaveLength(1)
    expect(auth.children[0]).toMatchObject({
      name: 'login',
      kind: 'method',
      start_line: 4,
      end_line: 5,
      symbol: 'sym:src.auth.Auth.login',
    })
    expect(check).toMatchObject({ name: 'check', kind: 'function', children: [] })
    const found = await desk.ask('get_document', { document_id: auth.children[0].document_id })
    expect(found.items[0]).toMatchObject({ symbol_name: 'Auth.login', parent_id: auth.document_id })
  })

  it('[TO7] sees a file added a moment ago', async () => {
    writeFiles(root, { 'src/new.py': 'def brand_new():\n    pass\n' })
    const [folder] = (await desk.ask('explore_structure', { repo_id: 'shop', path: 'src', stale_policy: 'strict' })).items
    expect(folder.files.map((file: { name: string; line_count: number }) => [file.name, file.line_count])).toContainEqual([
      'new.py',
      2,
    ])
    const [file] = (await desk.ask('explore_structure', { repo_id: 'shop', path: 'src/new.py', stale_policy: 'strict' })).items
    expect(file.outline[0].name).toBe('brand_new')
    git(root, 'clean', '-fq', 'src/new.py')
  })

  it('[TO7] pages a large folder within max_chars, without gap or repeat', async () => {
    const many = gitRepo(
      Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`file-${String(at).padStart(3, '0')}.txt`, 'x\n'])),
      'many',
    )
    const there = await openDesk(many)
    const pages = (await there.askAll('explore_structure', { repo_id: '.', max_chars: 4000 })) as { files: { path: string }[] }[]
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flatMap((page) => page.files.map((file) => file.path))).toHaveLength(120)
    expect(new Set(pages.flatMap((page) => page.files.map((file) => file.path))).size).toBe(120)
  })

  it('[TO7] a missing folder is FILE_NOT_FOUND', async () => {
    expect((await desk.ask('explore_structure', { repo_id: 'shop', path: 'nowhere' })).meta.error_code).toBe('FILE_NOT_FOUND')
  })
})

describe('get_file', () => {
  const file = (args: Record<string, unknown>) => desk.ask('get_file', { repo_id: 'shop', ...args })

  it('[TO8] returns a file as it is on disk now', async () => {
    const result = await file({ file_path: 'src/deep/inner.py' })
    expect(result.meta).toMatchObject({ status: 'OK', source: 'LOCAL_FALLBACK', freshness_state: 'FRESH' })
    expect(result.items).toEqual([
      {
        repo_id: 'shop',
        file_path: 'src/deep/inner.py',
        code: 'def inner():\n    return 1',
        start_line: 1,
        end_line: 2,
        total_lines: 2,
        language: 'python',
        truncated: false,
      },
    ])
  })

  it('[TO8] clamps the range to the file', async () => {
    expect((await file({ file_path: 'src/main.py', start_line: 900 })).meta.message).toBe(
      'There is no line 900: the file has 3 lines.',
    )
    const lines = async (start_line?: number, end_line?: number) => {
      const [item] = (await file({ file_path: 'src/main.py', start_line, end_line })).items
      return [item.start_line, item.end_line, item.code]
    }
    expect(await lines(3, 3)).toEqual([3, 3, 'check(1)'])
    expect(await lines(0, 1)).toEqual([1, 1, 'from auth import check'])
    expect(await lines(2, 99)).toEqual([2, 3, '\ncheck(1)'])
    expect(await lines(99)).toEqual([3, 3, 'check(1)'])
    expect((await file({ file_path: 'src/main.py', start_line: 3, end_line: 2 })).meta.error_code).toBe('BAD_ARGUMENT')
  })

  it('[TO8] cuts a long file after a line and says where to continue', async () => {
    const [first] = (await file({ file_path: 'long.txt' })).items
    expect(first.truncated).toBe(true)
    expect(Buffer.byteLength(first.code)).toBeLessThanOrEqual(100_000)
    const [second] = (await file({ file_path: 'long.txt', start_line: first.next_start_line })).items
    expect(second.start_line).toBe(first.end_line + 1)
    expect(`${first.code}\n${second.code}`).toBe(files['long.txt'])
  })

  it('[TO8] refuses what may not be shown, each with its code', async () => {
    const code = async (file_path: string) => (await file({ file_path })).meta.error_code
    expect(await code('../other')).toBe('PATH_OUTSIDE_REPO')
    expect(await code('/etc/passwd')).toBe('PATH_OUTSIDE_REPO')
    expect(await code('outside.txt')).toBe('PATH_OUTSIDE_REPO')
    expect(await code('.env')).toBe('WITHHELD')
    expect(await code('.git/config')).toBe('WITHHELD')
    expect(await code('build/out.js')).toBe('WITHHELD')
    expect(await code('nowhere.py')).toBe('FILE_NOT_FOUND')
    expect(await code('src')).toBe('BAD_ARGUMENT')
  })

  it('[TO8] a binary file is refused', async () => {
    writeFiles(root, { 'pixels.bin': new Uint8Array([1, 0, 2, 0]) })
    expect((await file({ file_path: 'pixels.bin' })).meta.error_code).toBe('BAD_FILE')
  })
})

describe('naming a repo', () => {
  it('[TO16] accepts the id, its unique last part or a path; several matches are listed', async () => {
    const make = async (owner: string) => {
      const folder = path.join(tempFolder(), 'tool')
      mkdirSync(folder)
      git(folder, 'init', '-q')
      git(folder, 'remote', 'add', 'origin', `https://example.com/${owner}/tool.git`)
      writeFiles(folder, { 'a.txt': `${owner}\n` })
      await desk.app.index([folder])
      return folder
    }
    const acme = await make('acme')
    await make('umbrella')
    const text = async (repo_id: string) => {
      const result = await desk.ask('get_file', { repo_id, file_path: 'a.txt' })
      return result.items[0]?.code ?? result.meta.message
    }
    expect(await text('acme/tool')).toBe('acme')
    expect(await text(acme)).toBe('acme')
    expect(await text('tool')).toMatch(/acme\/tool.*umbrella\/tool/s)
    const unknown = await desk.ask('get_file', { repo_id: 'nobody/knows', file_path: 'a.txt' })
    expect(unknown.meta.error_code).toBe('REPO_UNKNOWN')
  })
})
