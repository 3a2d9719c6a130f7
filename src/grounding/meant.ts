/** The definitions for a question, as they are now; if there are none, why. */
import type { SymbolScan } from '../scan/scan-symbol.ts'
import type { DefinitionNow } from './definition-now.ts'

export type Meant = DefinitionNow & {
  /** Found only by its name, although the question was a position. */
  guessed: boolean
}

export type MeantSymbols = {
  meant: Meant[]
  /** Larger than `meant` if the name is very common. */
  total: number
  /** The name as it is written in texts; '' when there is nothing to search. */
  name: string
  /** Why there are none; null when there are. */
  reason: string | null
  /** Which interpretation was chosen, if there are several; else null. */
  note: string | null
  /** Existing names that are spelled like the missing one, the closest first. */
  near: string[]
  /** By repo_id: what was read without the index. */
  scans: Map<string, SymbolScan>
  unchecked: number
}
