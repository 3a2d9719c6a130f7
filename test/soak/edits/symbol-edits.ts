/** Edits of a symbol: it is duplicated, renamed, moved to another file, called from a new place. */
import type { Seen } from '../language.ts'
import { readRaw, writeRaw } from '../world.ts'
import { type Chosen, chooseDefinition, chooseSource, type Edit, type EditContext, like } from './edit.ts'

export const duplicateFunction: Edit = (context) => {
  const found = chooseDefinition(context)
  if (!found) return undefined
  const { file, lines, one } = found
  const name = context.random.chance(0.5) ? one.name : `${one.name}Copy${context.number}`
  const copy = bodyOf(lines, one).map((line, at) => (at === 0 ? renamed(line, one.name, name) : line))
  writeRaw(context.world.root, file, lines.toSpliced(one.end, 0, ...like(lines, ['']), ...copy))
  return { what: `double ${one.name} as ${name} in ${file}`, files: [file], names: [one.name, name] }
}

export const renameSymbol: Edit = (context) => {
  const found = chooseDefinition(context, (seen) => seen.name.length > 2)
  if (!found) return undefined
  const { world, random, disk, number } = context
  const name = `${found.one.name}_${number}`
  const where = random.weighted([
    [3, 'definition'],
    [3, 'file'],
    [4, 'repo'],
  ] as const)
  const files = where === 'repo' ? [...disk.files()].filter((file) => found.language.extension.test(file)).sort() : [found.file]
  const changed: string[] = []
  for (const file of files) {
    if (!disk.lines(file)) continue
    const lines = readRaw(world.root, file)
    const after = lines.map((line, at) =>
      where !== 'definition' || at === found.one.line - 1 ? renamed(line, found.one.name, name) : line,
    )
    if (after.every((line, at) => line === lines[at])) continue
    writeRaw(world.root, file, after)
    changed.push(file)
  }
  return {
    what: `rename ${found.one.name} to ${name} (${where}, ${changed.length} files)`,
    files: changed,
    names: [found.one.name, name],
  }
}

export const moveFunction: Edit = (context) => {
  const found = chooseDefinition(context, (seen) => seen.top)
  const target = found && chooseSource(context)
  if (!found || !target || target.file === found.file) return undefined
  const { world } = context
  writeRaw(world.root, found.file, found.lines.toSpliced(found.one.line - 1, found.one.end - found.one.line + 1))
  writeRaw(world.root, target.file, [...target.lines, ...like(target.lines, bodyOf(found.lines, found.one).map(unended)), ''])
  return {
    what: `move ${found.one.name} from ${found.file} to ${target.file}`,
    files: [found.file, target.file],
    names: [found.one.name],
  }
}

/** Moves a definition to the end of its file, where it splits nothing. */
export const moveWithin: Edit = (context) => {
  const found = chooseDefinition(context, (seen) => seen.top)
  if (!found) return undefined
  const { lines, one, file } = found
  const rest = lines.toSpliced(one.line - 1, one.end - one.line + 1)
  writeRaw(context.world.root, file, [...rest, ...like(lines, ['']), ...bodyOf(lines, one), ''])
  return { what: `move ${one.name} to the end of ${file}`, files: [file], names: [one.name] }
}

export const newCaller: Edit = (context) => {
  for (let tries = 0; tries < 6; tries++) {
    const found = chooseDefinition(context, (seen, chosen) => seen.name.length > 2 && isWhole(seen, chosen))
    if (!found) continue
    const { file, lines, language, one } = found
    const plain = lines.map(unended)
    const caller = language.makeCaller({ file, lines: plain, seen: one, files: context.disk.files() }, `${context.number}`)
    if (!caller || context.disk.files().has(caller.file)) continue
    writeRaw(context.world.root, caller.file, caller.text.split('\n'))
    return {
      what: `new file ${caller.file} calls ${one.name} of ${file}`,
      files: [caller.file],
      names: [one.name],
      expect: isSeen(context, caller.file) ? [{ kind: 'use', name: one.name, file: caller.file, line: caller.line }] : [],
    }
  }
  return undefined
}

/** The name is unique in its file, so that the name identifies the symbol. */
const isWhole = (seen: Seen, { seen: all }: Chosen): boolean => all.filter(({ name }) => name === seen.name).length === 1

/** An ignored file cannot be found. */
const isSeen = ({ world }: EditContext, file: string): boolean => !world.git('check-ignore', '-q', file)

export const newFile: Edit = (context) => {
  const chosen = chooseSource(context)
  if (!chosen) return undefined
  const name = `soakFile${context.number}`
  const folder = chosen.file.slice(0, chosen.file.lastIndexOf('/') + 1)
  const file = `${folder}${name}${/\.\w+$/.exec(chosen.file)?.[0] ?? ''}`
  const { opening, closing = [], makeFunction } = chosen.language
  const clause =
    opening ??
    chosen.lines
      .map(unended)
      .filter((line) => /^package\s/.test(line))
      .slice(0, 1)
  const lines = [...clause, '', ...makeFunction(name, chosen.seen[0]?.name ?? null), ...closing, '']
  writeRaw(context.world.root, file, lines)
  return {
    what: `new file ${file}`,
    files: [file],
    names: [name],
    expect: isSeen(context, file)
      ? [{ kind: 'definition', name, file, line: lines.findIndex((line) => new RegExp(`\\b${name}\\(`).test(line)) + 1 }]
      : [],
  }
}

const bodyOf = (lines: readonly string[], { line, end }: Seen): string[] => lines.slice(line - 1, end)
const unended = (line: string): string => line.replace(/\r$/, '')
const renamed = (line: string, from: string, to: string): string =>
  line.replace(new RegExp(`(?<![\\w$])${from.replaceAll('$', '\\$')}(?![\\w$])`, 'g'), to)
