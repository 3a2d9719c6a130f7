/**
 * The decoded outlines of a build, for the steps after parsing: linking, notes and vectors each need those of nearly all files, and to
 * decode them took a twentieth of the time of a first index. The first ones are kept, up to a bound on memory; nothing is dropped for
 * another, because each step goes through all files, and would find that what it needs next was dropped last.
 */
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import { outlineBytes } from '../resolve/file-table.ts'
import type { FactsKey } from '../store/port.ts'

/** All of a repo of about 1,000 files. */
const MOST_BYTES = 12_000_000

/** Names of the symbols of further files: about 8 MB. */
const MOST_NAMES = 200_000

export class KeptOutlines {
  private readonly outlines = new Map<string, Outline>()
  private readonly names = new Map<string, readonly string[]>()
  private bytes = 0
  private counted = 0

  keep(key: FactsKey, outline: Outline): void {
    const bytes = outlineBytes(outline)
    if (this.bytes + bytes > MOST_BYTES) this.keepNames(key, outline)
    else {
      this.bytes += bytes
      this.outlines.set(nameOf(key), outline)
    }
  }

  /** The last names of all symbols, as linking looks for them; undefined when they are not kept. */
  namesOf(key: FactsKey): Iterable<string> | undefined {
    const name = nameOf(key)
    return this.outlines.get(name)?.symbols.map((symbol) => symbol.name) ?? this.names.get(name)
  }

  private keepNames(key: FactsKey, { symbols }: Outline): void {
    if (this.counted + symbols.length > MOST_NAMES) return
    this.counted += symbols.length
    this.names.set(
      nameOf(key),
      symbols.map(({ name }) => name),
    )
  }

  get(key: FactsKey): Outline | undefined {
    return this.outlines.get(nameOf(key))
  }

  /** The view of stored facts, with the outline that is kept of them. */
  viewOf(key: FactsKey, view: FactsView | undefined): FactsView | undefined {
    const outline = view && this.get(key)
    return outline ? { ...view, outline: () => outline } : view
  }
}

const nameOf = ({ content_hash, language, parser_version }: FactsKey): string => `${content_hash} ${language} ${parser_version}`
