/** Edits of whole files and folders: moved, copied, deleted, restored, replaced by links. */
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { languages } from '../language.ts'
import { exists } from '../world.ts'
import type { Edit, EditContext } from './edit.ts'

const anyFile = ({ disk, random, world }: EditContext): string | undefined => {
  const files = [...disk.files()].sort()
  const sources = files.filter((file) => languages[world.language].extension.test(file))
  return random.pick(random.chance(0.8) ? sources : files)
}

/** A folder with some files in it, not too many; never the root. */
function anyFolder({ disk, random }: EditContext, most = 60): { folder: string; files: string[] } | undefined {
  const files = [...disk.files()].sort()
  const folders = new Set(files.flatMap((file) => parents(file)))
  for (let tries = 0; tries < 8; tries++) {
    const folder = random.pick([...folders].sort())
    const below = folder === undefined ? [] : files.filter((file) => file.startsWith(`${folder}/`))
    if (folder !== undefined && below.length > 0 && below.length <= most) return { folder, files: below }
  }
  return undefined
}

function parents(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

const beside = (file: string, mark: string): string => {
  const dot = file.lastIndexOf('.')
  return dot > file.lastIndexOf('/') + 1 ? `${file.slice(0, dot)}${mark}${file.slice(dot)}` : `${file}${mark}`
}

const absolutePath = ({ world }: EditContext, file: string): string => path.join(world.root, file)

export const renameFile: Edit = (context) => {
  const file = anyFile(context)
  if (file === undefined) return undefined
  const folder = context.random.chance(0.5) ? anyFolder(context, 1000)?.folder : undefined
  const to = folder ? `${folder}/${path.posix.basename(file)}` : beside(file, `_m${context.number}`)
  if (exists(context.world.root, to)) return undefined
  if (context.random.chance(0.3) && context.world.git('mv', file, to)) return { what: `git mv ${file} ${to}`, files: [file, to] }
  renameSync(absolutePath(context, file), absolutePath(context, to))
  return { what: `move ${file} to ${to}`, files: [file, to] }
}

export const renameFolder: Edit = (context) => {
  const chosen = anyFolder(context)
  if (!chosen) return undefined
  const to = `${chosen.folder}_m${context.number}`
  renameSync(absolutePath(context, chosen.folder), absolutePath(context, to))
  const files = chosen.files.flatMap((file) => [file, to + file.slice(chosen.folder.length)])
  return { what: `move folder ${chosen.folder} to ${to}`, files }
}

export const deleteFile: Edit = (context) => {
  const file = anyFile(context)
  if (file === undefined) return undefined
  rmSync(absolutePath(context, file))
  return { what: `delete ${file}`, files: [file] }
}

export const deleteFolder: Edit = (context) => {
  const chosen = anyFolder(context, 25)
  if (!chosen) return undefined
  rmSync(absolutePath(context, chosen.folder), { recursive: true })
  return { what: `delete folder ${chosen.folder}`, files: chosen.files }
}

/** Restores deleted or edited files from the last commit. */
export const restoreFiles: Edit = (context) => {
  const { world, random } = context
  const changed = world
    .gitText('diff', '--name-only', '--no-renames')
    .split('\n')
    .filter((file) => file !== '')
  const file = random.pick(changed)
  if (file === undefined) return undefined
  const all = random.chance(0.3)
  world.git('checkout', '-q', '--', all ? '.' : file)
  return { what: `restore ${all ? 'all' : file}`, files: all ? changed : [file] }
}

export const copyFile: Edit = (context) => {
  const file = anyFile(context)
  if (file === undefined) return undefined
  const to = beside(file, `_c${context.number}`)
  cpSync(absolutePath(context, file), absolutePath(context, to), {
    dereference: true,
    preserveTimestamps: context.random.chance(0.5),
  })
  return { what: `copy ${file} to ${to}`, files: [to] }
}

export const copyFolder: Edit = (context) => {
  const chosen = anyFolder(context, 25)
  if (!chosen) return undefined
  const to = `${chosen.folder}_c${context.number}`
  cpSync(absolutePath(context, chosen.folder), absolutePath(context, to), { recursive: true, verbatimSymlinks: true })
  return {
    what: `copy folder ${chosen.folder} to ${to}`,
    files: chosen.files.map((file) => to + file.slice(chosen.folder.length)),
  }
}

/** Replaces files by copies with the same bytes and names, as an installer or a sync tool does. */
export const replaceFolder: Edit = (context) => {
  const chosen = anyFolder(context, 25)
  if (!chosen) return undefined
  const old = absolutePath(context, `${chosen.folder}_old`)
  if (exists(context.world.root, `${chosen.folder}_old`)) return undefined
  renameSync(absolutePath(context, chosen.folder), old)
  cpSync(old, absolutePath(context, chosen.folder), {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: context.random.chance(0.5),
  })
  rmSync(old, { recursive: true })
  return { what: `replace folder ${chosen.folder} by a copy`, files: chosen.files, keeps: true }
}

export const touchFile: Edit = (context) => {
  const file = anyFile(context)
  if (file === undefined) return undefined
  const time = Date.now() / 1000 - context.random.below(100_000)
  utimesSync(absolutePath(context, file), time, time)
  return { what: `touch ${file}`, files: [file], keeps: true }
}

export const changeMode: Edit = (context) => {
  const file = anyFile(context)
  if (file === undefined) return undefined
  const mode = context.random.pick([0o755, 0o644, 0o600, 0o444]) ?? 0o644
  chmodSync(absolutePath(context, file), mode)
  return { what: `chmod ${mode.toString(8)} ${file}`, files: [file], keeps: true }
}

/** A file becomes a link to another, or a link becomes its target file. */
export const swapLink: Edit = (context) => {
  const [file, other] = [anyFile(context), anyFile(context)]
  if (file === undefined || other === undefined || file === other) return undefined
  const from = absolutePath(context, file)
  if (lstatSync(from).isSymbolicLink()) {
    const bytes = readFileSync(from)
    rmSync(from)
    writeFileSync(from, bytes)
    return { what: `link ${file} becomes a file`, files: [file] }
  }
  rmSync(from)
  symlinkSync(path.relative(path.dirname(from), absolutePath(context, other)), from)
  return { what: `${file} becomes a link to ${other}`, files: [file] }
}

/** Replaces a file by a folder of the same name that contains the file. */
export const fileBecomesFolder: Edit = (context) => {
  const file = anyFile(context)
  if (file === undefined || lstatSync(absolutePath(context, file)).isSymbolicLink()) return undefined
  const bytes = readFileSync(absolutePath(context, file))
  const inside = `${file}/${path.posix.basename(file)}`
  rmSync(absolutePath(context, file))
  mkdirSync(absolutePath(context, file))
  writeFileSync(absolutePath(context, inside), bytes)
  return { what: `${file} becomes a folder`, files: [file, inside] }
}
