/** Every tool, in the order a newcomer meets them. `app` adds those that need more rooms than `tools` may know. */
import { exploreStructure } from './explore-structure.ts'
import { getDocument } from './get-document.ts'
import { getFile } from './get-file.ts'
import { listRepos } from './list-repos.ts'
import type { Tool } from './tool.ts'

export const catalogue: readonly Tool[] = [listRepos, exploreStructure, getFile, getDocument]
