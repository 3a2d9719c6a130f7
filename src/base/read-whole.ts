/**
 * Reads the bytes of a file as they were at one moment. `readFile` stops at the size it saw before reading, and may read in
 * several steps: of a file that is just being written again it gives the beginning, or two versions joined, with lines that no
 * version ever had.
 */
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** If a file is written without a pause, the last read is used after about half a second. */
const ROUNDS = 60
/** Times of files are as coarse as the system's clock tick: two writes within one tick leave the same time. */
const TICK_MS = 20

/** Undefined when the file has grown beyond `most` meanwhile: a size that was checked before says nothing about the bytes. */
export async function readWhole(handle: FileHandle, sizeHint: number, most: number): Promise<Buffer | undefined> {
  let room = sizeHint + SPARE
  for (let round = 1; ; round++) {
    const buffer = Buffer.allocUnsafe(room)
    const before = await handle.stat()
    const { bytesRead } = await handle.read(buffer, 0, room, 0)
    const after = await handle.stat()
    if (after.size > most || bytesRead > most) return undefined
    const bytes = buffer.subarray(0, bytesRead)
    const settled = after.mtimeMs === before.mtimeMs && after.size === bytesRead
    if (settled && (Date.now() - after.mtimeMs > TICK_MS || (await isStill(handle, bytes)))) return bytes
    if (round === ROUNDS) return readToEnd(handle, after.size, most)
    room = Math.max(after.size, bytesRead) + SPARE
    await sleep(Math.min(round, 10))
  }
}

/** If a file was written a moment ago, its time does not show a second write. So the bytes are read twice and compared. */
async function isStill(handle: FileHandle, bytes: Buffer): Promise<boolean> {
  const again = Buffer.allocUnsafe(bytes.length + 1)
  const { bytesRead } = await handle.read(again, 0, again.length, 0)
  return bytesRead === bytes.length && again.subarray(0, bytesRead).equals(bytes)
}

/** The buffer is larger than the expected size, so that one read also shows that nothing follows. */
const SPARE = 4096

/** In as many steps as it takes: some file systems give less than they are asked for. */
async function readToEnd(handle: FileHandle, expected: number, most: number): Promise<Buffer | undefined> {
  let buffer = Buffer.allocUnsafe(expected + SPARE)
  for (let filled = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled)
    filled += bytesRead
    if (filled > most) return undefined
    if (bytesRead === 0) return buffer.subarray(0, filled)
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
  }
}
