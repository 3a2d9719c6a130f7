// Makes the shipped embedding model from nothing: downloads the corpus, makes pairs, trains, and writes the file that the product reads.
//   npm run build && node training/make.mjs WORK --blobs BLOBS
// WORK takes about 12 GB. Each step is one script of this folder, printed before it runs; training/README.md describes them.
//   --blobs FOLDER     hashes of the evaluation projects' files (corpus/blob-set.mjs); without it nothing is checked by content
//   --lines UNITS      definitions of evaluation checkouts (evaluate/units.mjs); changed copies of them are left out; may be repeated
//   --list FILE        other packages than corpus.tsv          --archives FOLDER   where their archives are, or are put
//   --words N          size of the vocabulary (48000)          --set key=value     a setting of train.py; may be repeated
//   --python COMMAND   a Python with numpy and torch (python3) --out FILE          the model (src/embed/weights/cairn-code.bin)
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = fileURLToPath(new URL('.', import.meta.url))
const several = { type: 'string', multiple: true, default: [] }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    blobs: { type: 'string' },
    lines: several,
    list: { type: 'string', default: path.join(here, 'corpus.tsv') },
    archives: { type: 'string' },
    words: { type: 'string', default: '48000' },
    set: several,
    python: { type: 'string', default: 'python3' },
    out: { type: 'string', default: path.join(here, '../src/embed/weights/cairn-code.bin') },
  },
})
const [work] = positionals
if (!work) throw new Error('usage: make.mjs WORK --blobs BLOBS; see the head of this file')
mkdirSync(work, { recursive: true })
const archives = values.archives ?? path.join(work, 'archives')
const at = (name) => path.join(work, name)
const script = (name) => path.join(here, name)
const node = (name, ...args) => run(process.execPath, ['--max-old-space-size=8000', '--liftoff-only', script(name), ...args])

await node('corpus/download.mjs', values.list, archives)
const parts = Math.max(1, os.availableParallelism())
const extracted = Array.from({ length: parts }, (_, part) => at(`pairs-${part}.jsonl`))
await Promise.all(
  extracted.map((file, part) => node('pairs/extract.mjs', values.list, archives, file, '--part', `${part}/${parts}`)),
)
const checks = [...(values.blobs ? ['--blobs', values.blobs] : []), ...values.lines.flatMap((file) => ['--lines', file])]
await node('pairs/clean.mjs', at('clean.jsonl'), ...checks, ...extracted)
if (values.blobs) await node('corpus/check-keep-out.mjs', values.blobs, at('clean.jsonl'))
else console.log('no --blobs: copies of evaluation projects were looked for by name only')
await node('pairs/encode.mjs', at('encoded'), at('clean.jsonl'), '--words', values.words)
await run(values.python, [
  script('train.py'),
  at('encoded'),
  '--out',
  at('trained'),
  ...(values.set.length > 0 ? ['--set', ...values.set] : []),
])
await node('pack.mjs', at('trained'), values.out)

/** Rejects when the command fails. */
function run(command, args) {
  console.log(`$ ${path.basename(command)} ${args.join(' ')}`)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${args[2] ?? command} ended with ${code ?? signal}`)),
    )
  })
}
