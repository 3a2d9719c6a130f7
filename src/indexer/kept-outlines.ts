/**
 * The decoded outlines of a build, for the steps after parsing: linking, notes and vectors each need those of nearly all files, and to
 * decode them took a twentieth of the time of a first index. The first ones are kept, up to a bound on memory; nothing is dropped for
 * another, because each step goes through all files, and would find that what it needs next was dropped last.
 */
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import { outlineBytes } from '../resolve/file-table.ts'
import type { FactsKey } from '../store/port.ts'

/** While another process parses: all of a repo of about 1,000 files. */
const MOST_WHILE_PARSING = 12_000_000
/** Afterwards, when that process has ended: all of a repo of about 2,500 files. */
const MOST_AFTERWARDS = 30_000_000

/** Names of the symbols of further files: about 8 MB. */
const MOST_NAMES = 200_000

export class KeptOutlines {
  private readonly outlines = new Map<string, Outline>()
  private readonly names = new Map<string, readonly string[]>()
  private bytes = 0
  private most = MOST_WHILE_PARSING
  private counted = 0

  keep(key: FactsKey, outline: Outline): void {
    const name = nameOf(key)
    const bytes = outlineBytes(outline)
    if (this.outlines.has(name)) return
    if (this.bytes + bytes > this.most) {
      this.keepNames(name, outline)
      return
    }
    this.bytes += bytes
    this.outlines.set(name, outline)
  }

  /** The last names of all symbols, as linking looks for them; undefined when they are not kept. */
  namesOf(key: FactsKey): Iterable<string> | undefined {
    const name = nameOf(key)
    return this.outlines.get(name)?.symbols.map((symbol) => symbol.name) ?? this.names.get(name)
  }

  /** Names of some files are of no use without those of all. */
  private keepNames(name: string, { symbols }: Outline): void {
    if (this.names.has(name)) return
    this.counted += symbols.length
    if (this.counted > MOST_NAMES) {
      this.names.clear()
      return
    }
    this.names.set(
      name,
      symbols.map((symbol) => symbol.name),
    )
  }

  get(key: FactsKey): Outline | undefined {
    return this.outlines.get(nameOf(key))
  }

  /** Everything is parsed: there is room for more outlines. */
  allowMore(): void {
    this.most = MOST_AFTERWARDS
  }

  /** The view of stored facts, with the outline that is kept of them, or will be once somebody asks for it. */
  viewOf(key: FactsKey, view: FactsView | undefined): FactsView | undefined {
    if (!view) return undefined
    let outline = this.get(key)
    return { ...view, outline: () => (outline ??= this.decoded(key, view)) }
  }

  private decoded(key: FactsKey, view: FactsView): Outline {
    const outline = view.outline()
    this.keep(key, outline)
    return outline
  }
}

const nameOf = ({ content_hash, language, parser_version }: FactsKey): string => `${content_hash} ${language} ${parser_version}`
