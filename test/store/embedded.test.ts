/** The embedded engine: the common suite, then tests with files and processes. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { asRepoId } from '../../src/contract/ids.ts'
import { openDatabase } from '../../src/store/embedded/driver.ts'
import { setAsideCorrupt } from '../../src/store/embedded/home.ts'
import { openEmbeddedStore } from '../../src/store/embedded/open-embedded-store.ts'
import { type OneRead, oneRead } from '../kit/one-read.ts'
import { requireOrSkip } from '../requirements.ts'
import { batch, record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import { asking, type Engine, storeBehaviour } from './store-behaviour.ts'

const folders: string[] = []
/** In memory if possible: a build syncs the disk, and hundreds of builds would wait for it. */
const temporary = process.platform === 'linux' && existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()
const newHome = (): string => {
  const home = mkdtempSync(path.join(temporary, 'cairn-store-'))
  folders.push(home)
  return home
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const openAt = async (home: string, options: { readonly?: boolean } = {}): Promise<Engine> => {
  const { reader, writer } = await openEmbeddedStore(home, options)
  return {
    reader,
    writer,
    async close() {
      await writer.close()
      await reader.close()
    },
  }
}

storeBehaviour('embedded', async () => {
  const home = newHome()
  const engine = await openAt(home)
  const close = async (): Promise<void> => {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
  return { ...engine, close }
})

const cart: Sample = { path: 'cart.ts', symbols: [{ name: 'add', words: { add: 1 } }], identifiers: { add: 1 } }
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (cause: { code?: string }) => cause.code ?? String(cause),
  )

describe('the embedded store and its file', () => {
  it('[ST2] a home without a store reads as an empty store, and is not changed', async () => {
    const home = path.join(newHome(), 'not', 'there')
    const { reader, close } = await openAt(home)
    expect(await asking(reader, (now) => now.repos())).toEqual([])
    expect(await asking(reader, (now) => now.symbolsNamed(SHOP, 'x'))).toEqual([])
    expect(existsSync(home)).toBe(false)
    await close()
  })

  it('[ST1] committed data is visible to the next process, and to readers opened before', async () => {
    const home = newHome()
    const [one, two] = [await openAt(home), await openAt(home)]
    expect(await asking(two.reader, (now) => now.repos())).toEqual([])
    await one.writer.apply(SHOP, replaceAll(cart))
    expect(await asking(two.reader, (now) => now.symbolsNamed(SHOP, 'add'))).toHaveLength(1)
    await two.writer.apply(SHOP, replaceAll({ ...cart, path: 'b.ts' }))
    expect(await asking(one.reader, (now) => now.symbolsNamed(SHOP, 'add'))).toHaveLength(2)
    await one.close()
    await two.close()
  })

  it('[ST3] a store of a newer version is refused, also by a process that had it open', async () => {
    const home = newHome()
    const open = await openAt(home)
    await open.writer.apply(SHOP, replaceAll(cart))
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
    database.exec("PRAGMA user_version = 999; UPDATE meta SET value = 999 WHERE name = 'schema'")
    database.close()
    expect(await codeOf(open.reader.snapshot())).toBe('STORE_NEWER')
    expect(await codeOf(open.writer.apply(SHOP, replaceAll(cart)))).toBe('STORE_NEWER')
    await open.close()
    const late = await openAt(home)
    expect(await codeOf(late.reader.snapshot())).toBe('STORE_NEWER')
    expect(await codeOf(late.writer.apply(SHOP, replaceAll(cart)))).toBe('STORE_NEWER')
    await late.close()
  })

  it('[ST19, ST21] a file that is not a store is reported and renamed, and a new store replaces it', async () => {
    const home = newHome()
    writeFileSync(path.join(home, 'store.db'), 'this is not a database, but it is long enough to be taken for one\n'.repeat(50))
    const open = await openAt(home)
    expect(await codeOf(open.reader.snapshot())).toBe('STORE_CORRUPT')
    expect(await codeOf(open.writer.apply(SHOP, replaceAll(cart)))).toBe('STORE_CORRUPT')
    expect(await open.reader.check()).toMatch(/damaged/)
    const aside = setAsideCorrupt(home, new Date('2026-01-02T03:04:05Z'))
    expect(aside).toBe(path.join(home, 'store.db.damaged-2026-01-02T03-04-05-000Z'))
    expect(statSync(aside ?? '').size).toBe(3300)
    await open.writer.apply(SHOP, replaceAll(cart))
    expect(await asking(open.reader, (now) => now.symbolsNamed(SHOP, 'add'))).toHaveLength(1)
    expect(setAsideCorrupt(newHome(), new Date())).toBeUndefined()
    await open.close()
  })

  it('[ST19] the check finds a damaged store', async () => {
    const home = newHome()
    const open = await openAt(home)
    const build = await open.writer.openBuild(SHOP)
    for (let at = 0; at < 300; at++) await build.add(record({ ...cart, path: `${at}.ts`, words: { [`w${at}`]: 1 } }))
    await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
    await open.close()
    truncateSync(path.join(home, 'store.db'), Math.floor(statSync(path.join(home, 'store.db')).size / 8192) * 4096)
    const again = await openAt(home)
    expect(await again.reader.check()).toMatch(/damaged/)
    await again.close()
  })

  it('[ST21] an open process continues with the new store after the old one was renamed', async () => {
    const home = newHome()
    const [one, two] = [await openAt(home), await openAt(home)]
    await one.writer.apply(SHOP, replaceAll(cart))
    expect(await asking(one.reader, (now) => now.repos())).toHaveLength(1)
    setAsideCorrupt(home, new Date())
    await two.writer.apply(TOOLS, replaceAll(cart))
    expect(await asking(one.reader, async (now) => (await now.repos()).map(({ repo_id }) => repo_id))).toEqual([TOOLS])
    await one.writer.apply(SHOP, replaceAll(cart))
    expect(await asking(two.reader, (now) => now.repos())).toHaveLength(2)
    await one.close()
    await two.close()
  })

  it('[ST21] nothing of the old store is remembered, also if a snapshot of it is still open', async () => {
    const home = newHome()
    const [one, two] = [await openAt(home), await openAt(home)]
    const remove: Sample = { path: 'remove.ts', symbols: [{ name: 'remove', words: { remove: 1 } }], identifiers: { remove: 1 } }
    await one.writer.apply(SHOP, replaceAll(cart))
    const named = (now: OneRead) => Promise.all(['add', 'remove'].map((name) => now.symbolsNamed(SHOP, name)))
    const before = await one.reader.snapshot()
    expect(await named(oneRead(before))).toEqual([[{ path: 'cart.ts', ordinal: 0 }], []])
    setAsideCorrupt(home, new Date())
    await two.writer.apply(SHOP, replaceAll(remove))
    expect(await asking(one.reader, named)).toEqual([[], [{ path: 'remove.ts', ordinal: 0 }]])
    expect(await named(oneRead(before))).toEqual([[{ path: 'cart.ts', ordinal: 0 }], []])
    expect(await asking(one.reader, named)).toEqual([[], [{ path: 'remove.ts', ordinal: 0 }]])
    await before.close()
    await one.close()
    await two.close()
  })

  it('[ST20] writing to a store that was opened read-only is refused, with a reason', async () => {
    const home = newHome()
    const { writer, close } = await openAt(home, { readonly: true })
    await expect(writer.apply(SHOP, replaceAll(cart))).rejects.toMatchObject({ code: 'RAG_UNAVAILABLE', message: /read-only/ })
    await expect(writer.lockRepo(SHOP, { wait_ms: 0 })).rejects.toMatchObject({ code: 'RAG_UNAVAILABLE' })
    expect(readdirSync(home)).toEqual([])
    await close()
  })

  const isRoot = process.getuid?.() === 0
  const canMount = isRoot && tryMount()
  const readOnlyFolder = requireOrSkip(
    'read-only-folder',
    !isRoot || canMount,
    'root may write everywhere and nothing can be mounted here',
  )
  readOnlyFolder('[ST20] a read-only home can be read, and a write fails with a reason', async () => {
    const home = newHome()
    const before = await openAt(home)
    const build = await before.writer.openBuild(SHOP)
    await build.add(record(cart))
    await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
    await before.close()
    const thaw = freeze(home)
    try {
      const { reader, writer, close } = await openAt(home)
      expect(await asking(reader, (now) => now.symbolsNamed(SHOP, 'add'))).toHaveLength(1)
      await expect(writer.apply(SHOP, replaceAll(cart))).rejects.toMatchObject({ code: 'RAG_UNAVAILABLE', message: /read-only/ })
      await close()
    } finally {
      thaw()
    }
  })

  const tmpfs = requireOrSkip('tmpfs', canMount, 'a small file system cannot be mounted here')
  tmpfs('[ST19] a full disk is reported, stored data is kept, and with free space writing continues', async () => {
    const home = newHome()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', home])
    try {
      const { reader, writer, close } = await openAt(home)
      await writer.apply(SHOP, replaceAll(cart))
      const ballast = path.join(home, 'ballast')
      writeFileSync(ballast, new Uint8Array(statSync(home).blksize * 300))
      const fill = async (): Promise<void> => {
        for (let at = 0; at < 200; at++) await writer.apply(SHOP, replaceAll({ path: `${at}.ts`, identifiers: noise(at) }))
      }
      expect(await codeOf(fill())).toBe('DISK_FULL')
      expect(await asking(reader, (now) => now.symbolsNamed(SHOP, 'add'))).toHaveLength(1)
      expect(
        await codeOf((async () => (await writer.openBuild(SHOP)).add(record({ path: 'x.ts', identifiers: noise(1) })))()),
      ).toMatch(/none|DISK_FULL/)
      rmSync(ballast)
      await writer.apply(SHOP, replaceAll({ ...cart, path: 'more.ts' }))
      expect(await asking(reader, (now) => now.symbolsNamed(SHOP, 'add'))).toHaveLength(2)
      expect(await reader.check()).toBeUndefined()
      await close()
    } finally {
      execFileSync('umount', ['-l', home])
    }
  })

  it('[ST17] unfinished rows of a killed build are not visible, and the next build reuses them', async () => {
    const home = newHome()
    const { reader, writer, close } = await openAt(home)
    await writer.apply(SHOP, replaceAll(cart, { ...cart, path: 'ahead.ts' }))
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
    database.exec("UPDATE file SET present = 2 WHERE path = 'ahead.ts'")
    database.close()
    const paths = (): Promise<string[]> => asking(reader, async (now) => (await now.recordedFiles(SHOP)).map((row) => row.path))
    await writer.apply(SHOP, replaceAll({ ...cart, path: 'b.ts' }))
    expect(await paths()).toEqual(['b.ts', 'cart.ts'])
    const build = await writer.openBuild(SHOP)
    await build.add(record({ ...cart, path: 'c.ts' }))
    await build.flush()
    expect(await paths()).toEqual(['b.ts', 'c.ts', 'cart.ts'])
    await build.add(record({ ...cart, path: 'ahead.ts' }))
    await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
    expect(await paths()).toEqual(['ahead.ts', 'b.ts', 'c.ts', 'cart.ts'])
    expect(await asking(reader, (now) => now.symbolsNamed(SHOP, 'add'))).toHaveLength(4)
    await close()
  })

  it('[ST14] nothing of a removed repo remains in the file', async () => {
    const home = newHome()
    const { writer, close } = await openAt(home)
    const uses = [{ name: 'add' }, { name: 'react' }]
    const links = {
      path: 'cart.ts',
      uses: [
        { to: 'symbol' as const, target: { path: 'later.ts', key: 'AAAAAAAA' }, tier: 'resolved' as const },
        { to: 'package' as const, target: 'pkg:npm/react' },
      ],
      derived: [],
    }
    await writer.apply(SHOP, batch({ ...replaceAll({ ...cart, uses }), links: [links] }))
    await writer.removeRepo(SHOP)
    await writer.collect({ unreferenced_since: new Date(Date.now() + 1000), quota_bytes: null })
    await close()
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: true })
    const tables = [
      'repo',
      'facts',
      'file',
      'note',
      'segment',
      'part',
      'block',
      'links',
      'link_in',
      'package',
      'package_in',
      'enrichment_record',
      'enrichment_pointer',
      'vectors',
      'note_vectors',
    ]
    const left = tables.filter((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined)
    database.close()
    expect(left).toEqual([])
  })
})

