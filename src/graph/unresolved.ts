/** Sentences that say why uses may be missing, or are only possible. "0 callers" must never mean "could not find out". */
import type { UnresolvedReason } from '../contract/links.ts'

const because: Readonly<Record<UnresolvedReason, string>> = {
  'not-linked': 'in languages that Cairn does not link, or in files with too much to follow',
  'not-found': 'without a definition that could be found',
  'receiver-unknown': 'through a value whose type is not known',
  ambiguous: 'with several definitions that match equally well',
  dynamic: 'by a name computed at run time',
  'module-not-found': 'from a module that could not be found',
  builtin: 'built into the language',
  local: 'of local variables',
}

/** null when there are no unresolved uses. */
export function unresolvedReason(reasons: Partial<Record<UnresolvedReason, number>>): string | null {
  const parts = Object.entries(reasons)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${because[reason as UnresolvedReason]}`)
  if (parts.length === 0) return null
  return `Uses of this name that could not be resolved: ${parts.join('; ')}.`
}
