/** A type of C# with all its parts, and what they inherit from, nearest first. */
import { MERGE } from '../class-line.ts'
import type { Copies } from '../copies.ts'
import { factOf, symbolName } from '../meaning.ts'
import { predefined } from './builtins.ts'
import { envOf, type Level, type Line, noEnv, type OutsideType, type RepoType, typeKey } from './type.ts'
import type { Types } from './types.ts'

/** `known`: the lines of types without arguments. */
export function lineOf(types: Types, type: RepoType, known: Copies<Line>): Line {
  const { table, ordinal } = type.of
  const isPlain = type.args.length === 0
  const before = isPlain ? known.find(table, ordinal, '') : undefined
  if (before) return before
  const alone: Line = { levels: [{ of: type.of, env: noEnv }], own: 1, inherited: [], outside: [], isWhole: false }
  const step = `cs line ${typeKey(type)}`
  const read = (): Line => readLine(types, type)
  return isPlain ? known.remember(table, ordinal, '', step, alone, read) : types.project.bench.remember(step, alone, read)
}

function readLine(types: Types, type: RepoType): Line {
  const parts = types.namespaces.parts(type.of)
  const env = envOf(type)
  const levels = new Map(parts.map((of): [string, Level] => [symbolName(of), { of, env }]))
  // A set: with several bases each, what is inherited twice would double with every class.
  const outside = new Set<OutsideType>()
  let isWhole = true
  for (const base of parts.flatMap((part) => types.basesOf(part, env))) {
    if (base.is === 'type') {
      const above = types.line(base)
      types.project.bench.spend(MERGE * (above.levels.length + above.outside.length))
      for (const level of above.levels) if (!levels.has(symbolName(level.of))) levels.set(symbolName(level.of), level)
      for (const one of above.outside) outside.add(one)
      isWhole &&= above.isWhole
    } else if (base.is === 'outside') {
      outside.add(base)
      isWhole &&= predefined.has(base.name) || /^(?:Exception|Attribute|EventArgs|I\p{Lu}\w*)$/u.test(base.name)
    } else isWhole = false
  }
  const all = [...levels.values()]
  const own = parts.length
  const isInterface = factOf(type.of).kind === 'interface'
  const inherited = all.slice(own).filter(({ of }) => isInterface || factOf(of).kind !== 'interface')
  return { levels: all, own, inherited, outside: [...outside], isWhole }
}
