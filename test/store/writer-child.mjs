// Writes versions of a few files endlessly, so that it can be killed at any moment. Prints each committed version.
// node writer-child.mjs HOME apply|build|lock|vectors FIRST_VERSION
const [home, mode, first] = process.argv.slice(2)
const dist = new URL('../../dist/', import.meta.url)
const { openEmbeddedStore } = await import(new URL('store/embedded/open-embedded-store.js', dist).href)
const { encodeFacts } = await import(new URL('contract/facts-codec.js', dist).href)
const { writer } = await openEmbeddedStore(home)
const repo = 'acme/killed'
const say = (text) => process.stdout.write(`${text}\n`)
const lock = await writer.lockRepo(repo, { wait_ms: 10_000 })
if (!lock) throw new Error('no lock')
if (mode === 'lock') {
  say('locked')
  setInterval(() => {}, 1000)
} else if (mode === 'vectors') {
  const records = Array.from({ length: 400 }, (_, at) => record(`f${at}.ts`, 1))
  await writer.apply(repo, { replace: records, remove: [], notes: [], removeNotes: [], links: [] })
  for (let from = 0; from < records.length; from += 20) {
    const entries = records.slice(from, from + 20).map(({ row }) => ({ key: row, vectors: vectors() }))
    await writer.putVectors(repo, 'model', entries)
    say(from + 20)
  }
  setInterval(() => {}, 1000)
} else {
  for (let version = Number(first); ; version++) {
    const records = Array.from({ length: 8 }, (_, at) => record(`f${at}.ts`, version))
    const links = records.map(({ row }) => ({
      path: row.path,
      uses: [{ to: 'symbol', target: { path: 'f0.ts', key: 'AAAAAAAA' }, tier: 'resolved' }],
      derived: [],
    }))
    if (mode === 'apply') await writer.apply(repo, { replace: records, remove: [], notes: [], removeNotes: [], links })
    else {
      const build = await writer.openBuild(repo)
      for (const each of records) await build.add(each)
      await build.putLinks(links)
      await build.finish({ last_indexed_at: '2026-01-02T03:04:05.000Z' })
    }
    say(version)
  }
}

function vectors() {
  const lines = { start_line: 1, end_line: 2, text_hash: 'AAAAAAAAAAA' }
  return Array.from({ length: 40 }, (_, ordinal) => {
    return { unit: 'symbol', ordinal, ...lines, vector: new Int8Array(256).fill(ordinal), scale: 0.01 }
  })
}

function record(path, version) {
  const name = `${path.replace('.ts', '')}_v${version}`
  const identifiers = new Map([[name, version], ...Array.from({ length: 200 }, (_, at) => [`id${version}x${at}`, 1])])
  const symbol = {
    name,
    qualified_name: name,
    kind: 'function',
    tag: '',
    parent: -1,
    start_line: 1,
    end_line: 1,
    name_line: 1,
    name_column: 1,
  }
  const rest = { signature: name, doc: '', exported: true, static: false, type: '', span_hash: name, test: false }
  const use = { name: 'f', use: 'calls', line: 1, column: 1, receiver: '', enclosing: 0, import: -1 }
  const facts = { partial: false, line_count: 1, package: '', doc: '', imports: [], exports: [], bindings: [], sections: [] }
  const bytes = encodeFacts({
    facts: { ...facts, symbols: [{ ...symbol, ...rest }], uses: [use] },
    terms: [{ level: 'symbol', ordinal: 0, words: new Map([[`word${version}`, 1]]) }],
    identifiers,
  })
  const row = {
    path,
    size: version,
    mtime_ms: version,
    content_hash: name,
    blob_id: null,
    language: 'typescript',
    role: 'source',
  }
  return { row: { ...row, status: 'indexed', reason: '', line_count: 1, parser_version: 'p1', test: false }, facts: bytes }
}
