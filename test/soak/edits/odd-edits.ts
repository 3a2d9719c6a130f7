/** Rare cases in real trees: huge files, very long lines, other encodings, strange names, other formats of git's index. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exists, writeRaw } from '../world.ts'
import { chooseDefinition, chooseSource, type Edit, like } from './edit.ts'

/** Beyond 2 MB a file is searched only as text. The edit is undone at once, or every question would read the file. */
export const hugeFile: Edit = async (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines, language } = chosen
  const added = Array.from(
    { length: 30_000 },
    (_, at) => `${language.comment} ${at} filler filler filler filler filler filler filler filler`,
  )
  writeRaw(context.world.root, file, [...lines, ...like(lines, added), ''])
  await context.ask()
  if (context.random.chance(0.7)) writeRaw(context.world.root, file, lines)
  return { what: `${file} is huge for a moment`, files: [file] }
}

export const longLine: Edit = (context) => {
  const found = chooseDefinition(context)
  if (!found) return undefined
  const { file, lines, language, one } = found
  const filler = 'abc '.repeat(context.random.between(100, 900))
  const line = `${language.comment} ${filler}${one.name} ${filler}`
  writeRaw(context.world.root, file, lines.toSpliced(one.line - 1, 0, ...like(lines, [line])))
  return { what: `a line of ${line.length} characters above ${one.name} in ${file}`, files: [file], names: [one.name] }
}

export const otherEncoding: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines, language } = chosen
  const absolutePath = path.join(context.world.root, file)
  if (context.random.chance(0.5)) {
    writeRaw(context.world.root, file, [...lines, `${language.comment} caf\u00e9 ${context.number}`, ''])
    return { what: `a byte of Latin-1 in ${file}`, files: [file] }
  }
  const wide = Buffer.from(`\ufeff${readFileSync(absolutePath, 'utf8').replace(/^\ufeff/, '')}`, 'utf16le')
  writeFileSync(absolutePath, wide)
  return { what: `${file} becomes UTF-16`, files: [file] }
}

export const oddName: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const extension = /\.\w+$/.exec(chosen.file)?.[0] ?? ''
  const { number, random, world } = context
  const base =
    random.pick([
      `soak  ${number} ü`,
      `soak'"${number}`,
      `soak\n${number}`,
      `soak#~${number}`,
      `-soak${number}`,
      `soak[${number}]*`,
    ]) ?? 'soak'
  const file = `${path.posix.dirname(chosen.file)}/${base}${extension}`.replace(/^\.\//, '')
  const name = `soakOdd${number}`
  const { opening = [], closing = [], makeFunction } = chosen.language
  writeRaw(world.root, file, [...opening, ...makeFunction(name, null), ...closing, ''])
  return { what: `new file ${JSON.stringify(file)}`, files: [file], names: [name] }
}

export const changeCase: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file } = chosen
  const base = path.posix.basename(file)
  const other = base === base.toLowerCase() ? base.replace(/^\w/, (letter) => letter.toUpperCase()) : base.toLowerCase()
  const to = path.posix.join(path.posix.dirname(file), other)
  if (to === file || exists(context.world.root, to)) return undefined
  renameSync(path.join(context.world.root, file), path.join(context.world.root, to))
  return { what: `${file} becomes ${to}`, files: [file, to] }
}

/** Deleting Cairn's files in a repo must do no harm. */
export const loseArtifacts: Edit = ({ world }) => {
  rmSync(path.join(world.root, '.llmc'), { recursive: true, force: true })
  return { what: 'delete .llmc', files: [] }
}

/** Changes the format of git's index. */
export const indexForm: Edit = ({ world, random }) => {
  const form =
    random.pick([
      '--index-version=2',
      '--index-version=4',
      '--split-index',
      '--no-split-index',
      '--untracked-cache',
      '--no-untracked-cache',
    ]) ?? ''
  const word = form.startsWith('--index-version') ? ['--index-version', form.slice(-1)] : [form]
  world.git('update-index', ...word)
  return { what: `git update-index ${word.join(' ')}`, files: [] }
}

/** Only a part of the tree is checked out, or all of it again. */
export const sparseCheckout: Edit = ({ world, random, disk }) => {
  if (random.chance(0.5)) {
    world.git('sparse-checkout', 'disable')
    return { what: 'sparse-checkout disable', files: [] }
  }
  const folders = [...new Set([...disk.files()].map((file) => path.posix.dirname(file)))]
    .filter((folder) => folder !== '.')
    .sort()
  const chosen = [random.pick(folders), random.pick(folders)].filter((folder) => folder !== undefined)
  if (chosen.length === 0 || !world.git('sparse-checkout', 'set', ...chosen)) return undefined
  return { what: `sparse-checkout set ${chosen.join(' ')}`, files: [] }
}

/** Reverts the last commit by a new one. */
export const revert: Edit = ({ world }) => {
  const before = world.gitText('rev-parse', 'HEAD')
  if (!world.git('revert', '--no-edit', 'HEAD')) {
    world.git('revert', '--abort')
    return undefined
  }
  return { what: 'git revert HEAD', files: world.gitText('diff', '--name-only', '--no-renames', before).split('\n').slice(0, 50) }
}
