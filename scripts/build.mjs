// Builds dist/: TypeScript, then the bundle of the command line, then the grammars (packed once, kept while their package versions do
// not change), then the weights of the embedding model with the index of its words.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const quiet = process.argv.includes('--quiet')
const say = (text) => quiet || process.stderr.write(`${text}\n`)
process.chdir(root)

const tsc = installed('typescript/package.json')
if (tsc === undefined) {
  process.stderr.write('The packages are not installed yet: run `npm ci` first.\n')
  process.exit(1)
}
const { status } = spawnSync(process.execPath, [path.join(path.dirname(tsc), 'bin/tsc'), '-p', 'tsconfig.build.json'], {
  stdio: ['ignore', 2, 2],
})
if (status !== 0) process.exit(status ?? 1)
await (await import('./bundle.mjs')).bundle()
const entry = 'dist/surfaces/cli/main.js'
if (existsSync(entry)) chmodSync(entry, 0o755)
if (existsSync('scripts/grammars.mjs')) await import('./grammars.mjs')
copyWeights('embed/weights/cairn-code.bin')
await indexWords('dist/embed/weights/cairn-code.bin')
say('built dist/')

function copyWeights(file) {
  const [from, to] = [`src/${file}`, `dist/${file}`]
  if (isCopied(from, to)) return
  mkdirSync(path.dirname(to), { recursive: true })
  copyFileSync(from, to)
}

// Its content depends only on the weights and on the code that writes it.
async function indexWords(weights) {
  const { wordIndexOfModel } = await import('../dist/embed/read-model.js')
  const bytes = await wordIndexOfModel(weights)
  const file = `${weights}.words`
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) writeFileSync(file, bytes)
}

function isCopied(from, to) {
  if (!existsSync(to)) return false
  const [source, copy] = [statSync(from), statSync(to)]
  return copy.size === source.size && copy.mtimeMs >= source.mtimeMs
}

function installed(file) {
  try {
    return createRequire(import.meta.url).resolve(file)
  } catch {
    return undefined
  }
}
