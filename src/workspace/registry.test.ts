import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { git, gitRepo, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { builtFile } from '../base/built-file.ts'
import { LockTimeout, withFileLock } from '../base/file-lock.ts'
import { asRepoId } from '../contract/ids.ts'
import { matchRepo, onePerOrigin } from './match-repo.ts'
import { openRegistry } from './registry.ts'
import { chooseRepoId, readOrigin } from './repo-id.ts'

const folders = (...names: string[]): string[] => {
  const base = realpathSync(tempFolder())
  return names.map((name) => {
    mkdirSync(path.join(base, name), { recursive: true })
    return path.join(base, name)
  })
}
const withOrigin = (address: string, name = 'repo'): string => {
  const root = realpathSync(gitRepo({ 'a.txt': 'a\n' }, name))
  git(root, 'remote', 'add', 'origin', address)
  return root
}

describe('the id of a repo', () => {
  it.each([
    ['https://github.com/acme/shop.git', 'github.com/acme/shop', 'acme/shop'],
    ['https://ann:secret@github.com/acme/shop', 'github.com/acme/shop', 'acme/shop'],
    ['git@GitHub.com:acme/shop.git', 'github.com/acme/shop', 'acme/shop'],
    ['ssh://git@example.com:2222/acme/shop.git/', 'example.com/acme/shop', 'acme/shop'],
    ['https://gitlab.com/group/sub/team/shop.git', 'gitlab.com/group/sub/team/shop', 'team/shop'],
    ['https://dev.azure.com/acme/project/_git/shop', 'dev.azure.com/acme/project/_git/shop', 'project/shop'],
    ['https://example.com/shop.git', 'example.com/shop', 'shop'],
    ['file:///srv/git/acme/shop.git', '/srv/git/acme/shop', 'acme/shop'],
    ['/srv/git/acme/shop/.git', '/srv/git/acme/shop', 'acme/shop'],
    ['host:odd name/sh@op~1', 'host/odd name/sh@op~1', 'odd-name/sh-op-1'],
  ])('[WO7] origin %s', async (address, origin, id) => {
    const root = withOrigin(address)
    expect(await readOrigin(root)).toBe(origin)
    expect(chooseRepoId(root, origin, () => false)).toBe(id)
  })

  it.each([
    ['[remote "origin"]\n\turl = https://a.example/x/one\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n'],
    ['[remote "origin"]\r\n\turl = https://a.example/x/one\r\n'],
    ['[remote "origin"]\n\tfetch = x\n[branch "main"]\n\turl = https://a.example/x/branch\n\tremote = origin\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/one\n\turl = https://a.example/x/two\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/one\n[remote "origin"]\n\turl = https://a.example/x/two\n'],
    ['[remote "origin"] url = https://a.example/x/one\n'],
    ['[remote.origin]\n\turl = https://a.example/x/old\n[remote "origin"]\n\turl = https://a.example/x/one\n'],
    ['[REMOTE "origin"]\n\tURL = https://a.example/x/one\n'],
    ['[remote "Origin"]\n\turl = https://a.example/x/other\n'],
    ['[remote "origin"]\n\turl = "https://a.example/x/one"\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/one # two\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/one;two\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/\\\n\tone\n'],
    ['[other]\n\tkey = a \\\n[remote "origin"]\n\turl = https://a.example/x/one\n'],
    ['[other]\n\tkey = "a\n[remote "origin"]\n\turl = https://a.example/x/one\n'],
    ['# [remote "origin"]\n\turl = https://a.example/x/one\n'],
    ['[remote "origin"]\n\turl\n'],
    ['[remote "origin"]\n\turl =\n'],
    ['[remote "origin"]\n\turlx = https://a.example/x/one\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/one\n[include]\n\tpath = other\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/one\n[broken\n'],
    ['[remote "origin"]\n\turl = https://a.example/x/one\n=\n'],
  ])('[WO7] the address is that which git reads, however it is written: %j', async (text) => {
    const root = gitRepo({ 'a.txt': 'a\n' })
    const config = path.join(root, '.git/config')
    writeFileSync(config, text)
    const answer = spawnSync('git', ['config', '--file', config, '--no-includes', '--get-all', 'remote.origin.url'], {
      encoding: 'utf8',
    })
    const [first = ''] = answer.status === 0 ? answer.stdout.split('\n') : []
    expect(await readOrigin(root)).toBe(first === '' ? null : first.replace('https://', ''))
  })

  it("[WO7] without a remote, or without git, it is the folder's name", async () => {
    const [plain = ''] = folders('my app (new)')
    expect(await readOrigin(plain)).toBeNull()
    expect(await readOrigin(gitRepo({ 'a.txt': 'a\n' }))).toBeNull()
    const long = gitRepo({ 'a.txt': 'a\n' })
    git(long, 'config', 'remote.origin.url', `https://example.com/${'a'.repeat(20_000)}/shop`)
    expect(await readOrigin(long)).toBeNull()
    expect(chooseRepoId(plain, null, () => false)).toBe('my-app-new')
    expect(chooseRepoId('/', null, () => false)).toBe('repo')
  })

  it('[WO8] a clash gets @folder, then @parent-folder, and so on up', () => {
    const taken = new Set<string>()
    const next = (root: string): string => {
      const id = chooseRepoId(root, 'github.com/acme/shop', (wanted) => taken.has(wanted))
      taken.add(id)
      return id
    }
    expect(['/a/shop', '/a/main', '/b/main', '/x/b/main', '/x/b/main'].map(next)).toEqual([
      'acme/shop',
      'acme/shop@main',
      'acme/shop@b-main',
      'acme/shop@x-b-main',
      'acme/shop@2',
    ])
  })
})

describe('the registry', () => {
  it('[WO8] gives an id once and keeps it until the repo is removed', async () => {
    const home = tempFolder('home')
    const [one = '', two = ''] = folders('x/app', 'y/app')
    const registry = openRegistry(home, { now: () => new Date(0) })
    expect(await registry.list()).toEqual([])
    const first = await registry.register(one)
    expect(first).toEqual({ repo_id: 'app', root: one, origin: null, registered_at: '1970-01-01T00:00:00.000Z' })
    expect(await registry.register(path.join(one, '../app'))).toEqual(first)
    expect((await registry.register(two)).repo_id).toBe('app@app')
    expect(await openRegistry(home).findByRoot(two)).toMatchObject({ repo_id: 'app@app' })
    expect([await registry.remove(asRepoId('app')), await registry.remove(asRepoId('app'))]).toEqual([true, false])
    expect((await registry.list()).map((repo) => repo.repo_id)).toEqual(['app@app'])
  })

  it('[WO16] an unregistered repo has the id that it would get, and that id can be reserved', async () => {
    const registry = openRegistry(tempFolder('home'))
    const [one, two] = [gitRepo({ a: '' }, 'one'), gitRepo({ a: '' }, 'two')]
    for (const root of [one, two]) git(root, 'remote', 'add', 'origin', 'git@example.com:acme/shop.git')
    expect(await Promise.all([registry.idOf(one), registry.idOf(two)])).toEqual(['acme/shop', 'acme/shop'])
    expect(await registry.reserve(one)).toMatchObject({ repo_id: 'acme/shop', reserved: true })
    expect(await registry.idOf(two)).toBe('acme/shop@two')
    expect([await registry.list(), await registry.findByRoot(one), await registry.reserved()]).toEqual([
      [],
      undefined,
      ['acme/shop'],
    ])
    expect((await registry.register(two)).repo_id).toBe('acme/shop@two')
    const registered = await registry.register(one)
    expect(registered).toMatchObject({ repo_id: 'acme/shop' })
    expect(registered).not.toHaveProperty('reserved')
    expect((await registry.list()).map(({ repo_id }) => repo_id)).toEqual(['acme/shop@two', 'acme/shop'])
    expect(await registry.reserved()).toEqual([])
    await registry.reserve(one)
    expect((await registry.list()).length).toBe(2)
  })
  it('[WO11] for an unknown repo the nearest is suggested', async () => {
    const registry = openRegistry(tempFolder('home'))
    await registry.register(gitRepo({ a: '' }, 'payments'), { name: 'acme/payments' })
    const ask = (name: string) => matchRepo([], name, { cwd: os.tmpdir() }).catch((error: Error) => error.message)
    expect(await ask('paymnets')).toBe('Cairn knows no repo "paymnets".')
    const known = await registry.list()
    for (const name of ['paymnets', 'acme/paymets', 'Acme/payment'])
      expect(await matchRepo(known, name, { cwd: os.tmpdir() }).catch((error: Error) => error.message)).toBe(
        `Cairn knows no repo "${name}" (did you mean acme/payments?).`,
      )
  })
  it('[WO8] a user may choose a name, but not one that is taken or odd', async () => {
    const registry = openRegistry(tempFolder('home'))
    const [one = '', two = ''] = folders('one', 'two')
    expect((await registry.register(one, { name: 'team/billing' })).repo_id).toBe('team/billing')
    await expect(registry.register(two, { name: 'Team/Billing' })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    for (const name of ['../x', '-x', 'a/b/c', '', 'a b', '/x'])
      await expect(registry.register(two, { name })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(registry.register(one, { name: 'other' })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
  })

  it('records since when a folder is gone, and clears that when it is back', async () => {
    let today = '2026-01-01T00:00:00.000Z'
    const registry = openRegistry(tempFolder('home'), { now: () => new Date(today) })
    const [one = ''] = folders('one')
    const { repo_id } = await registry.register(one)
    await registry.markMissing(new Set([repo_id]))
    today = '2026-01-09T00:00:00.000Z'
    expect((await registry.markMissing(new Set([repo_id])))[0]?.missing_since).toBe('2026-01-01T00:00:00.000Z')
    expect(await registry.register(one)).not.toHaveProperty('missing_since')
    const [listed] = await registry.list()
    expect(listed).toMatchObject({ repo_id })
    expect(listed).not.toHaveProperty('missing_since')
  })

  it('[WO9] concurrent registrations lose nothing', async () => {
    const home = tempFolder('home')
    const roots = folders(...Array.from({ length: 24 }, (_, at) => `repo-${at}`))
    await Promise.all(roots.map((root) => openRegistry(home).register(root)))
    expect((await openRegistry(home).list()).map((repo) => repo.root).sort()).toEqual([...roots].sort())
    expect(readdirSync(home)).toEqual(['registry.json', 'registry.json.copy'])
  })

  const built = builtFile('./registry.js', import.meta.url)
  it.skipIf(!existsSync(built))('[WO9] nor do those of several processes (needs `npm run build`)', async () => {
    const home = tempFolder('home')
    const roots = folders(...Array.from({ length: 24 }, (_, at) => `repo-${at}`))
    const script = `const { openRegistry } = await import(${JSON.stringify(pathToFileURL(built).href)})
      for (const root of process.argv.slice(1)) await openRegistry(${JSON.stringify(home)}).register(root)`
    const run = (mine: string[]): Promise<number | null> =>
      new Promise((resolve) =>
        spawn(process.execPath, ['--input-type=module', '-e', script, ...mine], { stdio: 'inherit' }).on('close', resolve),
      )
    expect(await Promise.all([0, 1, 2].map((part) => run(roots.slice(part * 8, part * 8 + 8))))).toEqual([0, 0, 0])
    expect((await openRegistry(home).list()).map((repo) => repo.root).sort()).toEqual([...roots].sort())
  })

  it('[WO9] an abandoned lock is taken over: at once if its process is dead, otherwise by age', async () => {
    const home = tempFolder('home')
    const [one = '', two = ''] = folders('one', 'two')
    const lock = path.join(home, 'registry.json.lock')
    const dead = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => dead.on('close', resolve))
    writeFileSync(lock, JSON.stringify({ pid: dead.pid, host: os.hostname(), key: 'x' }))
    const started = performance.now()
    await openRegistry(home).register(one)
    expect(performance.now() - started).toBeLessThan(2_000)
    writeFileSync(lock, '')
    const { utimesSync } = await import('node:fs')
    utimesSync(lock, 1, 1)
    await openRegistry(home).register(two)
    expect(existsSync(lock)).toBe(false)
  })

  it('[WO9] waits for a lock held by a living process, then gives up', async () => {
    const file = path.join(tempFolder(), 'lock')
    await withFileLock(file, async () => {
      await expect(withFileLock(file, async () => 1, { wait_ms: 50 })).rejects.toThrow(LockTimeout)
    })
    expect(await withFileLock(file, async () => 2)).toBe(2)
    await expect(withFileLock(file, () => Promise.reject(new Error('inside')))).rejects.toThrow('inside')
    expect(existsSync(file)).toBe(false)
  })

  it.each(['', '{"repos": [', '{"repos": [{"root": 1}]}', '[]'])('[WO10] a damaged registry %j is renamed', async (text) => {
    const home = tempFolder('home')
    writeFiles(home, { 'registry.json': text })
    const warnings: string[] = []
    const registry = openRegistry(home, { onWarning: (words) => warnings.push(words) })
    expect(await registry.list()).toEqual([])
    const aside = readdirSync(home).filter((name) => name.startsWith('registry.json.damaged-'))
    expect(aside.map((name) => readFileSync(path.join(home, name), 'utf8'))).toEqual([text])
    expect(warnings).toEqual([expect.stringContaining(aside[0] ?? '?')])
    const [one = ''] = folders('one')
    expect((await registry.register(one)).repo_id).toBe('one')
  })

  it.each<[what: string, damage: (file: string) => void]>([
    ['cut', (file) => truncateSync(file, 40)],
    ['changed', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('/one', '/One'))],
    ['deleted', (file) => rmSync(file)],
    [
      'a folder now',
      (file) => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
  ])('[WO10] a registry that was %s is taken from its copy', async (_, damage) => {
    const home = tempFolder('home')
    const roots = folders('one', 'two')
    for (const root of roots) await openRegistry(home).register(root)
    damage(path.join(home, 'registry.json'))
    expect((await openRegistry(home).list()).map(({ root }) => root)).toEqual(roots)
    expect((await openRegistry(home).list()).map(({ root }) => root)).toEqual(roots)
  })

  it('a home that cannot be used is a CairnProblem', async () => {
    const home = path.join(tempFolder(), 'file')
    writeFileSync(home, '')
    const [one = ''] = folders('one')
    await expect(openRegistry(path.join(home, 'below')).register(one)).rejects.toMatchObject({ code: 'RAG_UNAVAILABLE' })
  })
})

describe('naming a repo', () => {
  const repo = (repo_id: string, root: string, origin: string | null = null) => ({
    repo_id: asRepoId(repo_id),
    root,
    origin,
    registered_at: '',
  })

  it('[WO11] by full id, unique last part, or any path inside', async () => {
    const [shop = '', pay = ''] = folders('work/shop', 'work/pay/src/deep')
    const repos = [repo('acme/shop', shop), repo('acme/pay', path.resolve(pay, '../..')), repo('other/shop@two', '/nowhere/two')]
    const match = (name: string, cwd = shop) => matchRepo(repos, name, { cwd }).then((found) => found.repo_id)
    expect(
      await Promise.all(
        ['acme/shop', 'pay', 'PAY', 'Acme/Shop', 'shop@two', '.', '../pay/src', pay, '/nowhere/two'].map((name) => match(name)),
      ),
    ).toEqual([
      'acme/shop',
      'acme/pay',
      'acme/pay',
      'acme/shop',
      'other/shop@two',
      'acme/shop',
      'acme/pay',
      'acme/pay',
      'other/shop@two',
    ])
    expect(await match('src', path.dirname(path.dirname(pay)))).toBe('acme/pay')
    expect(await match('shop')).toBe('acme/shop')
  })

  it('[WO11] several matches are listed, no match is REPO_UNKNOWN', async () => {
    const repos = [repo('acme/shop', '/a'), repo('other/shop', '/b')]
    await expect(matchRepo(repos, 'shop', { cwd: '/' })).rejects.toMatchObject({
      code: 'BAD_ARGUMENT',
      message: expect.stringContaining('acme/shop, other/shop'),
    })
    for (const name of ['nope', './nope', '/nope', ''])
      await expect(matchRepo(repos, name, { cwd: tempFolder() })).rejects.toMatchObject({ code: 'REPO_UNKNOWN' })
  })

  it('[WO11] an unregistered nested repo does not match its outer repo', async () => {
    const outer = realpathSync(gitRepo({ 'a.txt': 'a\n' }))
    const inner = path.join(outer, 'inner')
    mkdirSync(path.join(inner, 'src'), { recursive: true })
    const repos = [repo('outer', outer)]
    expect((await matchRepo(repos, inner, { cwd: '/' })).repo_id).toBe('outer')
    git(inner, 'init', '-q')
    await expect(matchRepo(repos, path.join(inner, 'src'), { cwd: '/' })).rejects.toMatchObject({ code: 'REPO_UNKNOWN' })
  })

  it('[WO12] all repos: one checkout for each origin, the one asked from first', () => {
    const repos = [repo('a/x', '/1', 'h/a/x'), repo('local', '/2'), repo('a/x@3', '/3', 'h/a/x'), repo('local@4', '/4')]
    expect(onePerOrigin(repos).map(({ root }) => root)).toEqual(['/1', '/2', '/4'])
    expect(onePerOrigin(repos, { askedFrom: '/3' }).map(({ root }) => root)).toEqual(['/2', '/3', '/4'])
  })
})
