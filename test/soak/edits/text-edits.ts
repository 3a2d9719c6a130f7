/** Ordinary edits: lines are added, removed and changed inside one file. */
import { statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { readRaw, writeRaw } from '../world.ts'
import { chooseDefinition, chooseSource, type Edit, like } from './edit.ts'

export const insertAbove: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines, language, seen } = chosen
  const first = seen[0]?.line ?? 1
  // Above the first definition, but not above what must come first in a file.
  const at = Math.max(firstFree(lines), Math.min(first - 1, firstFree(lines) + context.random.below(Math.max(1, first))))
  const count = context.random.weighted([
    [5, context.random.between(1, 3)],
    [2, context.random.between(4, 30)],
    [1, 100],
  ])
  const added = Array.from({ length: count }, (_, line) =>
    line % 4 === 3 ? '' : `${language.comment} soak ${context.number} line ${line}`,
  )
  writeRaw(context.world.root, file, lines.toSpliced(at, 0, ...like(lines, added)))
  return { what: `insert ${count} lines above in ${file}`, files: [file], keeps: isBetween(lines, at) }
}

/** After a shebang, a licence, a package clause. */
function firstFree(lines: readonly string[]): number {
  const at = lines.findIndex((line) => line.trim() === '')
  return at < 0 || at > 40 ? 0 : at
}

