/** The files of a repo as tools may see them: listed and admitted by the rules the index follows. */
import { lstat, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ListFiles, ListOptions } from '../discover/port.ts'
import type { Admission, RepoFiles } from '../tools/tool-context.ts'
import { isInside } from '../workspace/repo-root.ts'

export function createRepoFiles(listFiles: ListFiles, options: ListOptions): RepoFiles {
  return {
    list: async (root, { signal }) => (await listFiles(root, { ...options, signal })).files,
    admit: (root, given) => admit(root, given, listFiles, options),
  }
}

async function admit(root: string, given: string, listFiles: ListFiles, options: ListOptions): Promise<Admission> {
  const place = path.resolve(root, given)
  if (!isInside(root, place)) return { state: 'outside' }
  const relative = path.relative(root, place).split(path.sep).join('/')
  if (relative === '') return { state: 'folder', path: '' }
  if (!(await lstat(place).catch(() => undefined))) return { state: 'missing' }
  const real = await realpath(place).catch(() => undefined)
  if (real === undefined) return { state: 'missing' }
  if (!isInside(await realpath(root), real)) return { state: 'outside' }
  const folder = (await stat(real)).isDirectory()
  const listing = await listFiles(root, { ...options, under: folder ? relative : parentOf(relative) })
  if (folder) return listing.files.length > 0 ? { state: 'folder', path: relative } : ignored
  const found = listing.files.find((file) => file.path === relative)
  if (found) return { state: 'file', path: relative, absolute_path: found.absolute_path, size: found.size, language: found.language }
  const skipped = listing.skipped.find((file) => file.path === relative)
  return skipped ? { state: 'withheld', reason: skipped.reason } : ignored
}

const ignored: Admission = { state: 'withheld', reason: 'ignored by git or .cairnignore' }

const parentOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')))
