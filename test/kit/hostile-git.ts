/**
 * Repositories that make git run a program: each way by itself, and many in one repo. The program leaves a file behind, so that a
 * test sees whether it ran. `prove` has the plain commands of git that run it, so that a test sees whether the way works at all.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commitAll, git, gitRepo, tempFolder, writeFiles } from './temp-repo.ts'

export class HostileRepo {
  root: string
  private readonly traps = tempFolder('traps')
  private readonly settings: (() => void)[] = []
  constructor(files: Record<string, string> = {}) {
    this.root = gitRepo({ 'pay.py': 'def refund(order):\n    return order\n', ...files }, 'hostile')
  }
  /** The path of a program that leaves a file behind and copies its input to its output. */
  trap(name: string, then = 'exec cat'): string {
    const program = path.join(this.traps, `${name}.sh`)
    writeFileSync(program, `#!/bin/sh\n: > '${path.join(this.traps, `${name}.ran`)}'\n${then}\n`)
    chmodSync(program, 0o755)
    return program
  }
  /** What ran since the last call. */
  ran(): string[] {
    const ran = readdirSync(this.traps).filter((name) => name.endsWith('.ran'))
    for (const name of ran) rmSync(path.join(this.traps, name))
    return ran.map((name) => name.slice(0, -'.ran'.length)).sort()
  }
  /** Settings of the clone are written at the end, because git follows them while the repo is made. */
  config(text: string, file = '.git/config'): void {
    const absolute = path.join(this.root, file)
    if (file === '.git/config') this.settings.push(() => appendFileSync(absolute, `${text}\n`))
    else {
      mkdirSync(path.dirname(absolute), { recursive: true })
      appendFileSync(absolute, `${text}\n`)
    }
  }
  finish(): this {
    this.age()
    for (const write of this.settings.splice(0)) write()
    this.ran()
    return this
  }
  /** A tracked file that a filter of this name converts. */
  filtered(name: string, attributes = '.gitattributes'): string {
    writeFiles(this.root, { [`${name}.py`]: `def by_${name.replaceAll('-', '_')}():\n    return 1\n` })
    this.config(`${name}.py filter=${name}`, attributes)
    commitAll(this.root)
    return `[filter "${name}"]\n\tclean = ${this.trap(name)}\n\trequired = true`
  }
  /** An index that is older than the files: git then compares their content, which is when it filters. */
  age(root = this.root): void {
    utimesSync(path.join(git(root, 'rev-parse', '--absolute-git-dir'), 'index'), 1e9, 1e9)
  }
}

/** Commands of plain git that run the program; a command is a list of words for `git`, or a line for a shell. */
export type Prove = (string | string[])[]
type Way = (repo: HostileRepo, name: string) => Prove

const look: Prove = [['status', '--porcelain']]

const hookNames = [
  'pre-commit',
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'fsmonitor-watchman',
  'pre-auto-gc',
]
const setHooks = (repo: HostileRepo, name: string, folder: string): void => {
  for (const hook of hookNames)
    writeFiles(repo.root, { [`${folder}/${hook}`]: `#!/bin/sh\nexec ${repo.trap(name)} </dev/null\n` })
  for (const hook of hookNames) chmodSync(path.join(repo.root, folder, hook), 0o755)
}

