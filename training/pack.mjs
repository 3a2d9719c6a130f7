// Puts a trained model into one file, as the product reads it (src/embed/model-format.ts).
//   node training/pack.mjs TRAINED OUT.bin
// TRAINED is what train.py wrote: words.txt, rows.i8, scales.f32, model.json.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writeModel } from '../dist/embed/write-model.js'

const [trained, out] = process.argv.slice(2)
if (!trained || !out) throw new Error('usage: pack.mjs TRAINED OUT.bin')
const file = (name) => path.join(trained, name)
const words = readFileSync(file('words.txt'), 'utf8').trimEnd().split('\n')
const { fields, settings } = JSON.parse(readFileSync(file('model.json'), 'utf8'))
const bytes = readFileSync(file('rows.i8'))
const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
const scaleBytes = readFileSync(file('scales.f32'))
const scales = new Float32Array(scaleBytes.buffer.slice(scaleBytes.byteOffset, scaleBytes.byteOffset + scaleBytes.length))
const rounded = (weight) => Math.round(weight * 1000) / 1000
await writeModel(out, {
  name: 'cairn-code',
  dimensions: settings.dimensions,
  parts: { path: rounded(fields.path), name: rounded(fields.name), doc: rounded(fields.doc), body: rounded(fields.body) },
  words,
  scales,
  values,
})
console.log(`${out}: ${words.length} words, ${settings.dimensions} dimensions`)
