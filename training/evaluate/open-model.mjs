// The product's own embedder, for measuring: vectors of an evaluation pack's units, and how near a question is to each.
import { openLocalEmbedder } from '../../dist/embed/local-embedder.js'

export async function openModel(file, dimensions) {
  const embedder = await openLocalEmbedder({ file, dimensions })
  return {
    documents: (units) => embedder.embedDocuments(units.map(partsOf)),
    async scores(question, vectors) {
      const asked = await embedder.embedQuery(question)
      return Float64Array.from(vectors, (vector) => (asked && vector ? product(asked, vector) : 0))
    },
  }
}

function partsOf({ p, n, d, b }) {
  return [
    { kind: 'path', text: p },
    { kind: 'name', text: n },
    { kind: 'doc', text: d },
    { kind: 'body', text: b },
  ]
}

function product(a, b) {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at] * b[at]
  return sum
}