/** These can all be in one repo. */
export const joinedWays: Record<string, Way> = {
  'filter-clean': (repo, name) => {
    repo.config(repo.filtered(name))
    return look
  },
  'filter-process': (repo, name) => {
    repo.config(repo.filtered(name).replace('clean', 'process'))
    return look
  },
  'filter-smudge': (repo, name) => {
    repo.config(repo.filtered(name).replace('clean', 'smudge'))
    return ['rm *.py; git checkout-index -a']
  },
  'filter-without-quotes': (repo, name) => {
    repo.config(repo.filtered(name).replace(`[filter "${name}"]`, `[filter.${name}]`))
    return look
  },
  include: (repo, name) => {
    repo.config(repo.filtered(name), `.git/${name}`)
    repo.config(`[include]\n\tpath = ${name}`)
    return look
  },
  'include-a-file-of-the-tree': (repo, name) => {
    repo.config(repo.filtered(name), `settings/${name}`)
    repo.config(`[INCLUDE]\n\tpath = ../settings/${name}`)
    return look
  },
  'include-if-folder': (repo, name) => {
    repo.config(repo.filtered(name), `.git/${name}`)
    repo.config(`[includeIf "gitdir:/**"]\n\tpath = ${name}`)
    return look
  },
  'include-if-branch': (repo, name) => {
    repo.config(repo.filtered(name), `.git/${name}`)
    repo.config(`[includeIf "onbranch:main"]\n\tpath = ${name}`)
    return look
  },
  'include-if-remote': (repo, name) => {
    repo.config(repo.filtered(name), `.git/${name}`)
    repo.config(
      `[remote "other"]\n\turl = https://example.com/x\n[includeIf "hasconfig:remote.*.url:https://**"]\n\tpath = ${name}`,
    )
    return look
  },
  'attributes-of-the-clone': (repo, name) => {
    repo.config(repo.filtered(name, '.git/info/attributes'))
    return look
  },
  'attributes-of-a-setting': (repo, name) => {
    repo.config(repo.filtered(name, '.git/others'))
    repo.config(`[core]\n\tattributesFile = ${path.join(repo.root, '.git/others')}`)
    return look
  },
  'attributes-by-macro': (repo, name) => {
    repo.config(`[attr]much filter=${name}`, '.gitattributes')
    repo.config(repo.filtered(name))
    writeFileSync(path.join(repo.root, 'macro.py'), 'def macro():\n    return 1\n')
    repo.config('macro.py much', '.gitattributes')
    commitAll(repo.root)
    return look
  },
  fsmonitor: (repo, name) => {
    repo.config(`[core]\n\tfsmonitor = ${repo.trap(name)}`)
    return look
  },
  hooks: (repo, name) => {
    setHooks(repo, name, '.git/hooks')
    return [['checkout', '-q', '-b', 'other']]
  },
  textconv: (repo, name) => {
    repo.config('pay.py diff=d', '.gitattributes')
    repo.config(`[diff "d"]\n\ttextconv = ${repo.trap(name)}\n\tcachetextconv = true`)
    return ['echo >> pay.py', ['diff']]
  },
  'diff-driver': (repo, name) => {
    writeFiles(repo.root, { 'driven.py': 'x = 1\n', '.gitattributes': 'driven.py diff=e\n' })
    commitAll(repo.root)
    repo.config(`[diff "e"]\n\tcommand = ${repo.trap(name)}`)
    return ['echo >> driven.py', ['diff']]
  },
  'ssh-command': (repo, name) => {
    repo.config(`[core]\n\tsshCommand = ${repo.trap(name)}`)
    return ['git ls-remote ssh://127.0.0.1/x </dev/null; true']
  },
  'git-proxy': (repo, name) => {
    repo.config(`[core]\n\tgitProxy = ${repo.trap(name)}`)
    return ['git ls-remote git://127.0.0.1/x </dev/null; true']
  },
  editor: (repo, name) => {
    repo.config(`[core]\n\teditor = ${repo.trap(name)}`)
    return ['git commit --allow-empty </dev/null; true']
  },
  pager: (repo, name) => {
    repo.config(`[core]\n\tpager = ${repo.trap(name)}`)
    return ['script -qc "git log" /dev/null </dev/null']
  },
  'ask-pass': (repo, name) => {
    repo.config(`[core]\n\taskPass = ${repo.trap(name)}`)
    return ['printf "protocol=https\\nhost=x.invalid\\n\\n" | git credential fill; true']
  },
  'credential-helper': (repo, name) => {
    repo.config(`[credential]\n\thelper = ${repo.trap(name)}`)
    return ['printf "protocol=https\\nhost=x.invalid\\n\\n" | git credential fill; true']
  },
  gpg: (repo, name) => {
    repo.config(`[gpg]\n\tprogram = ${repo.trap(name)}`)
    return ['git commit -S --allow-empty -m x </dev/null; true']
  },
  alias: (repo, name) => {
    repo.config(`[alias]\n\tst = !${repo.trap(name)}\n\tstatus = !${repo.trap(name)}\n\tdiff-files = !${repo.trap(name)}`)
    return ['git st </dev/null']
  },
  bundle: (repo) => {
    repo.config('[fetch]\n\tbundleURI = ext::false\n[transfer]\n\tbundleURI = true')
    return []
  },
}

