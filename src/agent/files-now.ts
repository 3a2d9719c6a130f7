/** The files that an answer cites, read from disk once for each check, through the tool that refuses what the caller may not see. */
import type { FileContent } from '../contract/items.ts'
import { visibleLine } from '../contract/visible.ts'
import type { ModelAccess, ModelCallOptions } from './model-access.ts'

/** Its lines are visible, as a model is shown them. */
export type FileNow = { repo_id: string; path: string; lines: readonly string[] }

export interface FilesNow {
  /** Undefined when there is no such file, or it is withheld, outside the repo, or of a repo that the caller may not read. */
  read(repo_id: string, path: string): Promise<FileNow | undefined>
}

/** Beyond this the rest of a file is not read, and cannot be cited. */
const MOST_BYTES = 10_000_000

export function createFilesNow({ callTool }: Pick<ModelAccess, 'callTool'>, options: ModelCallOptions): FilesNow {
  const read = new Map<string, Promise<FileNow | undefined>>()
  return {
    read(repo_id, path) {
      const key = `${repo_id}\0${path}`
      const known = read.get(key)
      if (known) return known
      const reading = callTool('get_file', { repo_id, file_path: path, max_chars: MOST_BYTES }, options).then(({ items }) => {
        const file = items[0] as FileContent | undefined
        return file && { repo_id: file.repo_id, path: file.file_path, lines: file.code.split('\n').map(visibleLine) }
      })
      read.set(key, reading)
      return reading
    },
  }
}
