/** What git can do to a checkout: index flags, stashes, rebases, sparse checkouts. Each with the expected change set. */
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { at, diverge, files, forge, type Scenario, swap, tryGit } from './scenario.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from './temp-repo.ts'

export const gitScenarios: Scenario[] = [
  { name: 'nothing', change: () => {}, wanted: [] },
  { name: 'same size', change: (root) => swap(root, 'a.py'), wanted: ['edited a.py'] },
  { name: 'same size, old time', change: (root) => forge(root, 'a.py'), wanted: ['edited a.py'] },
  {
    name: "same size, old time, and git's index is racy",
    before: (root) => utimesSync(at(root, 'a.py'), 1_000_000_000, 1_000_000_000),
    change: (root) => {
      git(root, 'update-index', '--refresh')
      forge(root, 'a.py')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'same size, old time, where git is told to overlook inodes',
    before: (root) => {
      git(root, 'config', 'core.trustctime', 'false')
      git(root, 'config', 'core.checkStat', 'minimal')
    },
    change: (root) => {
      // This writes the index again, so it is younger than the file, and git trusts its recorded data.
      git(root, 'update-index', '--assume-unchanged', 'b.py')
      forge(root, 'a.py')
      expect(git(root, 'status', '--porcelain')).toBe('')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'an untracked file, same size, old time',
    before: (root) => writeFiles(root, { 'loose.py': 'l = 1\n' }),
    change: (root) => forge(root, 'loose.py'),
    wanted: ['edited loose.py'],
  },
  {
    name: 'indexed dirty, edited again with the same size and time',
    before: (root) => writeFiles(root, { 'a.py': 'a = 1 + 1\n' }),
    change: (root) => forge(root, 'a.py'),
    wanted: ['edited a.py'],
  },
  {
    name: 'indexed dirty, then checked out',
    before: (root) => swap(root, 'a.py'),
    change: (root) => void git(root, 'checkout', '-q', 'a.py'),
    wanted: ['edited a.py'],
  },
  {
    name: 'indexed dirty, then stashed',
    before: (root) => swap(root, 'a.py'),
    change: (root) => void git(root, 'stash', '-q'),
    wanted: ['edited a.py'],
  },
  {
    name: 'stashed and popped',
    before: (root) => swap(root, 'a.py'),
    change: (root) => {
      git(root, 'stash', '-q')
      git(root, 'stash', 'pop', '-q')
    },
    wanted: [],
  },
  {
    name: 'stashed with untracked files',
    before: (root) => writeFiles(root, { 'a.py': 'a = 5\n', 'loose.py': 'l\n' }),
    change: (root) => void git(root, 'stash', '-q', '-u'),
    wanted: ['edited a.py', 'deleted loose.py'],
  },
  {
    name: 'assume-unchanged and skip-worktree, edited',
    before: (root) => {
      git(root, 'update-index', '--assume-unchanged', 'a.py')
      git(root, 'update-index', '--skip-worktree', 'src/c.ts')
    },
    change: (root) => {
      forge(root, 'a.py')
      swap(root, 'src/c.ts')
    },
    wanted: ['edited a.py', 'edited src/c.ts'],
  },
  {
    name: 'assume-unchanged set after the edit',
    change: (root) => {
      swap(root, 'a.py')
      git(root, 'update-index', '--assume-unchanged', 'a.py')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'everything assumed unchanged (core.ignoreStat)',
    before: (root) => git(root, 'config', 'core.ignoreStat', 'true'),
    change: (root) => {
      git(root, 'checkout', '-q', '-f', 'HEAD')
      swap(root, 'b.py')
    },
    wanted: ['edited b.py'],
  },
  {
    name: 'a sparse checkout switched on',
    change: (root) => void git(root, 'sparse-checkout', 'set', '--cone', 'docs'),
    wanted: ['deleted src/c.ts', 'deleted src/d.ts'],
  },
  {
    name: 'a sparse checkout switched off, with one file in the place of another',
    before: (root) => void git(root, 'sparse-checkout', 'set', '--cone', 'docs'),
    change: (root) => void git(root, 'sparse-checkout', 'disable'),
    wanted: ['added src/c.ts', 'added src/d.ts'],
  },
  {
    name: 'a sparse index, and a file where there should be none',
    before: (root) => void git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'docs'),
    change: (root) => {
      writeFiles(root, { 'src/c.ts': 'export const c = 7\n' })
      swap(root, 'a.py')
    },
    wanted: ['edited a.py', 'added src/c.ts'],
  },
  {
    name: 'a rebase stopped by a conflict',
    before: diverge,
    change: (root) => {
      tryGit(root, 'rebase', 'other')
      expect(readFileSync(at(root, 'a.py'), 'utf8')).toContain('<<<<<<<')
    },
    wanted: ['edited a.py', 'added new.py'],
  },
  {
    name: 'a rebase given up',
    before: (root) => {
      diverge(root)
      tryGit(root, 'rebase', 'other')
    },
    change: (root) => void git(root, 'rebase', '--abort'),
    wanted: ['edited a.py', 'deleted new.py'],
  },
  {
    name: 'a merge in conflict, and resolved by hand',
    before: (root) => {
      diverge(root)
      tryGit(root, 'merge', 'other')
    },
    change: (root) => {
      writeFiles(root, { 'a.py': 'a = "both"\n' })
      git(root, 'add', 'a.py')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'a conflict of deletion and edit, the file deleted',
    before: (root) => {
      git(root, 'checkout', '-q', '-b', 'other')
      git(root, 'rm', '-q', 'a.py')
      commitAll(root)
      git(root, 'checkout', '-q', 'main')
      writeFiles(root, { 'a.py': 'a = "main"\n' })
      commitAll(root)
      tryGit(root, 'merge', 'other')
    },
    change: (root) => rmSync(at(root, 'a.py')),
    wanted: ['deleted a.py'],
  },
  { name: 'git rm --cached', change: (root) => void git(root, 'rm', '-q', '--cached', 'a.py'), wanted: [] },
  {
    name: 'git rm --cached of a file that is ignored',
    before: (root) => {
      writeFiles(root, { '.gitignore': 'a.py\n' })
      commitAll(root)
    },
    change: (root) => void git(root, 'rm', '-q', '--cached', 'a.py'),
    wanted: ['deleted a.py'],
  },
  {
    name: 'intent to add, then emptied',
    before: (root) => {
      writeFiles(root, { 'n.py': 'n = 1\n' })
      git(root, 'add', '-N', 'n.py')
    },
    change: (root) => writeFileSync(at(root, 'n.py'), ''),
    wanted: ['edited n.py'],
  },
  {
    name: 'a repo with long ids (SHA-256)',
    make: () => {
      const root = tempFolder('long')
      git(root, 'init', '-q', '-b', 'main', '--object-format=sha256')
      writeFiles(root, files)
      commitAll(root)
      return root
    },
    change: (root) => {
      forge(root, 'a.py')
      git(root, 'mv', 'b.py', 'z.py')
    },
    wanted: ['edited a.py', 'deleted b.py', 'added z.py'],
  },
  {
    name: 'a worktree with a HEAD of its own',
    make: () => {
      const tree = path.join(tempFolder(), 'tree')
      git(gitRepo(files), 'worktree', 'add', '-q', '--detach', tree)
      return tree
    },
    change: (root) => {
      forge(root, 'a.py')
      writeFiles(root, { 'b.py': 'b = 3\n' })
      git(root, 'commit', '-qam', 'here')
    },
    wanted: ['edited a.py', 'edited b.py'],
  },
  {
    name: 'a shallow clone that is made whole',
    make: () => {
      const origin = gitRepo(files)
      writeFiles(origin, { 'a.py': 'a = 3\n' })
      commitAll(origin)
      const shallow = path.join(tempFolder(), 'shallow')
      git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, shallow)
      return shallow
    },
    change: (root) => {
      git(root, 'fetch', '-q', '--unshallow')
      git(root, 'checkout', '-q', 'HEAD~1')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'a submodule as a repo of its own',
    make: () => {
      const holder = gitRepo({ 'x.txt': 'x\n' })
      git(holder, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', gitRepo(files), 'sub')
      return path.join(holder, 'sub')
    },
    change: (root) => swap(root, 'a.py'),
    wanted: ['edited a.py'],
  },
]
