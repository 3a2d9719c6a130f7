/** Bad input: a clear message, nothing lost, the next run repairs it. Every case is a real repo on a real disk. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { IndexReport } from '../../src/contract/reports.ts'
import { ask, runCairn } from '../kit/run-cairn.ts'
import { git, gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { requireOrSkip } from '../requirements.ts'

const good = { 'good.py': 'def good_function():\n    return 1\n' }

function index(root: string, home: string): IndexReport {
  const answer = ask<IndexReport>(['index', root], { cwd: root, home })
  expect(answer.meta.status, JSON.stringify(answer.meta)).toBe('OK')
  return answer.items[0]!
}
const find = (root: string, home: string, word = 'good_function') =>
  ask<{ file: string; line: number }>(['search', '--level', 'text', word], { cwd: root, home })

describe('odd repos', () => {
  it('[IX5] an empty repo, one without commits and one without git are indexed', () => {
    const home = tempFolder('home')
    const empty = tempFolder('empty')
    git(empty, 'init', '-q')
    expect(index(empty, home)).toMatchObject({ files: 0, commit: null })
    writeFiles(empty, good)
    expect(index(empty, home)).toMatchObject({ files: 1, commit: null })
    const plain = tempFolder('plain')
    writeFiles(plain, good)
    expect(index(plain, home)).toMatchObject({ files: 1, commit: null })
    expect(find(plain, home).items).toHaveLength(1)
  })

  it('[IX5] a repo whose .git is corrupt is still read, and the failure of git is no crash', () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    writeFileSync(path.join(root, '.git/HEAD'), 'garbage\n')
    writeFileSync(path.join(root, '.git/index'), 'garbage\n')
    expect(index(root, home)).toMatchObject({ files: 1, commit: null })
    expect(find(root, home).items.map(({ file }) => file)).toEqual(['good.py'])
  })

  it('[IX5] a read-only repo is indexed; its artifacts are in the home', () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    // root may write anywhere, so a plain file at the path of `.llmc` makes the folder unwritable.
    writeFileSync(path.join(root, '.llmc'), '')
    chmodSync(root, 0o555)
    try {
      index(root, home)
      expect(find(root, home)).toMatchObject({ freshness_state: 'FRESH', source: 'RAG_GRAPH' })
      expect(readdirSync(path.join(home, 'cairn/artifacts'))).toHaveLength(1)
    } finally {
      chmodSync(root, 0o755)
    }
  })
})

describe('odd files', () => {
  it('[IX3] each has a row or a reason, and the run continues', () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    writeFiles(root, {
      'long.js': `var x = "${'a'.repeat(5_000_000)}";\n`,
      'deep.py': `x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}\n`,
      'deep.js': `${'function f(){'.repeat(10_000)}${'}'.repeat(10_000)}\n`,
      'latin.py': Buffer.from('def caf\xe9():\n    return "\xff\xfe"\n', 'latin1'),
      'utf16.py': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('def wide_name():\n    return 1\n', 'utf16le')]),
      'nul.py': 'def before():\n    pass\n\0\ndef after_nul():\n    pass\n',
      'broken.py': 'def fine():\n    return 1\n\ndef broken(:\n    ???\n\ndef also_fine():\n    return 2\n',
      'new\nline.py': 'def in_newline():\n    pass\n',
      'quote\'".py': 'def in_quote():\n    pass\n',
      'folder.py/inner.py': 'def inner():\n    pass\n',
      'empty.py': '',
      'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
    })
    spawnSync('mkfifo', [path.join(root, 'pipe.py')])
    symlinkSync('/etc', path.join(root, 'outside'))
    symlinkSync('loop', path.join(root, 'loop'))
    const report = index(root, home)
    expect(report.failed).toEqual([])
    for (const file of ['nul.py', 'image.png']) expect(report.skipped).toContainEqual({ path: file, reason: 'binary' })
    expect(report.skipped.map((note) => note.path)).toEqual(expect.arrayContaining(['outside', 'loop', 'broken.py', 'long.js']))
    for (const word of ['good_function', 'wide_name', 'also_fine', 'in_newline', 'in_quote', 'inner']) {
      expect(find(root, home, word).items.length, word).toBeGreaterThan(0)
    }
    expect(find(root, home, 'root:x:0').items).toEqual([])
    expect(index(root, home)).toMatchObject({ parsed: 0, reused: 0, removed: 0 })
  })

  it('[IX3] a 200 MB file is left out with a reason', () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    spawnSync('truncate', ['-s', '200M', path.join(root, 'huge.py')])
    const report = index(root, home)
    expect(report.files).toBe(1)
    expect(report.skipped).toContainEqual({ path: 'huge.py', reason: expect.stringMatching(/larger than/) })
  })
})

describe('damage', () => {
  const tools: readonly (readonly string[])[] = [
    ['search', 'good_function'],
    ['where-used', 'good_function'],
    ['lineage', 'good_function'],
    ['definition', 'good_function'],
    ['code', 'good_function'],
  ]

  it('[IX6] a corrupt store is reported, answers come from disk, and `index` repairs it without deleting anything', () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    index(root, home)
    const store = path.join(home, 'cairn/store.db')
    for (const tail of ['-wal', '-shm']) if (existsSync(store + tail)) writeFileSync(store + tail, '')
    writeFileSync(store, 'this is no database, this is no database, this is no database')
    const live = find(root, home)
    expect(live).toMatchObject({ source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN', meta: { status: 'FALLBACK' } })
    expect(live.items).toHaveLength(1)
    expect(live.meta.message).toMatch(/cairn index/)
    for (const question of tools) {
      const { meta, items } = ask(question, { cwd: root, home })
      expect(meta, question.join(' ')).toMatchObject({ status: 'FALLBACK', source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
      expect(meta.message, question.join(' ')).toMatch(/damaged.*cairn index/s)
      expect(Array.isArray(items)).toBe(true)
    }
    const healed = ask(['index', root], { cwd: root, home })
    expect(healed.meta.status).toBe('OK')
    expect(healed.run.stderr).toMatch(/The index was damaged .* renamed to .*store\.db\.damaged/s)
    expect(JSON.parse(readFileSync(path.join(root, '.llmc/rag/index_status.json'), 'utf8')).index_state).toBe('fresh')
    expect(find(root, home)).toMatchObject({ source: 'RAG_GRAPH', freshness_state: 'FRESH' })
    expect(readdirSync(path.join(home, 'cairn')).some((file) => file.startsWith('store.db.damaged'))).toBe(true)
  })

  it('[IX6] damaged bytes in an intact file are answered from the files, and `index` builds a new store', async () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    index(root, home)
    const { openDatabase } = await import('../../src/store/embedded/driver.ts')
    const database = openDatabase(path.join(home, 'cairn/store.db'), { readOnly: false })
    database.exec('UPDATE facts SET bytes = substr(bytes, 1, 9); UPDATE part SET bytes = substr(bytes, 1, 3)')
    database.close()
    const { meta } = ask(['code', 'good function'], { cwd: root, home })
    expect(meta).toMatchObject({ status: 'FALLBACK', source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
    expect(meta.message).toMatch(/damaged.*cannot be read.*cairn index/s)
    expect(ask(['doctor'], { cwd: root, home }).run.stdout).toMatch(/damaged.*cannot be read/)
    const healed = ask(['index', root], { cwd: root, home })
    expect(healed.run.stderr).toMatch(/The index was damaged .* renamed to .*store\.db\.damaged/s)
    expect(find(root, home)).toMatchObject({ source: 'RAG_GRAPH', freshness_state: 'FRESH' })
  })

  it('[IX11] with a store of a newer version the status file says error and why', async () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    index(root, home)
    const { openDatabase } = await import('../../src/store/embedded/driver.ts')
    const database = openDatabase(path.join(home, 'cairn/store.db'), { readOnly: false })
    database.exec("PRAGMA user_version = 9999; UPDATE meta SET value = 9999 WHERE name = 'schema'")
    database.close()
    const refused = ask(['index', root], { cwd: root, home })
    expect(refused.meta).toMatchObject({ status: 'ERROR', error_code: 'STORE_NEWER' })
    const status = JSON.parse(readFileSync(path.join(root, '.llmc/rag/index_status.json'), 'utf8'))
    expect(status).toMatchObject({ index_state: 'error', last_error: expect.stringMatching(/newer Cairn/) })
  })

  it('[IX6] a corrupt status or graph file does no harm', () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    expect(ask(['build-graph'], { cwd: root, home }).meta.status).toBe('OK')
    writeFileSync(path.join(root, '.llmc/rag/index_status.json'), '{{{')
    writeFileSync(path.join(root, '.llmc/rag_graph.json'), '{"version": 1, "files": [')
    expect(find(root, home)).toMatchObject({ freshness_state: 'FRESH', source: 'RAG_GRAPH' })
    const refused = ask(['import-graph', '.llmc/rag_graph.json'], { cwd: root, home })
    expect(refused.meta).toMatchObject({ status: 'ERROR', error_code: 'BAD_FILE' })
    expect(ask(['build-graph'], { cwd: root, home }).meta.status).toBe('OK')
    expect(JSON.parse(readFileSync(path.join(root, '.llmc/rag_graph.json'), 'utf8')).files).toEqual(['good.py'])
  })
})

describe('a full disk', () => {
  const mounted = tempFolder('full')
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', mounted], { encoding: 'utf8' })
  const why = (mount.stderr || mount.error?.message || '').trim()
  const tmpfs = requireOrSkip('tmpfs', mount.status === 0, `a small file system cannot be mounted here: ${why}`)
  // Runs even if the test itself is filtered out; otherwise the mount would remain.
  afterAll(() => void (mount.status === 0 && spawnSync('umount', ['-l', mounted])))

  tmpfs('[IX6] is reported while indexing; questions are still answered, and with free space the index is finished', () => {
    const body = (at: number) =>
      Array.from(
        { length: 60 },
        (_, n) => `def name_${at}_${n}(value_${at}_${n}):\n    return other_${n}_${at}(value_${at}_${n})\n`,
      ).join('\n')
    const root = gitRepo({ ...good, ...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`m${at}.py`, body(at)])) })
    const refused = ask(['index', root], { cwd: root, home: mounted })
    expect(refused.meta, refused.run.stderr).toMatchObject({ status: 'ERROR', error_code: 'DISK_FULL' })
    expect(refused.run.status).toBe(5)
    expect(find(root, mounted).items).toHaveLength(1)
    expect(spawnSync('mount', ['-o', 'remount,size=200m', mounted]).status).toBe(0)
    expect(index(root, mounted)).toMatchObject({ files: 401 })
    expect(find(root, mounted)).toMatchObject({ freshness_state: 'FRESH', source: 'RAG_GRAPH' })
  })
})

describe('bad arguments', () => {
  it('[CL1] are refused with exit 2 and a sentence that names them', () => {
    const home = tempFolder('home')
    const root = gitRepo(good)
    for (const args of [
      ['search', 'x', '--limit', '0'],
      ['search', 'x', '--level', 'nonsense'],
      ['lineage', 'x', '-d', 'sideways'],
      ['index', path.join(root, 'no/such')],
    ]) {
      const run = runCairn([...args, '--json'], { cwd: root, home })
      expect(run.status, args.join(' ')).toBe(2)
      expect(run.stdout + run.stderr).toMatch(/limit|level|direction|folder/)
    }
    expect(runCairn(['file', '../outside'], { cwd: root, home }).status).toBe(3)
    expect(runCairn(['where-used', 'x', '-r', 'nobody/knows'], { cwd: root, home }).status).toBe(3)
    mkdirSync(path.join(root, 'src'), { recursive: true })
  })
})
