/** Edits at the roots of packages: whole files added, renamed and removed beside a manifest, manifests edited, copied and removed. */
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '../language.ts'
import { exists } from '../world.ts'
import type { Edit, EditContext } from './edit.ts'

const manifest =
  /(?:^|\/)(?:go\.mod|package\.json|[jt]sconfig[^/]*\.json|Cargo\.toml|composer\.json|Package\.swift|[^/]*\.csproj|Directory\.Build\.props|__init__\.py)$/

const manifestsIn = ({ disk }: EditContext): string[] => [...disk.files()].filter((file) => manifest.test(file)).sort()
const absolutePath = ({ world }: EditContext, file: string): string => path.join(world.root, file)
const folderOf = (file: string): string => path.posix.dirname(file)

/** A source file directly beside a manifest, or in the repo's root. */
function atRoot(context: EditContext): string | undefined {
  const roots = new Set(['.', ...manifestsIn(context).map(folderOf)])
  const { extension } = languages[context.world.language]
  const files = [...context.disk.files()].filter((file) => extension.test(file) && roots.has(folderOf(file)))
  return context.random.pick(files.sort())
}

/** Its new name sorts before or after all others: the first file of a package may represent it. */
export const renameAtRoot: Edit = (context) => {
  const file = atRoot(context)
  if (file === undefined) return undefined
  const name = path.posix.basename(file)
  const mark = context.random.chance(0.5) ? 'aa' : 'zz'
  const to = path.posix.join(folderOf(file), `${mark}${context.number}${name}`)
  if (exists(context.world.root, to)) return undefined
  renameSync(absolutePath(context, file), absolutePath(context, to))
  return { what: `move ${file} to ${to}`, files: [file, to] }
}

export const copyAtRoot: Edit = (context) => {
  const file = atRoot(context)
  if (file === undefined) return undefined
  const to = path.posix.join(folderOf(file), `aa${context.number}${path.posix.basename(file)}`)
  cpSync(absolutePath(context, file), absolutePath(context, to), { dereference: true })
  return { what: `copy ${file} to ${to}`, files: [to] }
}

export const deleteAtRoot: Edit = (context) => {
  const file = atRoot(context)
  if (file === undefined) return undefined
  rmSync(absolutePath(context, file))
  return { what: `delete ${file}`, files: [file] }
}

/** Another module name, another package name, or only another line. */
export const editManifest: Edit = (context) => {
  const file = context.random.pick(manifestsIn(context))
  if (file === undefined) return undefined
  const text = readFileSync(absolutePath(context, file), 'utf8')
  const renamed = text.replace(/(^module \S+|"name": "[^"]+|^name = "[^"]+)/m, `$1m${context.number}`)
  writeFileSync(absolutePath(context, file), context.random.chance(0.5) ? renamed : `${text}\n`)
  return { what: `edit ${file}`, files: [file] }
}

export const deleteManifest: Edit = (context) => {
  const file = context.random.pick(manifestsIn(context))
  if (file === undefined) return undefined
  rmSync(absolutePath(context, file))
  return { what: `delete ${file}`, files: [file] }
}

/** A copy in another folder: the files there are a module of their own now. */
export const nestManifest: Edit = (context) => {
  const file = context.random.pick(manifestsIn(context))
  const folders = [...new Set([...context.disk.files()].map(folderOf))].sort()
  const folder = context.random.pick(folders)
  if (file === undefined || folder === undefined) return undefined
  const to = path.posix.join(folder, path.posix.basename(file))
  if (exists(context.world.root, to)) return undefined
  mkdirSync(absolutePath(context, folder), { recursive: true })
  cpSync(absolutePath(context, file), absolutePath(context, to), { dereference: true })
  return { what: `copy ${file} to ${to}`, files: [to] }
}
