/** What can happen to files on disk, and to the bytes that git checks out. Each with the expected change set. */
import { appendFileSync, chmodSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { at, files, forge, type Scenario, swap } from './scenario.ts'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from './temp-repo.ts'

export const diskScenarios: Scenario[] = [
  {
    name: 'a name in other letters',
    change: (root) => renameSync(at(root, 'a.py'), at(root, 'A.py')),
    wanted: ['added A.py', 'deleted a.py'],
  },
  {
    name: 'a name in other letters, and git believes that the disk cannot tell',
    before: (root) => git(root, 'config', 'core.ignoreCase', 'true'),
    change: (root) => {
      renameSync(at(root, 'a.py'), at(root, 'A.py'))
      writeFiles(root, { 'B.py': 'other\n' })
    },
    wanted: ['added A.py', 'added B.py', 'deleted a.py'],
  },
  {
    name: 'a file becomes a folder',
    change: (root) => {
      rmSync(at(root, 'a.py'))
      writeFiles(root, { 'a.py/inner.py': 'i\n' })
    },
    wanted: ['deleted a.py', 'added a.py/inner.py'],
  },
  {
    name: 'a folder becomes a file',
    change: (root) => {
      rmSync(at(root, 'src'), { recursive: true })
      writeFiles(root, { src: 'text\n' })
    },
    wanted: ['added src', 'deleted src/c.ts', 'deleted src/d.ts'],
  },
  {
    name: 'a file becomes a link, and a link a file',
    before: (root) => {
      symlinkSync('b.py', at(root, 'link.py'))
      commitAll(root)
    },
    change: (root) => {
      rmSync(at(root, 'a.py'))
      symlinkSync('b.py', at(root, 'a.py'))
      rmSync(at(root, 'link.py'))
      writeFiles(root, { 'link.py': 'now = 1\n' })
    },
    wanted: ['deleted a.py', 'added link.py'],
  },
  {
    name: 'a folder becomes a link to elsewhere',
    change: (root) => {
      const elsewhere = tempFolder()
      renameSync(at(root, 'src'), path.join(elsewhere, 'src'))
      symlinkSync(path.join(elsewhere, 'src'), at(root, 'src'))
    },
    wanted: ['deleted src/c.ts', 'deleted src/d.ts'],
  },
  {
    name: 'a submodule in the place of a folder',
    change: (root) => {
      git(root, 'rm', '-rq', 'src')
      git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', gitRepo({ 's.py': 's\n' }), 'src')
    },
    wanted: ['added .gitmodules', 'deleted src/c.ts', 'deleted src/d.ts'],
  },
  {
    name: 'a nested repo around untracked files',
    before: (root) => writeFiles(root, { 'inner/x.py': 'x\n' }),
    change: (root) => void git(at(root, 'inner'), 'init', '-q'),
    wanted: ['deleted inner/x.py'],
  },
  {
    name: 'ignore rules come and go',
    before: (root) => writeFiles(root, { '.gitignore': '*.log\n', 'x.log': 'x\n', 'y.tmp': 'y\n' }),
    change: (root) => {
      writeFiles(root, { '.gitignore': '*.tmp\n' })
      appendFileSync(at(root, '.git/info/exclude'), '/b.py\n')
    },
    wanted: ['edited .gitignore', 'added x.log', 'deleted y.tmp'],
  },
  {
    name: 'line ends flipped on disk, which git calls no change',
    files: { ...files, '.gitattributes': '* text=auto\n' },
    change: (root) => writeFiles(root, { 'a.py': 'a = 1\r\n' }),
    wanted: ['edited a.py'],
  },
  {
    name: 'line ends swapped, same size, same blob',
    files: { '.gitattributes': '* text\n', 'a.py': 'a\r\nb\n', 'b.py': 'b\n' },
    change: (root) => writeFiles(root, { 'a.py': 'a\nb\r\n' }),
    wanted: ['edited a.py'],
  },
  {
    name: 'checked out again under other line ends: the same blob',
    change: (root) => {
      git(root, 'config', 'core.autocrlf', 'true')
      rmSync(at(root, 'a.py'))
      git(root, 'checkout', '-q', 'a.py')
      expect(readFileSync(at(root, 'a.py'), 'utf8')).toBe('a = 1\r\n')
      expect(git(root, 'status', '--porcelain')).toBe('')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'renormalised: another blob, the same bytes on disk',
    files: { ...files, 'a.py': 'a = 1\r\n' },
    change: (root) => {
      writeFiles(root, { '.gitattributes': '*.py text\n' })
      git(root, 'add', '--renormalize', '.')
      commitAll(root)
    },
    wanted: ['added .gitattributes'],
  },
  {
    name: 'a keyword that git fills in (ident)',
    files: { '.gitattributes': '*.py ident\n', 'a.py': '# $Id$\na = 1\n', 'b.py': 'b\n' },
    change: (root) => {
      rmSync(at(root, 'a.py'))
      git(root, 'checkout', '-q', 'a.py')
      expect(readFileSync(at(root, 'a.py'), 'utf8')).toContain('$Id: ')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'a filter under which other bytes are the same blob',
    files: { '.gitattributes': '*.py filter=quiet\n', 'a.py': 'A = 1\n', 'b.py': 'B\n' },
    before: (root) => {
      git(root, 'config', 'filter.quiet.clean', 'tr a-z A-Z')
      git(root, 'config', 'filter.quiet.required', 'true')
    },
    change: (root) => {
      writeFiles(root, { 'a.py': 'a = 1\n' })
      expect(git(root, 'status', '--porcelain')).toBe('')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'only the mode, seen and not seen by git',
    change: (root) => {
      chmodSync(at(root, 'a.py'), 0o755)
      git(root, 'config', 'core.fileMode', 'false')
      chmodSync(at(root, 'b.py'), 0o755)
    },
    wanted: [],
  },
  {
    name: 'files marked as watched by a file watcher',
    before: (root) => {
      git(root, 'config', 'core.fsmonitor', 'true')
      git(root, 'update-index', '--fsmonitor')
      git(root, 'update-index', '--fsmonitor-valid', 'a.py')
    },
    change: (root) => forge(root, 'a.py'),
    wanted: ['edited a.py'],
  },
  {
    name: 'an untracked cache that is out of date',
    before: (root) => {
      git(root, 'config', 'core.untrackedCache', 'true')
      git(root, 'update-index', '--force-untracked-cache')
      git(root, 'status')
    },
    change: (root) => writeFiles(root, { 'src/new.ts': 'n\n' }),
    wanted: ['added src/new.ts'],
  },
  {
    name: 'a split index',
    before: (root) => void git(root, 'update-index', '--split-index'),
    change: (root) => {
      forge(root, 'a.py')
      writeFiles(root, { 'n.py': 'n\n' })
      git(root, 'add', 'n.py')
      rmSync(at(root, 'b.py'))
    },
    wanted: ['edited a.py', 'deleted b.py', 'added n.py'],
  },
  {
    name: 'an index of version 4',
    before: (root) => void git(root, 'update-index', '--index-version', '4'),
    change: (root) => forge(root, 'src/d.ts'),
    wanted: ['edited src/d.ts'],
  },
  {
    name: 'git settings about what to show',
    before: (root) => {
      for (const [key, value] of [
        ['status.showUntrackedFiles', 'no'],
        ['status.branch', 'true'],
        ['diff.ignoreSubmodules', 'all'],
        ['diff.renames', 'copies'],
        ['core.quotePath', 'true'],
        ['core.preloadIndex', 'false'],
        ['diff.noprefix', 'true'],
        ['diff.orderFile', '/nowhere'],
        ['color.ui', 'always'],
      ] as const)
        git(root, 'config', key, value)
    },
    change: (root) => {
      swap(root, 'a.py')
      writeFiles(root, { 'ü x.py': 'n\n', ':odd': 'o\n' })
      git(root, 'add', '--', './:odd')
      writeFiles(root, { ':odd': 'odd\n' })
    },
    wanted: ['added :odd', 'edited a.py', 'added ü x.py'],
  },
  {
    name: 'files from the future and from long ago',
    before: (root) => {
      utimesSync(at(root, 'a.py'), 4_000_000_000, 4_000_000_000)
      utimesSync(at(root, 'b.py'), 0, 0)
    },
    change: (root) => {
      forge(root, 'a.py')
      forge(root, 'b.py')
    },
    wanted: ['edited a.py', 'edited b.py'],
  },
  {
    name: "no index at all, as after deleting git's",
    change: (root) => {
      rmSync(at(root, '.git/index'))
      swap(root, 'a.py')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'an unborn branch',
    change: (root) => {
      git(root, 'checkout', '-q', '--orphan', 'empty')
      git(root, 'rm', '-rq', '--cached', '.')
      swap(root, 'a.py')
    },
    wanted: ['edited a.py'],
  },
  {
    name: 'a reset to a commit that was pruned since',
    before: (root) => {
      writeFiles(root, { 'a.py': 'a = "gone"\n' })
      commitAll(root)
    },
    change: (root) => {
      git(root, 'reset', '-q', '--hard', 'HEAD~1')
      git(root, 'reflog', 'expire', '--expire=now', '--all')
      git(root, 'gc', '-q', '--prune=now')
    },
    wanted: ['edited a.py'],
  },
]