/** Those of `ownWays` in as few repos as possible. */
export const ownGroups: readonly string[][] = [
  ['submodule'],
  ['include-on-one-line'],
  ['hooks-path', 'diff-external', 'settings-of-a-worktree', 'fsmonitor-daemon', 'split-index', 'alternates'],
  ['linked-worktree'],
  ['space-after-common-folder'],
  ['partial-clone-ssh'],
  ['partial-clone-upload-pack'],
  ['partial-clone-transport'],
  ['sparse-index-of-a-partial-clone'],
  ['working-tree-elsewhere'],
]

/** Not all of these fit into one repo. A way may change `repo.root`. */
export const ownWays: Record<string, Way> = {
  'include-on-one-line': (repo, name) => {
    repo.config(repo.filtered(name), `.git/${name}`)
    repo.config(`[core][include]path=${name}`)
    return look
  },
  'hooks-path': (repo, name) => {
    setHooks(repo, name, 'tools')
    repo.config(`[core]\n\thooksPath = ${path.join(repo.root, 'tools')}`)
    return [['checkout', '-q', '-b', 'other']]
  },
  'diff-external': (repo, name) => {
    repo.config(`[diff]\n\texternal = ${repo.trap(name)}`)
    return ['echo >> pay.py', ['diff']]
  },
  'settings-of-a-worktree': (repo, name) => {
    repo.config(repo.filtered(name), '.git/config.worktree')
    git(repo.root, 'config', 'core.repositoryFormatVersion', '1')
    git(repo.root, 'config', 'extensions.worktreeConfig', 'true')
    return look
  },
  'linked-worktree': (repo, name) => {
    repo.config(repo.filtered(name))
    const tree = path.join(tempFolder(), 'tree')
    git(repo.root, 'worktree', 'add', '-q', tree)
    repo.root = tree
    return look
  },
  'space-after-common-folder': (repo, name) => {
    const filter = repo.filtered(name)
    const folder = path.join(repo.root, '.git')
    for (const part of ['shared', 'shared ']) {
      mkdirSync(path.join(folder, part))
      for (const inner of ['config', 'objects', 'refs', 'info'])
        cpSync(path.join(folder, inner), path.join(folder, part, inner), { recursive: true })
    }
    appendFileSync(path.join(folder, 'shared ', 'config'), `${filter}\n`)
    writeFileSync(path.join(folder, 'commondir'), 'shared \n')
    return look
  },
  submodule: (repo, name) => {
    const inner = new HostileRepo()
    inner.filtered(name)
    git(repo.root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.root, 'sub')
    commitAll(repo.root)
    const settings = path.join(repo.root, '.git/modules/sub/config')
    appendFileSync(settings, `[filter "${name}"]\n\tclean = ${repo.trap(name)}\n[core]\n\tfsmonitor = ${repo.trap(name)}\n`)
    repo.age(path.join(repo.root, 'sub'))
    return look
  },
  'partial-clone-upload-pack': (repo, name) =>
    lazy(repo, `\turl = ${path.join(repo.root, '.git')}\n\tuploadpack = ${repo.trap(name, 'exit 1')}`),
  'partial-clone-transport': (repo, name) => {
    repo.config('[protocol "ext"]\n\tallow = always')
    return lazy(repo, `\turl = ext::${repo.trap(name, 'exit 1')} %S`)
  },
  'partial-clone-ssh': (repo, name) => {
    repo.config(`[core]\n\tsshCommand = ${repo.trap(name, 'exit 1')}`)
    return lazy(repo, '\turl = ssh://127.0.0.1/x')
  },
  'sparse-index-of-a-partial-clone': (repo, name) => {
    writeFiles(repo.root, { 'a/b/c.py': 'c = 1\n', 'd/e/f.py': 'f = 1\n' })
    commitAll(repo.root)
    git(repo.root, 'sparse-checkout', 'init', '--cone', '--sparse-index')
    git(repo.root, 'sparse-checkout', 'set', 'a')
    const tree = git(repo.root, 'rev-parse', 'HEAD:d')
    git(repo.root, 'config', 'core.repositoryFormatVersion', '1')
    repo.config(
      `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = x\n\tuploadpack = ${repo.trap(name, 'exit 1')}`,
    )
    rmSync(path.join(repo.root, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    return ['git ls-files --stage; true']
  },
  'split-index': (repo, name) => {
    repo.config(repo.filtered(name))
    git(repo.root, 'update-index', '--split-index')
    return look
  },
  alternates: (repo, name) => {
    repo.config(repo.filtered(name))
    const objects = path.join(tempFolder(), 'objects')
    renameSync(path.join(repo.root, '.git/objects'), objects)
    writeFiles(repo.root, { '.git/objects/info/alternates': `${objects}\n` })
    repo.config(`[core]\n\talternateRefsCommand = ${repo.trap(name)}`)
    return look
  },
  'working-tree-elsewhere': (repo, name) => {
    repo.config(repo.filtered(name))
    const elsewhere = tempFolder('elsewhere')
    cpSync(path.join(repo.root, `${name}.py`), path.join(elsewhere, `${name}.py`))
    repo.config(`[core]\n\tworktree = ${elsewhere}`)
    return look
  },
  'fsmonitor-daemon': (repo) => {
    repo.config('[core]\n\tfsmonitor = true')
    return []
  },
}

/** A clone that lacks the tree of HEAD: git fetches it when a command needs it. */
function lazy(repo: HostileRepo, remote: string): Prove {
  const tree = git(repo.root, 'rev-parse', 'HEAD^{tree}')
  git(repo.root, 'config', 'core.repositoryFormatVersion', '1')
  repo.config(
    `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\tpartialclonefilter = tree:0\n${remote}`,
  )
  rmSync(path.join(repo.root, '.git/objects', tree.slice(0, 2), tree.slice(2)), { force: true })
  return ['git status; true']
}

/** All ways that fit into one repo. */
export function joinedRepo(): HostileRepo {
  const repo = new HostileRepo()
  for (const [name, way] of Object.entries(joinedWays)) way(repo, name)
  return repo.finish()
}

/** `prove` is that of the last one. */
export function repoWith(...names: string[]): { repo: HostileRepo; prove: Prove } {
  const repo = new HostileRepo()
  const proofs = names.map((name) => (joinedWays[name] ?? ownWays[name])?.(repo, name) ?? [])
  return { repo: repo.finish(), prove: proofs.at(-1) ?? [] }
}

/** Runs plain git, as a user would. */
export function runPlain(repo: HostileRepo, prove: Prove): void {
  const env = {
    PATH: process.env.PATH,
    HOME: tempFolder('user'),
    GIT_CONFIG_NOSYSTEM: '1',
    EMAIL: 'a@example.com',
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
  }
  for (const command of prove) {
    const [program, ...args] = typeof command === 'string' ? ['sh', '-c', command] : ['git', ...command]
    spawnSync(program ?? '', args, { cwd: repo.root, env, input: '', timeout: 20_000 })
  }
}
