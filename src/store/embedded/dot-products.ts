/**
 * Dot products of one vector with many, the whole cost of a search by meaning. A WebAssembly module of 253 bytes computes 16
 * numbers at a time (`dot-products.wat`); where WebAssembly has no SIMD, plain JavaScript gives the same sums, ten times slower.
 */

/**
 * `rows`: one vector after the other, each as long as `query`, a multiple of 16; `out` gets one sum for each. No sum may need
 * more than 32 bits: see `largestNumber`.
 */
export type DotProducts = (query: Int16Array, rows: Int8Array, out: Int32Array) => void

/** The length of a row: SIMD reads 16 numbers at once. */
export const rowLength = (dimensions: number): number => Math.ceil(dimensions / 16) * 16

/** How large the numbers of a query may be, so that no sum of products with 8-bit numbers exceeds 32 bits. */
export const largestNumber = (dimensions: number): number =>
  Math.min(0x7fff, Math.floor(0x7fffffff / (128 * Math.max(dimensions, 1))))

let chosen: DotProducts | undefined

export const dotProducts: DotProducts = (query, rows, out) => {
  chosen ??= simdDotProducts() ?? plainDotProducts
  chosen(query, rows, out)
}

export const plainDotProducts: DotProducts = (query, rows, out) => {
  const { length } = query
  for (let row = 0, from = 0; from < rows.length; row++, from += length) {
    let sum = 0
    for (let at = 0; at < length; at++) sum += (query[at] as number) * (rows[from + at] as number)
    out[row] = sum
  }
}

/** Node's type package does not have WebAssembly. */
type Exports = {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  dots(query: number, rows: number, stride: number, count: number, out: number): void
}
type WasmCalls = { Module: new (bytes: Uint8Array) => object; Instance: new (module: object) => { exports: Exports } }

/** Rows are copied into the module's memory in portions that stay in the processor's cache. */
const PORTION_BYTES = 128 << 10
const PAGE_BYTES = 64 << 10

/** undefined where the module cannot be loaded. */
export function simdDotProducts(): DotProducts | undefined {
  const module = loadModule()
  return module && ((query, rows, out) => inPortions(module, query, rows, out))
}

function loadModule(): Exports | undefined {
  const calls = (globalThis as { WebAssembly?: WasmCalls }).WebAssembly
  try {
    return calls && new calls.Instance(new calls.Module(Buffer.from(moduleBytes, 'base64'))).exports
  } catch {
    return undefined
  }
}

function inPortions({ memory, dots }: Exports, query: Int16Array, rows: Int8Array, out: Int32Array): void {
  const stride = query.length
  if (rows.length === 0 || stride === 0) return
  const most = Math.max(1, Math.floor(PORTION_BYTES / stride))
  const [sums, numbers] = [stride * 2, stride * 2 + most * 4]
  const missing = numbers + most * stride - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  new Int16Array(memory.buffer, 0, stride).set(query)
  const into = new Int8Array(memory.buffer, numbers, most * stride)
  const results = new Int32Array(memory.buffer, sums, most)
  const total = rows.length / stride
  for (let from = 0; from < total; from += most) {
    const count = Math.min(most, total - from)
    into.set(rows.subarray(from * stride, (from + count) * stride))
    dots(0, numbers, stride, count, sums)
    out.set(count === most ? results : results.subarray(0, count), from)
  }
}

const moduleBytes =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcRAgZtZW1vcnkCAARkb3RzAAAKywEByAECAn8DeyAEIANBAnRqIQMCQANAIAQgA08NASABIAJqIQUgACEG/QwAAAAAAAAAAAAAAAAAAAAAIQj9DAAAAAAAAAAAAAAAAAAAAAAhCQNAIAH9AAAAIQcgCCAH/YcBIAb9AAAA/boB/a4BIQggCSAH/YgBIAb9AAAQ/boB/a4BIQkgBkEgaiEGIAFBEGohASABIAVJDQALIAggCf2uASEIIAQgCP0bACAI/RsBaiAI/RsCIAj9GwNqajYCACAEQQRqIQQMAAsLCw=='
