/**
 * Reads files in git's own folders: `.git`, the folder that a `.git` file names, and the one that worktrees share. These folders may
 * lie anywhere, and git itself follows links in them, as some tools make (`repo`, `git-new-workdir`). So links are followed here. What
 * is opened must be a plain file, of bounded size, and opening it never waits. The caller must match the bytes against git's formats
 * and must never quote them: a link may lead to any file of the user.
 */
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../error-code.ts'
import { openPlain } from './open-plain.ts'
import { type FileRead, readHandle, whyNotRead } from './read-inside.ts'

/** `gone` also where a folder is in its place. Never throws. */
export async function readGitFile(folder: string, name: string, options: { max_bytes?: number } = {}): Promise<FileRead> {
  let handle: FileHandle | undefined
  try {
    handle = await openPlain(path.join(folder, name))
    return await readHandle(handle, options.max_bytes ?? MOST_BYTES)
  } catch (cause) {
    return errorCode(cause) === 'EISDIR' ? { state: 'gone' } : whyNotRead(cause)
  } finally {
    await handle?.close()
  }
}

/** As text; undefined when there is none to read, for whatever reason. */
export async function readGitText(
  folder: string,
  name: string,
  options: { max_bytes?: number } = {},
): Promise<string | undefined> {
  const read = await readGitFile(folder, name, options)
  return read.state === 'read' ? read.bytes.toString('utf8') : undefined
}

/** HEAD, refs, pointers to folders, settings. */
const MOST_BYTES = 1_000_000
/** The index of a repo with a million files has about 100 MB; packed refs may have as much. */
export const LARGEST_GIT_FILE = 512 * 1024 * 1024
