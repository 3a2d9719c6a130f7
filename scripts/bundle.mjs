// Puts the command line together: dist/surfaces/cli/parts/ with one file for what the usual questions load, one for what indexing
// loads, and files for the rest; then the process that parses, in dist/parse/parts/. Node takes 0.2 ms and more to load a module, and a
// question loads 300 of ours. Parts are CommonJS, loaded by src/base/run-part.ts, which keeps their compiled code. Packages stay outside;
// the library and the other child processes are loaded from the modules that TypeScript wrote
// (docs/decisions/2026-11-19-one-file-to-start.md).
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

const dist = path.resolve(import.meta.dirname, '../dist')

/** What a question imports only when it is asked. What the languages, servers and clients need is in other files. */
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
/** What a first index imports besides. */
const indexing = [
  'surfaces/cli/index-commands.js',
  'indexer/index-repo.js',
  'indexer/settle.js',
  'indexer/embed-missing.js',
  'parse/parse-pool.js',
  'store/embedded/writer.js',
  'store/embedded/check-store.js',
]

export async function bundle() {
  const hash = createHash('sha256')
  await writeParts('surfaces/cli/parts', ['surfaces/cli/program.js'], { common: asked, indexing }, hash)
  await writeParts('parse/parts', ['parse/serve-jobs.js', 'parse/serve-thread.js'], { parse: [] }, hash)
  const build = hash.digest('hex').slice(0, 17)
  await writeEntry('surfaces/cli/start.js', 'surfaces/cli/parts/start.cjs', build)
  await writeEntry('parse/parse-child.js', 'parse/parts/parse-child.cjs', build)
  await writeEntry('parse/parse-worker.js', 'parse/parts/parse-worker.cjs', build)
  writeFileSync(path.join(dist, 'surfaces/cli/main.js'), main, { mode: 0o755 })
}

/** The name that the program is started by. Each package that an ES module imports costs Node more than all of this file. */
const main = `#!/usr/bin/env node
import { createRequire } from 'node:module'

createRequire(import.meta.url)('./parts/start.cjs')
`

/** Each group is a file with the modules it names and all that they import at once; the entries belong to the first. */
async function writeParts(folder, entries, groups, hash) {
  const named = Object.entries(groups).map(([name, files], at) => ({ name, files: at === 0 ? [...entries, ...files] : files }))
  const { build, output } = await write(entries, {
    entryFileNames: `${folder}/[name].cjs`,
    chunkFileNames: `${folder}/[name].cjs`,
    plugins: [placed, importing],
    codeSplitting: { groups: named.map(({ name, files }, at) => part(name, files, named.length - at)) },
  })
  await build.close()
  const written = new Set(output.map(({ fileName }) => fileName))
  for (const file of readdirSync(path.join(dist, folder)))
    if (!written.has(`${folder}/${file}`)) rmSync(path.join(dist, folder, file))
  for (const { fileName, code } of output) hash.update(`${fileName}\0${code}\0`)
}

async function writeEntry(entry, fileName, hash) {
  const { build } = await write([entry], { entryFileNames: fileName, plugins: [placed, hashed(hash)] })
  await build.close()
}

async function write(entries, options) {
  for (const file of entries)
    if (!existsSync(path.join(dist, file))) throw new Error(`scripts/bundle.mjs names ${file}, which TypeScript did not write`)
  const build = await rolldown({
    input: Object.fromEntries(entries.map((file) => [path.basename(file, '.js'), path.join(dist, file)])),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    plugins: [{ name: 'own-place', transform: withPlace }],
    treeshake: false,
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await build.write({ dir: dist, format: 'cjs', comments: false, plugins: [placed], ...options })
  return { build, output }
}

/** A file with these modules and all that they import at once, but for entries. */
function part(name, files, priority) {
  let members
  const nameOf = (id, graph) => {
    members ??= closure(files, graph)
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

const placed = {
  name: 'own-place',
  renderChunk: (code, { fileName }) =>
    code.includes(PLACE) ? code.replaceAll(PLACE, '../'.repeat(fileName.split('/').length - 1)) : null,
}

/** A part is a script of its own, which Node 20 lets import packages only with a warning: its loader (src/base/run-part.ts) does it. */
const importing = {
  name: 'import-by-the-loader',
  renderChunk: (code, { dynamicImports }) =>
    dynamicImports
      .filter((name) => !name.includes('/parts/') && !name.startsWith('.'))
      .reduce((text, name) => text.replaceAll(`import("${name}")`, `importPackage("${name}")`), code),
}

/** In src/base/run-part.ts; as long as what it replaces, so that the place of the code in a file does not move. */
const hashed = (hash) => ({
  name: 'hash-of-all-parts',
  renderChunk: (code) => code.replaceAll('HASH_OF_ALL_PARTS', hash),
})
