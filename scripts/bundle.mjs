// Puts the command line together: dist/surfaces/cli/main.js, beside it one file with what the usual questions load, and files for
// the rest; then the process that parses, in dist/parse/parts/. Node takes 0.2 ms and more to load a module, and a question loads 300
// of ours. Packages stay outside; the library and the other child processes are loaded from the modules that TypeScript wrote
// (docs/decisions/2026-11-19-one-file-to-start.md).
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const dist = path.resolve(import.meta.dirname, '../dist')
const entry = 'surfaces/cli/program.js'

/** What a question imports only when it is asked. What indexing, the languages, servers and clients need is in other files. */
const asked = [
  'surfaces/cli/run-cli.js',
  'surfaces/cli/search.js',
  'surfaces/cli/tool-command.js',
  'app/create-app.js',
  'discover/change-set.js',
  'discover/shared-inventory.js',
  'embed/local-embedder.js',
  'freshness/compute-route.js',
  'parse/parser-version.js',
  'store/embedded/open-embedded-store.js',
  'store/embedded/vector-reads.js',
  'tools/rag-search.js',
  'tools/search-code.js',
  'workspace/other-checkouts.js',
]

export async function bundle() {
  // What the entry imports at once is loaded before the cache of compiled code is on, so it is kept small. The entry itself is no part
  // of it: it waits for `common`, which needs `first`.
  const groups = [part('first', [entry], 2), part('common', asked, 1)]
  await write({
    entries: { main: entry },
    entryFileNames: 'surfaces/cli/main.js',
    parts: 'surfaces/cli/parts',
    groups,
    needed: asked,
  })
  const parsers = { 'parse-child': 'parse/parse-child.js', 'parse-worker': 'parse/parse-worker.js' }
  const shared = [part('first', ['parse/parse-child.js'], 2), part('parse', ['parse/serve-jobs.js', 'parse/parse-worker.js'], 1)]
  await write({ entries: parsers, entryFileNames: 'parse/parts/[name].js', parts: 'parse/parts', groups: shared, needed: [] })
}

async function write({ entries, entryFileNames, parts, groups, needed }) {
  for (const file of [...Object.values(entries), ...needed])
    if (!existsSync(path.join(dist, file))) throw new Error(`scripts/bundle.mjs names ${file}, which TypeScript did not write`)
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(dist, file)])),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    plugins: [{ name: 'own-place', transform: withPlace }],
    treeshake: false,
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    entryFileNames,
    chunkFileNames: `${parts}/[name].js`,
    comments: false,
    codeSplitting: { groups },
    plugins: [{ name: 'own-place', renderChunk: placeInPart }],
  })
  await build.close()
  const written = new Set(output.map(({ fileName }) => fileName))
  for (const file of readdirSync(path.join(dist, parts)))
    if (!written.has(`${parts}/${file}`)) rmSync(path.join(dist, parts, file))
}

/** A file with these modules and all that they import at once, but for the entry itself. */
function part(name, modules, priority) {
  let members
  const nameOf = (id, graph) => {
    members ??= closure(modules, graph)
    return members.has(id) && !graph.getModuleInfo(id)?.isEntry ? name : null
  }
  return { name: nameOf, debugName: name, priority }
}

/** These modules, what they import at once, and so on. */
function closure(files, graph) {
  const found = new Set(files.map((file) => path.join(dist, file)))
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

const PLACE = 'PLACE_OF_MODULE/'

/** Modules name other files by their place beside themselves, so each must go on knowing its own. */
function withPlace(code, id) {
  if (code.includes('import.meta.dirname') || code.includes('import.meta.filename'))
    throw new Error(`${id} uses import.meta.dirname or import.meta.filename: use import.meta.url, which the bundle keeps true`)
  const place = JSON.stringify(PLACE + path.relative(dist, id).replaceAll(path.sep, '/'))
  return code.includes('import.meta.url') ? code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) : null
}

function placeInPart(code, { fileName }) {
  return code.includes(PLACE) ? code.replaceAll(PLACE, '../'.repeat(fileName.split('/').length - 1)) : null
}
