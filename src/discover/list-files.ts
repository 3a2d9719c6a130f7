/** Lists the files of a repo: tracked and untracked ones that are not ignored. Calls stat once for each. */
import type { FileNote } from '../contract/reports.ts'
import { realRoot } from '../workspace/repo-root.ts'
import { inOrder } from './by-path.ts'
import { type FoundPath, pathsNow } from './found-paths.ts'
import { takeInventory } from './inventory.ts'
import { lookAtFiles } from './look-at-files.ts'
import { type PathRules, readPathRules } from './path-rules.ts'
import type { FileEntry, Listing, ListOptions } from './port.ts'

export async function listFiles(givenRoot: string, options: ListOptions = {}): Promise<Listing> {
  const root = await realRoot(givenRoot)
  const inventory = await takeInventory(root, options)
  const found = pathsNow(inventory)
  const rules = await readPathRules(root, inventory, options)
  const skipped = inventory.skipped.filter((note) => rules.judge(note.path.replace(/\/$/, '')).state === 'counts')
  const counting = pathsThatCount(found, rules, skipped)
  const names = new Set(counting.map((found) => found.path))
  const { taken_at_ms } = inventory
  const context = { root, rules, options, taken_at_ms, isFound: (path: string) => names.has(path), skipped }
  const files: FileEntry[] = []
  for (const [at, looked] of (await lookAtFiles(counting, context)).entries()) {
    if (looked.state === 'file') files.push(looked.entry)
    else if (looked.state === 'skipped') skipped.push({ path: counting[at]?.path ?? '', reason: looked.reason })
  }
  return { files, skipped: [...inOrder([...skipped, ...rules.notes])], head: inventory.head, git: inventory.git }
}

/** In order, once each; withheld ones are noted in `skipped`. */
export function pathsThatCount(found: readonly FoundPath[], rules: PathRules, skipped: FileNote[]): readonly FoundPath[] {
  const counting = found.filter((each) => {
    const verdict = rules.judge(each.path)
    if (verdict.state === 'withheld') skipped.push({ path: each.path, reason: `withheld: ${verdict.reason}` })
    return verdict.state === 'counts'
  })
  return inOrder(counting)
}
