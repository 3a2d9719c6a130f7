/** A change of a checkout between two questions, and the steps of such changes. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commitAll, git, tempFolder, writeFiles } from './temp-repo.ts'

export const at = (root: string, file: string): string => path.join(root, file)

/** Ignores a failure: an operation that is not possible does nothing. */
export const tryGit = (root: string, ...args: string[]): void => {
  try {
    git(root, ...args)
  } catch {}
}

export const files = {
  'a.py': 'a = 1\n',
  'b.py': 'b = 1\n',
  'src/c.ts': 'export const c = 1\n',
  'src/d.ts': 'export const d = 1\n',
  'docs/e.md': '# e\n\ntext\n',
}
/** Other bytes, same size. */
export const swap = (root: string, file: string): void =>
  writeFileSync(at(root, file), readFileSync(at(root, file), 'latin1').replace('1', '2'), 'latin1')
/** Also restores the modification time to the nanosecond: Node's own call would lose fractions of a millisecond. */
export const forge = (root: string, file: string): void => {
  const kept = path.join(tempFolder(), 'kept')
  execFileSync('cp', ['-p', at(root, file), kept])
  swap(root, file)
  execFileSync('touch', ['-r', kept, at(root, file)])
}
/** A branch `other` that edits a.py, and one more commit on main that edits it too. */
export const diverge = (root: string): void => {
  git(root, 'checkout', '-q', '-b', 'other')
  writeFiles(root, { 'a.py': 'a = "other"\n', 'new.py': 'n\n' })
  commitAll(root)
  git(root, 'checkout', '-q', 'main')
  writeFiles(root, { 'a.py': 'a = "main"\n' })
  commitAll(root)
}

export type Scenario = {
  name: string
  files?: Record<string, string | Uint8Array>
  /** A repo of another kind, with its root; else a plain one with `files`. */
  make?: () => string
  /** Before the rows are recorded. */
  before?: (root: string) => void
  change: (root: string) => void
  wanted: string[]
}
