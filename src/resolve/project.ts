/** One repo as linking sees it: its loaded files, and the rules of each language family, opened on first use. */

import type { EdgeKind } from '../contract/symbol.ts'
import { Bench } from './bench.ts'
import type { Family, Rules } from './family.ts'
import type { FileTable } from './file-table.ts'
import type { FolderMeaning, Meaning, ModuleMeaning } from './meaning.ts'
import type { SymbolSource } from './port.ts'

/**
 * Functions of linking that need each other: what a text means depends on the values in it, and the reverse. Passed in, so that
 * files need not import each other in a circle.
 */
export type Interpreter = {
  meaningOfExpression(project: Project, table: FileTable, scope: number, text: string, use: EdgeKind): Meaning
  valueHeld(project: Project, meaning: Meaning): Meaning
}

/** Valid while the source's files stay unchanged; after a change open a new one. */
export class Project {
  readonly bench: Bench
  private readonly families: ReadonlyMap<string, Family>
  private readonly opened = new Map<Family, Rules>()
  private readonly byLanguage = new Map<string, Rules>()
  private readonly interpreter: Interpreter
  private lastLanguage = ''
  private lastRules: Rules | undefined

  constructor(source: SymbolSource, families: ReadonlyMap<string, Family>, interpreter: Interpreter) {
    this.bench = new Bench(source)
    this.families = families
    this.interpreter = interpreter
  }

  /** What an expression means, as written in a scope of a file. */
  meaningOfExpression(table: FileTable, scope: number, text: string, use: EdgeKind): Meaning {
    return this.interpreter.meaningOfExpression(this, table, scope, text, use)
  }
  /** The value of a variable or value symbol; anything else is returned as it is. */
  valueHeld(meaning: Meaning): Meaning {
    return this.interpreter.valueHeld(this, meaning)
  }

  isLinked(language: string): boolean {
    return this.families.has(language)
  }
  rules(language: string): Rules {
    if (language === this.lastLanguage && this.lastRules) return this.lastRules
    const known = this.byLanguage.get(language) ?? this.openRules(language)
    this.lastLanguage = language
    this.lastRules = known
    return known
  }
  private openRules(language: string): Rules {
    const family = this.families.get(language)
    if (!family) throw new RangeError(`no family links ${language}`)
    let rules = this.opened.get(family)
    if (!rules) {
      rules = family.open(this)
      this.opened.set(family, rules)
    }
    this.byLanguage.set(language, rules)
    return rules
  }
  /** The rules for a module's names: those of its own language. */
  rulesOfModule(module: ModuleMeaning | FolderMeaning): Rules | undefined {
    const language = module.is === 'module' ? this.bench.languageOf(module.path) : module.language
    return this.isLinked(language) ? this.rules(language) : undefined
  }
}
