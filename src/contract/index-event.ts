/** What happens to the indexes while a server runs: changes seen by its watcher, and progress of its work in the background. */
import type { Progress } from './progress.ts'
import type { WatchEvent } from './watch.ts'

export type IndexEvent = WatchEvent | ({ event: 'progress'; at: string; repo_id: string } & Omit<Progress, 'repo_id' | 'file'>)
