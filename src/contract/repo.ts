/** A repo as every room speaks of it: what it is called, and the folder it is in. */
import type { RepoId } from './ids.ts'

export type Repo = { repo_id: RepoId; root: string }
