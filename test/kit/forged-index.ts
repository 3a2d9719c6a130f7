/** Changes a path in git's index to one that git itself would refuse, of the same length. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export function forgeIndex(root: string, from: string, to: string): void {
  if (from.length !== to.length) throw new Error('the lengths differ')
  const file = path.join(root, '.git/index')
  const bytes = readFileSync(file)
  const at = bytes.indexOf(`${from}\0`)
  if (at < 0) throw new Error(`${from} is not in the index`)
  bytes.write(to, at, 'latin1')
  const body = bytes.subarray(0, bytes.length - 20)
  writeFileSync(file, Buffer.concat([body, createHash('sha1').update(body).digest()]))
}
