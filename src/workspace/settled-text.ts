/** The text of a file in a git folder that rarely changes. It is read again only when its identity, size or times changed. */
import path from 'node:path'
import { Lru } from '../base/lru.ts'
import { readGitText } from '../base/repo-files/git-folder-files.ts'
import { seeSync } from '../base/repo-files/see.ts'

/** Undefined when there is none to read, for whatever reason. */
export async function readSettledText(folder: string, name: string): Promise<string | undefined> {
  const file = path.join(folder, name)
  const seen = seeSync(file, { follow: true })
  if (!seen) return undefined
  const stamp = `${seen.dev}:${seen.ino}:${seen.size}:${seen.mtimeMs}:${seen.ctimeMs}`
  const known = texts.get(file)
  if (known?.stamp === stamp) return known.text
  const text = await readGitText(folder, name)
  // A second change within this time may leave the same times behind.
  if (Date.now() - Math.max(seen.mtimeMs, seen.ctimeMs) > SETTLED_MS) texts.set(file, { stamp, text })
  return text
}

const SETTLED_MS = 2_000
const texts = new Lru<string, { stamp: string; text: string | undefined }>(64)
