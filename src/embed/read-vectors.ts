/** The answer of an embedding server becomes vectors of length 1, in the order of the texts, or what is wrong with it. */
import { unitVector } from './unit-vector.ts'

export type ReadVectors = { vectors: readonly Float32Array[] } | { wrong: string }

/** `dimensions`: how many numbers each vector must have; undefined when the first one decides. */
export function readVectors(answer: unknown, count: number, dimensions: number | undefined): ReadVectors {
  const entries = isObject(answer) ? answer.data : undefined
  if (!Array.isArray(entries)) return { wrong: 'its answer has no list called data' }
  if (entries.length !== count) return { wrong: `it gave ${entries.length} vectors for ${count} texts` }
  const vectors = new Array<Float32Array | undefined>(count)
  let expected = dimensions
  for (const [position, entry] of entries.entries()) {
    const { index = position, embedding }: Entry = isObject(entry) ? entry : {}
    if (!isIndex(index, count)) return { wrong: `it numbered a vector ${String(index)}` }
    if (vectors[index]) return { wrong: `it gave two vectors with the number ${index}` }
    const numbers = numbersIn(embedding)
    if (!numbers?.every(Number.isFinite)) return { wrong: 'it gave a vector that is not a list of finite numbers' }
    expected ??= numbers.length
    if (numbers.length !== expected)
      return { wrong: `it gave a vector of ${numbers.length} numbers where ${expected} were expected` }
    const vector = unitVector(numbers)
    if (!vector) return { wrong: 'it gave a vector without a direction' }
    vectors[index] = vector
  }
  return { vectors: vectors as Float32Array[] }
}

type Entry = { index?: unknown; embedding?: unknown }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isIndex = (value: unknown, count: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < count

/** Numbers, or the bytes of 32-bit numbers in base64, as some servers send them. */
function numbersIn(embedding: unknown): Float64Array | undefined {
  if (typeof embedding === 'string') return numbersInBase64(embedding)
  if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === 'number')) return undefined
  return Float64Array.from(embedding)
}

function numbersInBase64(text: string): Float64Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  return Float64Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
}
