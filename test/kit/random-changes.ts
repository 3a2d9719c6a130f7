/** Random operations on a checkout, one at a time: files, git's index, branches, settings. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { at, forge, swap, tryGit } from './scenario.ts'
import { writeFiles } from './temp-repo.ts'

/** The same numbers for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Pick = (below: number) => number

/** Does one random operation, and returns its name. */
export function changeAtRandom(root: string, pick: Pick): string {
  const names = Object.keys(things)
  const name = names[pick(names.length)] as string
  try {
    return `${name} ${things[name]?.(root, pick) ?? ''}`
  } catch (error) {
    // The operation was not possible (no file to move, a folder in the way), so nothing changed.
    return `${name} failed: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
}

const names = ['a.py', 'b.py', 'src/c.ts', 'src/d.ts', 'src/deep/e.ts', 'docs/f.md', 'new.py', 'src/new.ts']
const folders = ['src', 'docs', 'src/deep', 'lib']
const branches = ['main', 'other', 'third']
const name = (pick: Pick): string => names[pick(names.length)] as string
const folder = (pick: Pick): string => folders[pick(folders.length)] as string
const branch = (pick: Pick): string => branches[pick(branches.length)] as string
/** Few different contents, so that files become equal and changes cancel out. */
const content = (pick: Pick): string => `value = ${1 + pick(3)}\n${'more\n'.repeat(pick(3))}`

function write(root: string, pick: Pick, text: string): string {
  const file = name(pick)
  writeFiles(root, { [file]: text })
  return file
}
function onFile(root: string, pick: Pick, work: (file: string) => void): string {
  const file = name(pick)
  work(file)
  return `${file}${existsSync(at(root, file)) ? '' : ' (not there)'}`
}
function move(root: string, from: string, to: string): string {
  mkdirSync(path.dirname(at(root, to)), { recursive: true })
  renameSync(at(root, from), at(root, to))
  return `${from} ${to}`
}
const asGit =
  (...args: string[]) =>
  (root: string): string => {
    tryGit(root, ...args)
    return ''
  }
const onPath =
  (...args: string[]) =>
  (root: string, pick: Pick): string =>
    onFile(root, pick, (file) => tryGit(root, ...args, '--', file))
const onBranch =
  (...args: string[]) =>
  (root: string, pick: Pick): string => {
    const chosen = branch(pick)
    tryGit(root, ...args, chosen)
    return chosen
  }

const attributes = ['* text=auto\n', '*.py text eol=crlf\n', '*.ts ident\n', '', '*.py -text\n']
const ignores = ['*.md\n', 'new.*\n', '', 'src/\n', 'deep/\n!src/\n']

const things: Record<string, (root: string, pick: Pick) => string> = {
  edit: (root, pick) => write(root, pick, content(pick)),
  'edit again': (root, pick) => write(root, pick, content(pick)),
  'line ends': (root, pick) => write(root, pick, content(pick).replaceAll('\n', '\r\n')),
  keyword: (root, pick) => write(root, pick, `# $Id$\n${content(pick)}`),
  'same size': (root, pick) => onFile(root, pick, (file) => swap(root, file)),
  forged: (root, pick) => onFile(root, pick, (file) => forge(root, file)),
  touch: (root, pick) => onFile(root, pick, (file) => utimesSync(at(root, file), pick(2_000_000_000), pick(2_000_000_000))),
  'from the future': (root, pick) => onFile(root, pick, (file) => utimesSync(at(root, file), 4e9, 4e9)),
  remove: (root, pick) => onFile(root, pick, (file) => rmSync(at(root, file))),
  move: (root, pick) => move(root, name(pick), name(pick)),
  'move a folder': (root, pick) => move(root, folder(pick), folder(pick)),
  copy: (root, pick) => onFile(root, pick, (file) => cpSync(at(root, file), at(root, name(pick)))),
  chmod: (root, pick) => onFile(root, pick, (file) => chmodSync(at(root, file), pick(2) ? 0o755 : 0o644)),
  'a link': (root, pick) =>
    onFile(root, pick, (file) => {
      rmSync(at(root, file))
      symlinkSync(pick(2) ? path.relative(path.dirname(file), 'a.py') : '/etc/hostname', at(root, file))
    }),
  'a folder in its place': (root, pick) =>
    onFile(root, pick, (file) => {
      rmSync(at(root, file))
      writeFiles(root, { [`${file}/inside.py`]: content(pick) })
    }),
  'a file in its place': (root, pick) => {
    const chosen = folder(pick)
    rmSync(at(root, chosen), { recursive: true })
    writeFileSync(at(root, chosen), content(pick))
    return chosen
  },
  'ignore rules': (root, pick) => {
    const text = ignores[pick(ignores.length)] as string
    writeFiles(root, { '.gitignore': text })
    return JSON.stringify(text)
  },
  attributes: (root, pick) => {
    const text = attributes[pick(attributes.length)] as string
    writeFiles(root, { '.gitattributes': text })
    return JSON.stringify(text)
  },
  autocrlf: (root, pick) => {
    const value = ['true', 'input', 'false'][pick(3)] as string
    tryGit(root, 'config', 'core.autocrlf', value)
    return value
  },
  'file modes': (root, pick) => asGit('config', 'core.fileMode', String(pick(2) === 1))(root),
  'check out anew': (root, pick) =>
    onFile(root, pick, (file) => {
      rmSync(at(root, file), { force: true })
      tryGit(root, 'checkout', '--', file)
    }),
  'check out all': asGit('checkout', '-f', '--', '.'),
  'add all': asGit('add', '-A'),
  add: onPath('add'),
  'intent to add': onPath('add', '-N'),
  renormalize: asGit('add', '--renormalize', '.'),
  unstage: onPath('reset', '-q'),
  untrack: onPath('rm', '-q', '--cached'),
  'git mv': (root, pick) => asGit('mv', name(pick), name(pick))(root),
  commit: asGit('commit', '-q', '-m', 'staged'),
  'commit all': asGit('commit', '-qam', 'all'),
  amend: asGit('commit', '-q', '--amend', '--allow-empty', '-m', 'amended'),
  switch: onBranch('checkout', '-q'),
  'switch by force': onBranch('checkout', '-q', '-f'),
  'new branch': onBranch('checkout', '-q', '-B'),
  detach: asGit('checkout', '-q', '--detach'),
  stash: asGit('stash', '-q'),
  'stash untracked': asGit('stash', '-q', '-u'),
  pop: asGit('stash', 'pop', '-q'),
  'reset hard': asGit('reset', '-q', '--hard'),
  'reset back': asGit('reset', '-q', '--hard', 'HEAD~1'),
  'reset mixed': asGit('reset', '-q', 'HEAD~1'),
  rebase: onBranch('rebase', '-q'),
  'rebase on': asGit('-c', 'core.editor=true', 'rebase', '--continue'),
  'rebase up': asGit('rebase', '--abort'),
  merge: onBranch('merge', '-q', '--no-edit'),
  'merge up': asGit('merge', '--abort'),
  'cherry-pick': onBranch('cherry-pick', '--allow-empty'),
  clean: asGit('clean', '-fdq'),
  assume: onPath('update-index', '--assume-unchanged'),
  'assume no more': onPath('update-index', '--no-assume-unchanged'),
  'skip worktree': onPath('update-index', '--skip-worktree'),
  'skip no more': onPath('update-index', '--no-skip-worktree'),
  sparse: (root, pick) =>
    asGit('sparse-checkout', 'set', '--cone', pick(2) ? '--sparse-index' : '--no-sparse-index', folder(pick))(root),
  'sparse no more': asGit('sparse-checkout', 'disable'),
  split: asGit('update-index', '--split-index'),
  'split no more': asGit('update-index', '--no-split-index'),
  'index version': (root, pick) => asGit('update-index', '--index-version', String(2 + pick(3)))(root),
  refresh: asGit('update-index', '-q', '--refresh'),
  status: asGit('status'),
  gc: asGit('gc', '-q', '--prune=now'),
  'index from another time': (root, pick) => {
    const time = Date.now() / 1000 + [-3_600, 3_600, -1][pick(3)]!
    utimesSync(at(root, '.git/index'), time, time)
    return ''
  },
  'a nested repo': (root, pick) => {
    const chosen = `nested${pick(2)}`
    writeFiles(root, { [`${chosen}/x.py`]: content(pick) })
    if (pick(2)) tryGit(at(root, chosen), 'init', '-q')
    return `${chosen} ${readdirSync(at(root, chosen))}`
  },
}
