/** The files of a repo that tools may see: selected by the same rules as the index. */
import { admitPath } from '../discover/admit-path.ts'
import { listFiles } from '../discover/list-files.ts'
import type { ListOptions } from '../discover/port.ts'
import type { RepoFiles } from '../grounding/ground-rooms.ts'

export const createRepoFiles = (optionsOf: (root: string) => ListOptions): RepoFiles => ({
  list: async (root, { signal }) => (await listFiles(root, { ...optionsOf(root), signal })).files,
  admit: (root, path) => admitPath(root, path, optionsOf(root)),
})
