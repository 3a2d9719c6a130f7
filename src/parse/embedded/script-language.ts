/** The script languages of components and pages, each with what the kind of file adds to it. */
import type { FileFactsBuilder } from '../facts-builder.ts'
import type { CodeLanguage, DeclareRule } from '../language.ts'
import { javascript } from '../languages/javascript/javascript.ts'
import { tsx, typescript } from '../languages/typescript/typescript.ts'

type Scripts = Readonly<Record<'js' | 'ts' | 'tsx', CodeLanguage>>
export type ScriptKind = keyof Scripts

/** `declared`: runs after the whole script is declared. `declare`: rules of its own. */
export type ScriptAdditions = {
  declare?: Readonly<Record<string, DeclareRule>>
  declared?(file: FileFactsBuilder): void
}

export function scriptLanguages(additions: ScriptAdditions): Scripts {
  const adapt = (base: CodeLanguage): CodeLanguage => ({
    ...base,
    declare: { ...base.declare, ...additions.declare },
    declared(file) {
      base.declared?.(file)
      additions.declared?.(file)
    },
  })
  return { js: adapt(javascript), ts: adapt(typescript), tsx: adapt(tsx) }
}

export const plainScripts: Scripts = { js: javascript, ts: typescript, tsx }

/** By `lang` or `type`, as written; undefined for other languages. */
export function scriptKind(lang: string): ScriptKind | undefined {
  return kinds.get(lang.toLowerCase().replace(/^(text|application)\/(x-)?/, ''))
}

const kinds: ReadonlyMap<string, ScriptKind> = new Map([
  ['', 'js'],
  ['js', 'js'],
  ['jsx', 'js'],
  ['javascript', 'js'],
  ['ecmascript', 'js'],
  ['babel', 'js'],
  ['module', 'js'],
  ['ts', 'ts'],
  ['typescript', 'ts'],
  ['tsx', 'tsx'],
])
