/** What git does to a tree: commits, branches, stashes, rebases, ignore rules, files that git is told not to check. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Disk } from '../disk.ts'
import { languages } from '../language.ts'
import type { World } from '../world.ts'
import { chooseSource, type Edit, type EditContext } from './edit.ts'
import { insertAbove, insertBetween } from './text-edits.ts'

/** Paths that differ between two moments. */
const changedSince = (world: World, commit: string): string[] =>
  commit === ''
    ? []
    : world
        .gitText('diff', '--name-only', '--no-renames', commit)
        .split('\n')
        .filter((file) => file !== '')

const inProgress = ({ root }: World): boolean =>
  ['rebase-merge', 'rebase-apply', 'MERGE_HEAD'].some((name) => existsSync(path.join(root, '.git', name)))

function settle(world: World): void {
  world.git('rebase', '--abort')
  world.git('merge', '--abort')
  if (world.gitText('ls-files', '-u') !== '') world.git('reset', '-q', '--hard')
}

/** Runs git and returns what changed, committed or not. */
function tell(world: World, what: string, run: () => void): { what: string; files: string[] } {
  const before = world.gitText('rev-parse', 'HEAD')
  const dirty = changedSince(world, 'HEAD')
  run()
  return { what, files: [...new Set([...dirty, ...changedSince(world, before)])].slice(0, 50) }
}

export const addSome: Edit = ({ world, random }) => {
  const all = random.chance(0.5)
  return tell(world, `git add ${all ? '-A' : '-u'}`, () => void world.git('add', all ? '-A' : '-u'))
}

export const commit: Edit = ({ world, number }) => {
  if (inProgress(world)) settle(world)
  return tell(world, 'commit everything', () => {
    world.git('add', '-A')
    world.git('commit', '-q', '--allow-empty', '-m', `soak ${number}`)
  })
}

export const checkoutBranch: Edit = ({ world, random, number }) => {
  settle(world)
  const branches = world
    .gitText('branch', '--format=%(refname:short)')
    .split('\n')
    .filter((name) => !name.startsWith('('))
  if (branches.length < 4 || random.chance(0.15)) {
    const name = `side-${number}`
    return tell(world, `new branch ${name}`, () => void world.git('checkout', '-q', '-b', name))
  }
  const name = random.pick(branches) ?? 'main'
  const detach = random.chance(0.1) ? ['--detach'] : []
  return tell(world, `checkout ${name}${detach.length ? ', detached' : ''}`, () => {
    if (!world.git('checkout', '-q', ...detach, name)) world.git('checkout', '-q', '-f', ...detach, name)
  })
}

export const stash: Edit = ({ world, random }) => {
  settle(world)
  if (world.gitText('stash', 'list').split('\n').length > 5) world.git('stash', 'clear')
  const untracked = random.chance(0.5) ? ['-u'] : []
  return tell(world, `stash ${untracked.join('')}`, () => void world.git('stash', 'push', '-q', ...untracked))
}

export const stashPop: Edit = ({ world }) => {
  settle(world)
  if (world.gitText('stash', 'list') === '') return undefined
  return tell(world, 'stash pop', () => void world.git('stash', 'pop', '-q'))
}

export const resetHard: Edit = ({ world, random }) => {
  settle(world)
  const to = random.chance(0.7) ? 'HEAD' : 'HEAD~1'
  return tell(world, `reset --hard ${to}`, () => void world.git('reset', '-q', '--hard', to))
}

export const rebase: Edit = async (context) => {
  const { world, random, number } = context
  settle(world)
  world.git('stash', 'push', '-q', '-u')
  const from = world.gitText('rev-parse', 'HEAD')
  if (!world.git('checkout', '-q', '-b', `topic-${number}`, random.chance(0.5) ? 'HEAD' : 'soak-base')) return undefined
  await insertAbove({ ...context, disk: new Disk(world.root) })
  world.git('commit', '-qam', `topic ${number}`)
  await insertBetween({ ...context, disk: new Disk(world.root) })
  world.git('commit', '-qam', `topic ${number} more`)
  return tell(world, `rebase topic-${number} onto ${from.slice(0, 8)}`, () => {
    const done = random.chance(0.5) ? world.git('rebase', '-q', from) : world.git('merge', '-q', '-m', 'merge', from)
    // Half of the conflicts stay for the next questions, as in real work.
    if (!done && random.chance(0.5)) settle(world)
  })
}

export const editIgnore: Edit = (context) => {
  const { world, random, disk } = context
  const file = path.join(world.root, '.gitignore')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const own = text.split('\n').filter((line) => line.includes('# soak') || line.startsWith('/soak-ignored'))
  if (own.length > 4 || (own.length > 0 && random.chance(0.4))) {
    writeFileSync(
      file,
      text
        .split('\n')
        .filter((line) => !own.includes(line))
        .join('\n'),
    )
    return { what: '.gitignore as it was', files: ['.gitignore'] }
  }
  const untracked = world
    .gitText('ls-files', '--others', '--exclude-standard')
    .split('\n')
    .filter((name) => name !== '')
  const source = random.pick(untracked) ?? random.pick([...disk.files()].sort()) ?? 'nothing'
  const line = random.pick([`/${source}`, `soak*`, `*_c[0-9]*`, `/${source.split('/')[0]}/**/soak*`, `!/${source}`]) ?? 'soak*'
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}# soak\n${line}\n`)
  return { what: `.gitignore gains ${line}`, files: ['.gitignore', source] }
}

/** Removes a file from git's index, but not from disk. */
export const untrack: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen || !context.world.git('rm', '-q', '--cached', chosen.file)) return undefined
  return { what: `git rm --cached ${chosen.file}`, files: [chosen.file] }
}

/** Tells git not to check a file, and edits it; or tells git to check it again. */
export const lookAway: Edit = async (context) => {
  const { world, random } = context
  const flagged = world
    .gitText('ls-files', '-v')
    .split('\n')
    .filter((line) => /^[a-zS] /.test(line))
  if (flagged.length > 2 || (flagged.length > 0 && random.chance(0.5))) {
    for (const line of flagged) world.git('update-index', '--no-assume-unchanged', '--no-skip-worktree', line.slice(2))
    return { what: 'git looks at all files again', files: flagged.map((line) => line.slice(2)) }
  }
  const chosen = chooseSource(context)
  const flag = random.chance(0.5) ? '--assume-unchanged' : '--skip-worktree'
  if (!chosen || !world.git('update-index', flag, chosen.file)) return undefined
  const { file, lines, language } = chosen
  writeFileSync(path.join(world.root, file), [...lines, `${language.comment} unseen ${context.number}`, ''].join('\n'), 'latin1')
  return { what: `${flag} ${file}, edited`, files: [file] }
}

/** Resets to the first commit: a large change at once, and a clean tree. */
export const heal: Edit = (context: EditContext) => {
  const { world } = context
  settle(world)
  const flagged = world
    .gitText('ls-files', '-v')
    .split('\n')
    .filter((line) => /^[a-zS] /.test(line))
  for (const line of flagged) world.git('update-index', '--no-assume-unchanged', '--no-skip-worktree', line.slice(2))
  const told = tell(world, 'back to the beginning', () => {
    world.git('checkout', '-q', '-f', '-B', 'main', 'soak-base')
    world.git('clean', '-fdq')
    world.git('stash', 'clear')
    for (const name of world.gitText('branch', '--format=%(refname:short)').split('\n'))
      if (name !== 'main') world.git('branch', '-qD', name)
  })
  const files = told.files.filter((file) => languages[world.language].extension.test(file))
  return { ...told, files: files.length > 0 ? files : told.files }
}