const child = fileURLToPath(new URL('writer-child.mjs', import.meta.url))
const built = existsSync(fileURLToPath(new URL('../../dist/store/embedded/open-embedded-store.js', import.meta.url)))
const withBuild = requireOrSkip('dist', built, 'dist/ is not built (npm run build)')
const killed = asRepoId('acme/killed')

describe('the embedded store and other processes', () => {
  withBuild('[ST17] after a kill at any moment the store is intact, no file is partial, and no commit is lost', async () => {
    const home = newHome()
    let version = 1
    for (let round = 0; round < 20; round++) {
      const acknowledged = await killedWriter(home, round % 2 === 0 ? 'apply' : 'build', version, 20 + Math.random() * 60)
      const { reader, close } = await openAt(home)
      expect(await reader.check()).toBeUndefined()
      version = Math.max(version, await wholeVersion({ reader }))
      expect(version).toBeGreaterThanOrEqual(acknowledged)
      await close()
      version += 1
    }
    const { reader, writer, close } = await openAt(home)
    const build = await writer.openBuild(killed)
    await build.add(record(cart))
    await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
    expect(await asking(reader, async (now) => (await now.repo(killed))?.complete)).toBe(true)
    await close()
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: true })
    expect(database.prepare('SELECT 1 FROM segment WHERE state <> 1').all()).toEqual([])
    expect(database.prepare('SELECT 1 FROM block WHERE segment NOT IN (SELECT id FROM segment)').all()).toEqual([])
    expect(database.prepare('SELECT 1 FROM part WHERE segment NOT IN (SELECT id FROM segment)').all()).toEqual([])
    database.close()
  })

  withBuild('[ST16] waits for a lock held by another process; the lock ends with that process', async () => {
    const home = newHome()
    const { writer, close } = await openAt(home)
    const { process: holder, lines } = startChild(home, 'lock', 0)
    for await (const line of lines) if (line === 'locked') break
    expect(await writer.lockRepo(killed, { wait_ms: 50 })).toBeUndefined()
    const other = await writer.lockRepo(SHOP, { wait_ms: 0 })
    expect(other).toBeDefined()
    const waiting = writer.lockRepo(killed, { wait_ms: 5_000 })
    holder.kill('SIGKILL')
    const lock = await waiting
    expect(lock).toBeDefined()
    await lock?.release()
    await other?.release()
    await close()
  })
})

