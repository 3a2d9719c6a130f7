// Plain BM25 over the words of texts: the yardstick that an embedding is measured against. k1 = 1.2, b = 0.75, no rules.
import { eachWord } from '../../dist/embed/words.js'

const K1 = 1.2
const B = 0.75

/** `texts` are the documents. Returns scores(query): a Float64Array with one number for each document. */
export function createBm25(texts) {
  const postings = new Map()
  const lengths = texts.map((text, number) => {
    let length = 0
    const counts = new Map()
    eachWord(text, (word) => {
      counts.set(word, (counts.get(word) ?? 0) + 1)
      length++
    })
    for (const [word, count] of counts) {
      const known = postings.get(word)
      if (known) known.push(number, count)
      else postings.set(word, [number, count])
    }
    return length
  })
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return (query) => {
    const scores = new Float64Array(texts.length)
    const asked = new Set()
    eachWord(query, (word) => asked.add(word))
    for (const word of asked) addWord(scores, postings.get(word) ?? [], lengths, mean)
    return scores
  }
}

function addWord(scores, posting, lengths, mean) {
  const found = posting.length / 2
  const idf = Math.log(1 + (lengths.length - found + 0.5) / (found + 0.5))
  for (let at = 0; at < posting.length; at += 2) {
    const count = posting[at + 1]
    const norm = K1 * (1 - B + (B * lengths[posting[at]]) / mean)
    scores[posting[at]] += (idf * count * (K1 + 1)) / (count + norm)
  }
}
