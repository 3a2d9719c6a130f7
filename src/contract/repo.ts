/** A repo: its id and its folder. All rooms use this type. */
import type { RepoId } from './ids.ts'

export type Repo = { repo_id: RepoId; root: string }