/** Returns the last version that the child reported as committed before it was killed. */
async function killedWriter(home: string, mode: string, first: number, afterMs: number): Promise<number> {
  const { process: writer, lines } = startChild(home, mode, first)
  let acknowledged = 0
  for await (const line of lines) {
    // The time starts with the first commit, so that every round kills a writer while it works.
    if (acknowledged === 0) setTimeout(() => writer.kill('SIGKILL'), afterMs)
    acknowledged = Number(line)
  }
  return acknowledged
}

function startChild(home: string, mode: string, first: number): { process: ChildProcess; lines: AsyncIterable<string> } {
  const started = spawn(process.execPath, [child, home, mode, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { process: started, lines: createInterface({ input: started.stdout as NodeJS.ReadableStream }) }
}

/** Checks that all parts of a file have the same version; returns the oldest version of any file. */
async function wholeVersion({ reader }: Pick<Engine, 'reader'>): Promise<number> {
  return asking(reader, async (now) => {
    const rows = await now.recordedFiles(killed)
    // Without rows the minimum would be infinite and pass every check.
    expect(rows.length).toBeGreaterThan(0)
    for (const { path: file, size } of rows) {
      const name = `${file.replace('.ts', '')}_v${size}`
      expect((await now.factsOf(killed, file))?.outline().symbols.map((each) => each.name)).toEqual([name])
      expect(await now.symbolsNamed(killed, name)).toEqual([{ path: file, ordinal: 0 }])
      expect(await now.filesWithIdentifier(killed, name)).toEqual([{ path: file, count: size }])
      for (const older of [size - 1, size - 2])
        expect(await now.symbolsNamed(killed, `${file.replace('.ts', '')}_v${older}`)).toEqual([])
    }
    return Math.min(...rows.map(({ size }) => size))
  })
}

function tryMount(): boolean {
  const folder = newHome()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Makes a folder read-only, also for root; returns a function that undoes it. */
function freeze(folder: string): () => void {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500)
    return () => chmodSync(folder, 0o700)
  }
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['--bind', folder, folder])
  execFileSync('mount', ['-o', 'remount,ro,bind', folder])
  return () => execFileSync('umount', ['-l', folder])
}

function noise(seed: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: 800 }, (_, at) => [`n${seed}x${Math.imul(at + 1, 2654435761) >>> 0}`, 1]))
}
