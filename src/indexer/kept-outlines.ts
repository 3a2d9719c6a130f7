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

export class KeptOutlines {
  private readonly outlines = new Map<string, Outline>()
  private bytes = 0
  private most = MOST_WHILE_PARSING

  keep(key: FactsKey, outline: Outline): void {
    const name = nameOf(key)
    const bytes = outlineBytes(outline)
    if (this.bytes + bytes > this.most || this.outlines.has(name)) return
    this.bytes += bytes
    this.outlines.set(name, outline)
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
