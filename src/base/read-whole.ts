/**
 * A file's bytes as they stood at one moment. `readFile` stops at the size it saw before reading, and may read in several steps: of
 * a file that is just being written again it gives the beginning, or two versions joined, with lines that no version ever had.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A file that never rests is taken as it was seen last. */
const ROUNDS = 10

/** By its path; a link is followed. */
export async function readWholeFile(place: string, sizeHint: number): Promise<Buffer> {
  const handle = await open(place)
  try {
    return await readWhole(handle, sizeHint)
  } finally {
    await handle.close()
  }
}

export async function readWhole(handle: FileHandle, sizeHint: number): Promise<Buffer> {
  let room = sizeHint + SPARE
  for (let round = 1; ; round++) {
    const buffer = Buffer.allocUnsafe(room)
    const before = await handle.stat()
    const { bytesRead } = await handle.read(buffer, 0, room, 0)
    const after = await handle.stat()
    const settled = after.mtimeMs === before.mtimeMs && after.size === bytesRead
    if (settled) return buffer.subarray(0, bytesRead)
    if (round === ROUNDS) return readToEnd(handle, after.size)
    room = Math.max(after.size, bytesRead) + SPARE
    await sleep(round)
  }
}

/** Room for more than expected, so that one read also tells that nothing follows. */
const SPARE = 4096

/** In as many steps as it takes: some file systems give less than they are asked for. */
async function readToEnd(handle: FileHandle, expected: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(expected + SPARE)
  for (let filled = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled)
    filled += bytesRead
    if (bytesRead === 0) return buffer.subarray(0, filled)
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
  }
}
