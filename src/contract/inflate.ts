/** Unpacks what was packed with `deflateRawSync`. */
import { inflateRawSync } from 'node:zlib'

const LEAST = 256
const MOST = 1 << 17

/** With as much room as packed text usually needs: Node takes 16 kB for every few bytes, which is half of the time for most of them. */
export function inflate(bytes: Uint8Array): Buffer {
  return inflateRawSync(bytes, { chunkSize: Math.max(LEAST, Math.min(MOST, bytes.length * 5)) })
}
