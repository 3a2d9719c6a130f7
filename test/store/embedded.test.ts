/** The embedded engine: the common suite, then what only files and processes can show. */
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
import { requireOrSkip } from '../requirements.ts'
import { batch, record, replaceAll, type Sample, SHOP, TOOLS } from './samples.ts'
import { asking, type Engine, storeBehaviour } from './store-behaviour.ts'

const folders: string[] = []
/** In memory where there is such a place: a build syncs the disk, and hundreds of builds would wait for it. */
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
  it('[ST2] a home nobody wrote to reads as an empty store, and stays as it is', async () => {
    const home = path.join(newHome(), 'not', 'there')
    const { reader, close } = await openAt(home)
    expect(await asking(reader, (now) => now.repos())).toEqual([])
    expect(await asking(reader, (now) => now.symbolsNamed(SHOP, 'x'))).toEqual([])
    expect(existsSync(home)).toBe(false)
    await close()
  })

  it('[ST1] what was committed is there for the next process, and for readers opened before', async () => {
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

  it('[ST3] a store of a newer version is refused, by a process that had it open too', async () => {
    const home = newHome()
    const open = await openAt(home)
    await open.writer.apply(SHOP, replaceAll(cart))
    const database = openDatabase(path.join(home, 'store.db'), { readOnly: false })
    database.exec('PRAGMA user_version = 999')
    database.close()
    expect(await codeOf(open.reader.snapshot())).toBe('STORE_NEWER')
    expect(await codeOf(open.writer.apply(SHOP, replaceAll(cart)))).toBe('STORE_NEWER')
    await open.close()
    const late = await openAt(home)
    expect(await codeOf(late.reader.snapshot())).toBe('STORE_NEWER')
    expect(await codeOf(late.writer.apply(SHOP, replaceAll(cart)))).toBe('STORE_NEWER')
    await late.close()
  })

  it('[ST19, ST21] a file that is no store is reported, set aside whole, and a new store takes its place', async () => {
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

  it('[ST19] a damaged store is found out by the check', async () => {
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

  it('[ST21] an open process goes on with the new store after the old was set aside', async () => {
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

  it('[ST20] a store opened for reading only refuses to be written, with a reason', async () => {
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
  readOnlyFolder('[ST20] a read-only home can be read and says why it cannot be written', async () => {
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
  tmpfs('[ST19] a full disk is said to be full, what was there stays, and with room again it goes on', async () => {
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

  it('[ST17] rows a killed build had written ahead are seen by nobody, and the next build takes them over', async () => {
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

  it('[ST14] nothing of a removed repo stays in the file', async () => {
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
  withBuild('[ST17] killed at any moment, the store is whole, no file is half, and nothing acknowledged is lost', async () => {
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

  withBuild('[ST16] a lock held by another process is waited for, and ends with that process', async () => {
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

/** Gives the last version the child said was committed before it was killed. */
async function killedWriter(home: string, mode: string, first: number, afterMs: number): Promise<number> {
  const { process: writer, lines } = startChild(home, mode, first)
  let acknowledged = 0
  for await (const line of lines) {
    // The clock starts with the first commit, so that every round kills a writer at work.
    if (acknowledged === 0) setTimeout(() => writer.kill('SIGKILL'), afterMs)
    acknowledged = Number(line)
  }
  return acknowledged
}

function startChild(home: string, mode: string, first: number): { process: ChildProcess; lines: AsyncIterable<string> } {
  const started = spawn(process.execPath, [child, home, mode, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { process: started, lines: createInterface({ input: started.stdout as NodeJS.ReadableStream }) }
}

/** Every part of a file must tell the same version; gives the oldest that any file is at. */
async function wholeVersion({ reader }: Pick<Engine, 'reader'>): Promise<number> {
  return asking(reader, async (now) => {
    const rows = await now.recordedFiles(killed)
    // The smallest of no versions is infinite, and above every other.
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

/** Makes a folder read-only, for root too; gives the way back. */
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
