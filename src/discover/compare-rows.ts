/**
 * Compares the paths of a repo with its rows, without reading a file. Most of the work depends only on git's index, the rules and
 * the rows. While these are the same, its result is kept, and a question costs by what differs from the index.
 */
import type { RecordedFile } from '../contract/freshness.ts'
import type { FileNote } from '../contract/reports.ts'
import { byPath, findByPath, inOrder } from './by-path.ts'
import type { FoundPath, FoundPaths } from './found-paths.ts'
import { pathsThatCount } from './list-files.ts'
import type { PathRules } from './path-rules.ts'

/** A path for which git and the row do not decide whether it changed. */
export type OpenFile = { found: FoundPath; row: RecordedFile | undefined }

export type Compared = {
  /** By path. */
  open: readonly OpenFile[]
  /** Rows of paths that are not listed any more. */
  lost: readonly RecordedFile[]
  /** Paths that do not count, with the reason. */
  withheld: readonly FileNote[]
  /** By path. */
  rows: readonly RecordedFile[]
  isFound(path: string): boolean
}

export function compareRows(found: FoundPaths, rules: PathRules, rows: readonly RecordedFile[]): Compared {
  const base = compareIndex(found.paths, rules, rows)
  return found.differing.size === 0 && found.untracked.length === 0 ? base : withDifferences(base, found, rules)
}

/** `rules` are compared by their text, because they are read again for each question. */
type Kept = { rules: string; rows: readonly RecordedFile[]; base: Base }
type Base = Compared & { counting: readonly FoundPath[] }
const kept = new WeakMap<readonly FoundPath[], Kept>()

function compareIndex(paths: readonly FoundPath[], rules: PathRules, rows: readonly RecordedFile[]): Base {
  const known = kept.get(paths)
  if (known?.rows === rows && known.rules === rules.text) return known.base
  const { counting, withheld } = judgeAll(paths, rules)
  const sorted = inOrder(rows)
  const isFound = (path: string): boolean => findByPath(counting, path) !== undefined
  const base = { ...sideBySide(counting, sorted), withheld, rows: sorted, isFound, counting }
  kept.set(paths, { rules: rules.text, rows, base })
  return base
}

function judgeAll(paths: readonly FoundPath[], rules: PathRules): Pick<Base, 'counting' | 'withheld'> {
  const withheld: FileNote[] = []
  const counting = pathsThatCount(paths, rules, withheld)
  return { counting, withheld }
}

/** A row of a file that git has recorded, and finds unchanged, is as recorded. Both lists are walked in order, side by side. */
function sideBySide(counting: readonly FoundPath[], rows: readonly RecordedFile[]): Pick<Compared, 'open' | 'lost'> {
  const open: OpenFile[] = []
  const lost: RecordedFile[] = []
  let next = 0
  for (const found of counting) {
    let row = rows[next]
    // Equality is tested first: it is the usual case, and much cheaper than ordering.
    while (row && row.path !== found.path && row.path < found.path) {
      lost.push(row)
      row = rows[++next]
    }
    if (row?.path !== found.path) open.push({ found, row: undefined })
    else {
      next++
      if (!found.remembered?.fits(row)) open.push({ found, row })
    }
  }
  return { open, lost: [...lost, ...rows.slice(next)] }
}

function withDifferences(base: Base, { differing, untracked }: FoundPaths, rules: PathRules): Compared {
  const { counting, rows } = base
  const isGone = (path: string): boolean => differing.has(path) && differing.get(path) === undefined
  const further = judgeAll(untracked, rules)
  const open = base.open.filter(({ found }) => !differing.has(found.path))
  const added = new Set<string>()
  for (const found of further.counting) {
    added.add(found.path)
    open.push({ found, row: findByPath(rows, found.path) })
  }
  const lost = base.lost.filter(({ path }) => !added.has(path))
  for (const [path, found] of differing) {
    if (!base.isFound(path)) continue
    const row = findByPath(rows, path)
    if (found) open.push({ found, row })
    else if (row) lost.push(row)
  }
  return {
    open: open.sort((a, b) => byPath(a.found, b.found)),
    lost: lost.sort(byPath),
    withheld: [...base.withheld.filter(({ path }) => !isGone(path)), ...further.withheld],
    rows,
    isFound: (path) => added.has(path) || (findByPath(counting, path) !== undefined && !isGone(path)),
  }
}
