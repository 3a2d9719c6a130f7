/** Something else in the place of the small files of Cairn's home: nothing waits, and nothing is a bug. */
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { changeTokens, readTokens, tokensFile } from '../../src/access/token-file.ts'
import { LockTimeout, withFileLock } from '../../src/base/file-lock.ts'
import { readRecord, withRecord } from '../../src/clients/install-record.ts'
import { isLong } from '../../src/store/embedded/checkpoint.ts'
import type { Connection } from '../../src/store/embedded/connection.ts'
import { setAsideCorrupt, strangeStore } from '../../src/store/embedded/home.ts'
import { openRegistry } from '../../src/workspace/registry.ts'
import { runCairn } from '../kit/run-cairn.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const LINUX = process.platform === 'linux'

const odd: Readonly<Record<string, (file: string) => void>> = {
  folder: (file) => mkdirSync(path.join(file, 'inside'), { recursive: true }),
  pipe: (file) => execFileSync('mkfifo', [file]),
  'a link to nothing': (file) => symlinkSync('/nothing/there', file),
  'a link to itself': (file) => symlinkSync(path.basename(file), file),
  'a huge file': (file) => {
    writeFileSync(file, '')
    truncateSync(file, 3_000_000_000)
  },
}
const longAgo = new Date(Date.now() - 60_000)

/** As it would be after a minute; a link has its own times, and nobody asks for them. */
function age(file: string): void {
  if (!lstatSync(file).isSymbolicLink()) utimesSync(file, longAgo, longAgo)
}

describe.skipIf(!LINUX).each(Object.entries(odd))('%s', (_, make) => {
  it('[BA7, WO9] in the place of a lock is taken over', async () => {
    for (const name of ['a.lock', 'b.lock.break']) {
      const file = path.join(tempFolder(), name)
      make(file)
      age(file)
      const lock = file.replace(/\.break$/, '')
      if (lock !== file) writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: 'gone', key: '' }))
      if (lock !== file) utimesSync(lock, longAgo, longAgo)
      expect(await withFileLock(lock, async () => 'held')).toBe('held')
      expect([existsSync(lock), existsSync(`${lock}.break`)]).toEqual([false, false])
    }
  })

  it('[BA7, WO10] in the place of the list of repos, or of its copy, loses no repo', async () => {
    for (const name of ['registry.json', 'registry.json.copy']) {
      const home = tempFolder('home')
      const [one, two] = [tempFolder('one'), tempFolder('two')]
      await openRegistry(home).register(one)
      execFileSync('rm', [path.join(home, name)])
      make(path.join(home, name))
      await openRegistry(home).register(two)
      expect(await openRegistry(home).list()).toHaveLength(2)
    }
  })

  it('[BA7] in the place of the other lists: no tokens are taken from it, and clients can be written', async () => {
    const home = tempFolder('home')
    const tokens = tokensFile(home)
    make(tokens)
    const found = await readTokens(tokens).catch((cause: { code: string }) => cause.code)
    expect(['BAD_FILE', { tokens: [], open: false }]).toContainEqual(found)
    make(path.join(home, 'clients.json'))
    expect(await readRecord(home)).toEqual({})
    const record = { '/a': { created: true, folders: [], containers: [], parts: {} } }
    expect(await withRecord(home, async () => ({ value: 1, record }))).toEqual([1, expect.any(Boolean)])
  })

  it('[BA7] in the place of the mark of a damaged store is no mark', () => {
    const cwd = gitRepo({ 'a.py': 'def refund():\n    return 1\n' })
    const home = tempFolder('home')
    mkdirSync(path.join(home, 'cairn'))
    make(path.join(home, 'cairn/store.damaged.json'))
    const { status, stdout } = runCairn(['definition', 'refund'], { cwd, home, limit_ms: 40_000 })
    expect([status, stdout]).toEqual([0, expect.stringContaining('def refund')])
  }, 60_000)
})

it('[BA7, CL25] a home that becomes a file while a server runs ends no server, and is no damage', () => {
  const home = path.join(tempFolder('home'), 'file')
  writeFileSync(home, '')
  // The server looks at its log from a timer, where nobody catches anything.
  expect(isLong({ file: path.join(home, 'store.db') } as Connection)).toBe(false)
  expect([strangeStore(home), setAsideCorrupt(home, new Date())]).toEqual([undefined, undefined])
})

describe('a lock', () => {
  it('[BA7, WO9] that a killed process was breaking when the clock was later than now', async () => {
    const lock = path.join(tempFolder(), 'a.lock')
    writeFileSync(lock, '{}')
    utimesSync(lock, longAgo, longAgo)
    mkdirSync(`${lock}.break`)
    const later = new Date(Date.now() + 3_600_000)
    utimesSync(`${lock}.break`, later, later)
    expect(await withFileLock(lock, async () => 'held')).toBe('held')
  })

  it('[BA7, WO9] that another process is breaking all the time is not waited for longer than agreed', async () => {
    const lock = path.join(tempFolder(), 'a.lock')
    writeFileSync(lock, '{}')
    utimesSync(lock, longAgo, longAgo)
    mkdirSync(`${lock}.break`)
    await expect(withFileLock(lock, async () => 'held', { wait_ms: 200 })).rejects.toThrow(LockTimeout)
  })

  it('[BA7] of the list of tokens is like the others', async () => {
    const file = tokensFile(tempFolder('home'))
    mkdirSync(`${file}.lock`)
    utimesSync(`${file}.lock`, longAgo, longAgo)
    expect(await changeTokens(file, (tokens) => ({ tokens, value: tokens.length }))).toBe(0)
  })
})
