// Puts a trained model into one file, as the product reads it (src/embed/model-format.ts).
//   node training/pack.mjs TRAINED src/embed/weights/cairn-code.bin
// TRAINED is what train.py wrote: words.txt, rows.i8, scales.f32, model.json.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writeModel } from '../dist/embed/write-model.js'

/**
 * How much each part of a document counts. Set by hand, not learned: in most training pairs the comment is the query, so the document has none,
 * and training values comments too little. See "Weights of the parts" in training/README.md.
 */
const parts = { path: 1, name: 1.3, doc: 1, body: 1.3 }

const [trained, out] = process.argv.slice(2)
if (!trained || !out) throw new Error('usage: pack.mjs TRAINED OUT.bin')
const bytes = (name) => readFileSync(path.join(trained, name))
const words = bytes('words.txt').toString('utf8').trimEnd().split('\n')
const { settings } = JSON.parse(bytes('model.json').toString('utf8'))
const scales = bytes('scales.f32')
const values = bytes('rows.i8')
const { dimensions } = settings
const rows = Float32Array.from(
  { length: words.length * dimensions },
  (_, at) => values.readInt8(at) * scales.readFloatLE(Math.floor(at / dimensions) * 4),
)
await writeModel(out, { name: 'cairn-code', dimensions, parts, words, rows })
console.log(`${out}: ${words.length} words, ${dimensions} dimensions`)
