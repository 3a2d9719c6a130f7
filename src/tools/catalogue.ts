/** Every tool, in the order a newcomer meets them. `app` adds those that need more rooms than `tools` may know. */
import { definition } from './definition.ts'
import { exploreStructure } from './explore-structure.ts'
import { getDocument } from './get-document.ts'
import { getFile } from './get-file.ts'
import { lineage } from './lineage.ts'
import { listRepos } from './list-repos.ts'
import { ragSearch } from './rag-search.ts'
import { searchCode } from './search-code.ts'
import type { Tool } from './tool.ts'
import { whereUsed } from './where-used.ts'

export const catalogue: readonly Tool[] = [
  listRepos,
  exploreStructure,
  searchCode,
  getFile,
  getDocument,
  ragSearch,
  definition,
  whereUsed,
  lineage,
]
