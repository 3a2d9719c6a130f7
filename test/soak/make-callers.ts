/** New files that call an existing definition: a function by its name, a method on a value of the class named like its file. */
import path from 'node:path'
import type { Caller, Language, Target } from './language.ts'

type MakeCaller = Language['makeCaller']

/** `fits`: matches the line of a definition that can be called by its bare name. */
export function bareCaller(fits: RegExp, make: (name: string, calls: string) => string[], files = /./): MakeCaller {
  return (target, word) => {
    const { file, lines, seen } = target
    if (!fits.test(lines[seen.line - 1] ?? '') || !files.test(file)) return undefined
    return callerBeside(target, word, make(`soak_${word}`, seen.name))
  }
}

/** `fits`: matches the line of a public method. */
export function memberCaller(fits: RegExp, make: (name: string, owner: string, calls: string) => string[]): MakeCaller {
  return (target, word) => {
    const { file, lines, seen } = target
    const owner = path.posix.basename(file).replace(/\..*$/, '')
    const owned = lines.some((line) => new RegExp(`\\b(?:class|interface|struct|trait|protocol) ${owner}\\b`).test(line))
    if (!/^\w+$/.test(owner) || !owned || !fits.test(lines[seen.line - 1] ?? '') || seen.name === owner) return undefined
    return callerBeside(target, word, make(`Soak_${word}`, owner, seen.name))
  }
}

function callerBeside({ file, lines, seen }: Target, word: string, body: readonly string[]): Caller {
  const from = path.posix.join(path.posix.dirname(file), `soak_${word}${/\.\w+$/.exec(file)?.[0] ?? ''}`)
  const opening = file.endsWith('.php') ? ['<?php'] : []
  const clause = lines.filter((line) => /^(?:package\s+[\w.]+;?|namespace\s+[\w.\\]+;)\s*$/.test(line)).slice(0, 1)
  const text = [...opening, '', ...clause, '', ...body, '']
  return { file: from, text: text.join('\n'), line: text.findIndex((line) => line.includes(`${seen.name}(`)) + 1 }
}
