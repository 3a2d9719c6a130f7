// Packs the grammars into dist/grammars: brotli, with a manifest of their sources. A grammar is one line of data below.
// The engine itself (web-tree-sitter) is a run-time dependency and contains its own WebAssembly. Idempotent: a grammar whose
// source bytes have not changed is not packed again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

/** name → [npm package, file inside it] */
const grammars = {
  bash: ['tree-sitter-bash', 'tree-sitter-bash.wasm'],
  c: ['tree-sitter-c', 'tree-sitter-c.wasm'],
  cpp: ['tree-sitter-cpp', 'tree-sitter-cpp.wasm'],
  csharp: ['tree-sitter-c-sharp', 'tree-sitter-c_sharp.wasm'],
  elixir: ['tree-sitter-elixir', 'tree-sitter-elixir.wasm'],
  go: ['tree-sitter-go', 'tree-sitter-go.wasm'],
  haskell: ['tree-sitter-haskell', 'tree-sitter-haskell.wasm'],
  java: ['tree-sitter-java', 'tree-sitter-java.wasm'],
  javascript: ['tree-sitter-javascript', 'tree-sitter-javascript.wasm'],
  kotlin: ['@tree-sitter-grammars/tree-sitter-kotlin', 'tree-sitter-kotlin.wasm'],
  lua: ['@tree-sitter-grammars/tree-sitter-lua', 'tree-sitter-lua.wasm'],
  objc: ['tree-sitter-objc', 'tree-sitter-objc.wasm'],
  php: ['tree-sitter-php', 'tree-sitter-php.wasm'],
  python: ['tree-sitter-python', 'tree-sitter-python.wasm'],
  ruby: ['tree-sitter-ruby', 'tree-sitter-ruby.wasm'],
  rust: ['tree-sitter-rust', 'tree-sitter-rust.wasm'],
  scala: ['tree-sitter-scala', 'tree-sitter-scala.wasm'],
  swift: ['tree-sitter-wasm', 'out/swift/tree-sitter-swift.wasm'],
  tsx: ['tree-sitter-typescript', 'tree-sitter-tsx.wasm'],
  typescript: ['tree-sitter-typescript', 'tree-sitter-typescript.wasm'],
  zig: ['@tree-sitter-grammars/tree-sitter-zig', 'tree-sitter-zig.wasm'],
  css: ['tree-sitter-wasm', 'out/css/tree-sitter-css.wasm'],
  dart: ['tree-sitter-wasm', 'out/dart/tree-sitter-dart.wasm'],
  dockerfile: ['tree-sitter-wasm', 'out/dockerfile/tree-sitter-dockerfile.wasm'],
  graphql: ['tree-sitter-wasm', 'out/graphql/tree-sitter-graphql.wasm'],
  hcl: ['tree-sitter-wasm', 'out/hcl/tree-sitter-hcl.wasm'],
  html: ['tree-sitter-wasm', 'out/html/tree-sitter-html.wasm'],
  json: ['tree-sitter-wasm', 'out/json/tree-sitter-json.wasm'],
  julia: ['tree-sitter-wasm', 'out/julia/tree-sitter-julia.wasm'],
  make: ['tree-sitter-wasm', 'out/make/tree-sitter-make.wasm'],
  ocaml: ['tree-sitter-wasm', 'out/ocaml/tree-sitter-ocaml.wasm'],
  ocaml_interface: ['tree-sitter-wasm', 'out/ocaml_interface/tree-sitter-ocaml_interface.wasm'],
  perl: ['tree-sitter-wasm', 'out/perl/tree-sitter-perl.wasm'],
  proto: ['tree-sitter-wasm', 'out/proto/tree-sitter-proto.wasm'],
  r: ['tree-sitter-wasm', 'out/r/tree-sitter-r.wasm'],
  sql: ['tree-sitter-wasm', 'out/sql/tree-sitter-sql.wasm'],
  svelte: ['tree-sitter-wasm', 'out/svelte/tree-sitter-svelte.wasm'],
  toml: ['tree-sitter-wasm', 'out/toml/tree-sitter-toml.wasm'],
  vue: ['tree-sitter-wasm', 'out/vue/tree-sitter-vue.wasm'],
  yaml: ['tree-sitter-wasm', 'out/yaml/tree-sitter-yaml.wasm'],
}

/**
 * Swift's scanner allocates 0 × 4 bytes of state and reads beyond them: raw strings and `#if` then fail at random, and parsing is
 * forty times slower. Changing one byte makes it 1 × 4. The bytes must occur exactly once; otherwise the grammar has changed.
 */
const patches = {
  swift: { find: [0x41, 0x00, 0x41, 0x04, 0x10], replace: [0x41, 0x01, 0x41, 0x04, 0x10] },
}

const out = fileURLToPath(new URL('../dist/grammars/', import.meta.url))
const manifestPath = path.join(out, 'manifest.json')
const before = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : {}
const manifest = {}

mkdirSync(out, { recursive: true })
for (const [name, [packageName, file]] of Object.entries(grammars)) {
  const { folder, version, license } = describePackage(packageName)
  const wasm = patched(name, readFileSync(path.join(folder, file)))
  const sha256 = createHash('sha256').update(wasm).digest('hex')
  const packed = path.join(out, `${name}.wasm.br`)
  manifest[name] = { package: packageName, version, license, file, sha256, bytes: wasm.length }
  if (before[name]?.sha256 === sha256 && existsSync(packed)) continue
  writeFileSync(packed, pack(wasm))
}
const text = `${JSON.stringify(manifest, null, 2)}\n`
if (text !== `${JSON.stringify(before, null, 2)}\n`) writeFileSync(manifestPath, text)

function describePackage(name) {
  // Not with `require.resolve`, because a package need not export its package.json.
  const folder = fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url))
  const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { folder, version, license }
}

function patched(name, bytes) {
  const patch = patches[name]
  if (!patch) return bytes
  const find = Buffer.from(patch.find)
  const at = bytes.indexOf(find)
  if (at < 0 || bytes.indexOf(find, at + 1) >= 0) throw new Error(`the patch of ${name} does not fit its grammar`)
  Buffer.from(patch.replace).copy(bytes, at)
  return bytes
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
