/** The links of the uses of one file, as lines, for tests of linking on a few small files. */
import { symbolKey } from '../../src/contract/identity.ts'
import { linkRepo } from './linked-repo.ts'

/** `line receiver.name` of each use of these kinds → its target, or the reason why there is none. */
export async function linksOf(
  files: Record<string, string>,
  file: string,
  kinds: readonly string[] = ['calls', 'reads'],
): Promise<string[]> {
  const repo = await linkRepo(files)
  const nameOf = (path: string, key: string): string => {
    const symbol = (repo.facts.get(path)?.outline().symbols ?? []).find((one) => symbolKey(one.qualified_name, one.tag) === key)
    return `${path.slice(path.lastIndexOf('/') + 1)} ${symbol ? `${symbol.qualified_name}:${symbol.name_line}` : '(file)'}`
  }
  return (repo.facts.get(file)?.uses() ?? []).flatMap((use, at) => {
    const outcome = repo.links.get(file)?.uses[at]
    if (!kinds.includes(use.use) || !outcome) return []
    const where =
      outcome.to === 'symbol'
        ? nameOf(outcome.target.path, outcome.target.key)
        : outcome.to === 'nothing'
          ? outcome.reason
          : outcome.target
    return [`${use.line} ${use.receiver === '' ? '' : `${use.receiver}.`}${use.name} → ${where}`]
  })
}
