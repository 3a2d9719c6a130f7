/** A type of C# with all its parts, and what they inherit from, nearest first. */
import { isSameSymbol } from '../meaning.ts'
import { predefined } from './builtins.ts'
import { envOf, type Level, type Line, noEnv, type OutsideType, type RepoType, typeKey } from './type.ts'
import type { Types } from './types.ts'

export function lineOf(types: Types, type: RepoType): Line {
  const alone: Line = { levels: [{ of: type.of, env: noEnv }], own: 1, outside: [], isWhole: false }
  return types.project.bench.remember(`cs line ${typeKey(type)}`, alone, () => {
    const parts = types.namespaces.parts(type.of)
    const env = envOf(type)
    const levels: Level[] = parts.map((of) => ({ of, env }))
    const outside: OutsideType[] = []
    let isWhole = true
    for (const base of parts.flatMap((part) => types.basesOf(part, env))) {
      if (base.is === 'type') {
        const above = lineOf(types, base)
        for (const level of above.levels) if (!levels.some((known) => isSameSymbol(known.of, level.of))) levels.push(level)
        outside.push(...above.outside)
        isWhole &&= above.isWhole
      } else if (base.is === 'outside') {
        outside.push(base)
        isWhole &&= predefined.has(base.name) || /^(?:Exception|Attribute|EventArgs|I\p{Lu}\w*)$/u.test(base.name)
      } else isWhole = false
    }
    return { levels, own: parts.length, outside, isWhole }
  })
}