/** A line comment may be inserted only where no string, comment or docstring is open. */
const isBetween = (lines: readonly string[], at: number): boolean => {
  const before = lines.slice(0, at).join('\n')
  const open = (before.match(/\/\*/g) ?? []).length === (before.match(/\*\//g) ?? []).length
  return open && !/`|"""|'''/.test(before)
}

export const insertBetween: Edit = (context) => {
  const found = chooseDefinition(context, (seen) => seen.top)
  if (!found) return undefined
  const { file, lines, language, one, seen } = found
  const name = `soakNew${context.number}`
  const calls = context.random.chance(0.5) ? (context.random.pick(seen)?.name ?? null) : null
  const body = language.makeFunction(name, calls)
  writeRaw(context.world.root, file, lines.toSpliced(one.end, 0, ...like(lines, ['', ...body, ''])))
  return { what: `insert function ${name} behind ${one.name} in ${file}`, files: [file], names: [name] }
}

export const insertInside: Edit = (context) => {
  const found = chooseDefinition(context, (seen) => seen.end > seen.line + 1)
  if (!found) return undefined
  const { file, lines, language, one, seen } = found
  const at = context.random.between(one.line, one.end - 1)
  const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? ''
  const other = context.random.pick(seen)?.name ?? one.name
  const semicolon = language.blocks === 'braces' ? ';' : ''
  const added = context.random.chance(0.5)
    ? `${indent}${other}(${context.number})${semicolon}`
    : `${indent}${language.comment} inside ${other}`
  writeRaw(context.world.root, file, lines.toSpliced(at, 0, ...like(lines, [added])))
  return { what: `insert "${added.trim()}" at ${file}:${at + 1}`, files: [file], names: [other] }
}

export const deleteLines: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines } = chosen
  const at = context.random.below(lines.length)
  const count = context.random.between(1, 5)
  writeRaw(context.world.root, file, lines.toSpliced(at, count))
  return { what: `delete lines ${at + 1}–${at + count} of ${file}`, files: [file] }
}

export const deleteDefinition: Edit = (context) => {
  const found = chooseDefinition(context)
  if (!found) return undefined
  const { file, lines, one } = found
  writeRaw(context.world.root, file, lines.toSpliced(one.line - 1, one.end - one.line + 1))
  return { what: `delete ${one.name} (${one.line}–${one.end}) from ${file}`, files: [file], names: [one.name] }
}

export const bodyEdit: Edit = (context) => {
  const found = chooseDefinition(context, (seen) => seen.end > seen.line + 1)
  if (!found) return undefined
  const { file, lines, one } = found
  const at = context.random.between(one.line, one.end - 1)
  const line = lines[at] ?? ''
  const changed = line.replace(/\b\d+\b|\b[a-z]\w{2,}\b/, (word) =>
    /^\d/.test(word) ? `${Number(word) + 1}` : `${word}${context.number % 10}`,
  )
  if (changed === line) return undefined
  writeRaw(context.world.root, file, lines.with(at, changed))
  return { what: `edit the body of ${one.name} at ${file}:${at + 1}`, files: [file], names: [one.name] }
}

/** Changes one letter of a name, so that the file's size stays the same. */
function swapLetter(lines: readonly string[], at: number): string | undefined {
  const line = lines[at] ?? ''
  const changed = line.replace(/[a-y](?=\w{3,})/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
  return changed === line ? undefined : changed
}

function sameSize(context: Parameters<Edit>[0], keepTime: boolean) {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines } = chosen
  const at = context.random.below(lines.length)
  const changed = swapLetter(lines, at)
  if (changed === undefined) return undefined
  const absolutePath = path.join(context.world.root, file)
  const { atimeMs, mtimeMs } = statSync(absolutePath)
  writeRaw(context.world.root, file, lines.with(at, changed))
  if (keepTime) utimesSync(absolutePath, atimeMs / 1000, mtimeMs / 1000)
  const name = /\w{4,}/.exec(changed.slice(changed.search(/[a-z]\w{3,}/)))?.[0]
  return {
    what: `same-size edit${keepTime ? ', time restored,' : ''} at ${file}:${at + 1}`,
    files: [file],
    ...(name ? { names: [name] } : {}),
  }
}
export const sameSizeEdit: Edit = (context) => sameSize(context, false)
export const restoredTime: Edit = (context) => sameSize(context, true)

/** Edits a file, asks about it, and edits it again within one clock tick of the file system, without changing its size. */
export const sameTick: Edit = async (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines } = chosen
  const at = context.random.below(lines.length)
  const once = swapLetter(lines, at)
  const twice = once === undefined ? undefined : swapLetter([once], 0)
  if (once === undefined || twice === undefined) return undefined
  const absolutePath = path.join(context.world.root, file)
  writeRaw(context.world.root, file, lines.with(at, once))
  const { atimeMs, mtimeMs } = statSync(absolutePath)
  await context.ask()
  writeRaw(context.world.root, file, lines.with(at, twice))
  utimesSync(absolutePath, atimeMs / 1000, mtimeMs / 1000)
  const name = /[a-z]\w{3,}/.exec(twice)?.[0]
  return { what: `two edits in one tick at ${file}:${at + 1}`, files: [file], ...(name ? { names: [name] } : {}) }
}

export const removeCaller: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines } = chosen
  const calls = [...lines.keys()].filter((at) => /^\s+(?:\w+\.)*\w{3,}\(.*\);?\s*$/.test(lines[at] ?? ''))
  const at = context.random.pick(calls)
  if (at === undefined) return undefined
  const name = /(\w+)\(/.exec(lines[at] ?? '')?.[1] ?? ''
  writeRaw(context.world.root, file, lines.toSpliced(at, 1))
  return { what: `remove the call of ${name} at ${file}:${at + 1}`, files: [file], names: [name] }
}

export const flipLineEnds: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines } = chosen
  const windows = lines[0]?.endsWith('\r') ?? false
  const last = lines.length - 1
  const flipped = lines.map((line, at) => (at === last ? line : windows ? line.replace(/\r$/, '') : `${line}\r`))
  writeRaw(context.world.root, file, flipped)
  return { what: `line ends of ${file} become ${windows ? 'LF' : 'CRLF'}`, files: [file], keeps: true }
}

export const reindent: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines } = chosen
  const tabs = lines.some((line) => line.startsWith('\t'))
  const indented = lines.map((line) =>
    tabs ? line.replace(/^\t+/, (all) => '    '.repeat(all.length)) : line.replace(/^(?: {2})+/, (all) => all + all),
  )
  writeRaw(context.world.root, file, indented)
  return { what: `reindent ${file}`, files: [file] }
}

export const flipMark: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines } = chosen
  const mark = '\u00ef\u00bb\u00bf'
  const first = lines[0] ?? ''
  writeRaw(context.world.root, file, lines.with(0, first.startsWith(mark) ? first.slice(3) : mark + first))
  return { what: `byte order mark of ${file}`, files: [file], keeps: true }
}

export const truncateFile: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const text = chosen.lines.join('\n')
  writeRaw(context.world.root, chosen.file, [text.slice(0, context.random.between(1, text.length))])
  return { what: `cut ${chosen.file} off in the middle`, files: [chosen.file] }
}

export const garbage: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const bytes = String.fromCharCode(...Array.from({ length: context.random.between(20, 3000) }, () => context.random.below(256)))
  const { file, lines } = chosen
  const whole = context.random.chance(0.5)
  const at = context.random.below(lines.length)
  writeRaw(context.world.root, file, whole ? [bytes] : lines.toSpliced(at, 0, bytes))
  return { what: `bytes without meaning ${whole ? 'instead of' : 'into'} ${file}`, files: [file] }
}

export const emptyFile: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  writeRaw(context.world.root, chosen.file, [''])
  return { what: `empty ${chosen.file}`, files: [chosen.file] }
}

/** Adds a call and restores the file: an editor's undo. */
export const undo: Edit = async (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const { file, lines, language } = chosen
  writeRaw(context.world.root, file, [...like(lines, [`${language.comment} to be undone`]), ...lines])
  await context.ask()
  writeRaw(context.world.root, file, lines)
  return { what: `edit ${file} and undo it`, files: [file], keeps: readRaw(context.world.root, file).length === lines.length }
}
