/**
 * What the identifiers of a file must hold for its text to match a query: data, because an engine of the store may be a server.
 * Every file that matches fulfils it; a file that fulfils it need not match.
 */
export type TextNeed = { all: readonly TextNeed[] } | { any: readonly TextNeed[] } | IdentifierPart

/** Some identifier of the file contains this text. */
export type IdentifierPart = {
  /** Without line ends. With `any_case` it is ASCII in lower case, and letters A–Z of either case match it. */
  text: string
  any_case: boolean
  before: PartEdge
  after: PartEdge
}

/** What may stand beside the text inside the identifier: nothing, so that it begins or ends there; nothing or `$`; anything. */
export type PartEdge = 'nothing' | 'dollar' | 'anything'

/** Recorded for a file that has identifiers too long to be recorded (`MAX_IDENTIFIER`). It is no identifier itself. */
export const LONG_IDENTIFIER = '…'

/** Recorded instead of the identifiers of large data: such a file may contain any. */
export const ANY_IDENTIFIER = '……'
