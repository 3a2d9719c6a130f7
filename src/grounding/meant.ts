/** What a caller means by a symbol, as it is now: every definition, and why there is none where there is none. */
import type { SymbolScan } from '../scan/scan-symbol.ts'
import type { DefinitionNow } from './definition-now.ts'

export type Meant = DefinitionNow & {
  /** Found by its name only, where a position was asked for. */
  guessed: boolean
}

export type MeantSymbols = {
  meant: Meant[]
  /** More than `meant` holds when the name is that common. */
  total: number
  /** The name as it stands in texts; '' when nothing can be looked for. */
  name: string
  /** Why there are none; null when there are. */
  reason: string | null
  /** What was taken where that is not plain; null otherwise. */
  note: string | null
  /** Names that are there and spelled much like the one that is not, the closest first. */
  near: string[]
  /** By repo_id: what was read without the index. */
  scans: Map<string, SymbolScan>
  unchecked: number
}
