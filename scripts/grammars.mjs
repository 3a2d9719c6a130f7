// Packs the grammars into dist/grammars: brotli, with a manifest of where each came from. A grammar is one line of data below.
// The engine itself (web-tree-sitter) is a run-time dependency and brings its own. Idempotent: a grammar whose source bytes have not changed is not packed again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

/** name → [npm package, file inside it] */
const grammars = {
  go: ['tree-sitter-go', 'tree-sitter-go.wasm'],
  java: ['tree-sitter-java', 'tree-sitter-java.wasm'],
  javascript: ['tree-sitter-javascript', 'tree-sitter-javascript.wasm'],
  python: ['tree-sitter-python', 'tree-sitter-python.wasm'],
  tsx: ['tree-sitter-typescript', 'tree-sitter-tsx.wasm'],
  typescript: ['tree-sitter-typescript', 'tree-sitter-typescript.wasm'],
}

const require = createRequire(import.meta.url)
const out = fileURLToPath(new URL('../dist/grammars/', import.meta.url))
const manifestPath = path.join(out, 'manifest.json')
const before = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : {}
const manifest = {}

mkdirSync(out, { recursive: true })
for (const [name, [packageName, file]] of Object.entries(grammars)) {
  const { folder, version, license } = describePackage(packageName)
  const wasm = readFileSync(path.join(folder, file))
  const sha256 = createHash('sha256').update(wasm).digest('hex')
  const packed = path.join(out, `${name}.wasm.br`)
  manifest[name] = { package: packageName, version, license, file, sha256, bytes: wasm.length }
  if (before[name]?.sha256 === sha256 && existsSync(packed)) continue
  writeFileSync(packed, pack(wasm))
}
const text = `${JSON.stringify(manifest, null, 2)}\n`
if (text !== `${JSON.stringify(before, null, 2)}\n`) writeFileSync(manifestPath, text)

function describePackage(name) {
  const folder = path.dirname(require.resolve(`${name}/package.json`))
  const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { folder, version, license }
}

function pack(bytes) {
  // Quality 9 with a window as large as the largest grammar: seconds for all; 11 takes a minute and saves a tenth.
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
