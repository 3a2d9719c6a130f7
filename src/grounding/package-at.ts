/** The symbol of another package that is used at a place, if linking found it. */
import type { Position } from '../contract/symbol-question.ts'
import type { Ground } from './ground.ts'

/** `pkg:npm/react#useState`, or undefined. */
export async function packageAt({ path, line, column }: Position, { repos, view, reading }: Ground): Promise<string | undefined> {
  for (const repo of repos) {
    const indexed = await reading.indexed(repo, path)
    const outcomes = indexed && (await view?.snapshot.outcomesOf(repo.repo_id, [path]))?.get(path)
    if (!outcomes) continue
    for (const [at, use] of indexed.facts.uses().entries()) {
      const outcome = outcomes[at]
      const here = use.line === line && (column === null || (use.column <= column && column <= use.column + use.name.length))
      if (here && outcome?.to === 'package') return outcome.target
    }
  }
  return undefined
}
