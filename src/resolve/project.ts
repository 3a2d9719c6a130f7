/** One repo as linking sees it: its files at hand, and the rules of each language family, opened when first needed. */
import { Bench } from './bench.ts'
import type { Family, Rules } from './family.ts'
import type { FolderMeaning, ModuleMeaning } from './meaning.ts'
import type { SymbolSource } from './port.ts'

/** Valid while the source's files stay as they are; after a change open a new one. */
export class Project {
  readonly bench: Bench
  private readonly families: ReadonlyMap<string, Family>
  private readonly opened = new Map<Family, Rules>()

  constructor(source: SymbolSource, families: ReadonlyMap<string, Family>) {
    this.bench = new Bench(source)
    this.families = families
  }

  isLinked(language: string): boolean {
    return this.families.has(language)
  }
  rules(language: string): Rules {
    const family = this.families.get(language)
    if (!family) throw new RangeError(`no family links ${language}`)
    let rules = this.opened.get(family)
    if (!rules) {
      rules = family.open(this)
      this.opened.set(family, rules)
    }
    return rules
  }
  /** The rules a module's names follow: those of its own language. */
  rulesOfModule(module: ModuleMeaning | FolderMeaning): Rules | undefined {
    const language = module.is === 'module' ? this.bench.languageOf(module.path) : module.language
    return this.isLinked(language) ? this.rules(language) : undefined
  }
}
