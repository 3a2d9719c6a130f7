/** A type of C# with all its parts, and what they inherit from, nearest first. */
import { MERGE } from '../class-line.ts'
import { symbolName } from '../meaning.ts'
import { predefined } from './builtins.ts'
import { envOf, type Level, type Line, noEnv, type OutsideType, type RepoType, typeKey } from './type.ts'
import type { Types } from './types.ts'

export function lineOf(types: Types, type: RepoType): Line {
  const alone: Line = { levels: [{ of: type.of, env: noEnv }], own: 1, outside: [], isWhole: false }
  return types.project.bench.remember(`cs line ${typeKey(type)}`, alone, () => {
    const parts = types.namespaces.parts(type.of)
    const env = envOf(type)
    const levels = new Map(parts.map((of): [string, Level] => [symbolName(of), { of, env }]))
    // A set: with several bases each, what is inherited twice would double with every class.
    const outside = new Set<OutsideType>()
    let isWhole = true
    for (const base of parts.flatMap((part) => types.basesOf(part, env))) {
      if (base.is === 'type') {
        const above = lineOf(types, base)
        types.project.bench.spend(MERGE * (above.levels.length + above.outside.length))
        for (const level of above.levels) if (!levels.has(symbolName(level.of))) levels.set(symbolName(level.of), level)
        for (const one of above.outside) outside.add(one)
        isWhole &&= above.isWhole
      } else if (base.is === 'outside') {
        outside.add(base)
        isWhole &&= predefined.has(base.name) || /^(?:Exception|Attribute|EventArgs|I\p{Lu}\w*)$/u.test(base.name)
      } else isWhole = false
    }
    return { levels: [...levels.values()], own: parts.length, outside: [...outside], isWhole }
  })
}
