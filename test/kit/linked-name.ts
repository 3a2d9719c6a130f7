/** The target of the last use of a name in a file of a small repo, as one line, for tests of single rules. */
import { symbolKey } from '../../src/contract/identity.ts'
import type { LinkOutcome } from '../../src/contract/links.ts'
import type { EdgeKind } from '../../src/contract/symbol.ts'
import { linkRepo } from './linked-repo.ts'

/** `path#Qualified.name`, then the kind if it is not a function, type or module, and the number if several have the name. */
export async function linked(files: Record<string, string>, file: string, name: string, use?: EdgeKind): Promise<string> {
  const repo = await linkRepo(files)
  const uses = repo.facts.get(file)?.uses() ?? []
  const at = uses.findLastIndex((fact) => fact.name === name && (use === undefined || fact.use === use))
  const outcome = repo.links.get(file)?.uses[at]
  return shown(outcome, (path, key) => {
    const symbols = repo.facts.get(path)?.outline().symbols ?? []
    const symbol = symbols.find((one) => symbolKey(one.qualified_name, one.tag) === key)
    if (!symbol) return ''
    const alike = symbols.filter((one) => one.qualified_name === symbol.qualified_name && one.kind === symbol.kind)
    const twin = alike.indexOf(symbol) > 0 ? `#${alike.indexOf(symbol) + 1}` : ''
    const kind = ['constant', 'variable', 'property'].includes(symbol.kind) ? ` (${symbol.kind})` : ''
    return `${symbol.qualified_name}${twin}${kind}`
  })
}

function shown(outcome: LinkOutcome | undefined, nameOf: (path: string, key: string) => string): string {
  if (outcome === undefined) return 'no such use'
  if (outcome.to === 'nothing') return outcome.reason
  return outcome.to === 'package' ? outcome.target : `${outcome.target.path}#${nameOf(outcome.target.path, outcome.target.key)}`
}
