/** Every use of a symbol, certain ones first, with the number of lines that contain the name. */
import { callWord } from '../contract/call-words.ts'
import type { Completeness } from '../contract/envelope.ts'
import type { WhereUsedItem } from '../contract/items.ts'
import { type EdgeKind, edgeKinds, type Tier, tiers } from '../contract/symbol.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import { unresolvedReason } from '../graph/unresolved.ts'
import { findMeant } from '../grounding/find-definitions.ts'
import { type FoundUses, findUses, type LastShown, type UsesQuestion } from '../grounding/find-uses.ts'
import type { Ground } from '../grounding/ground.ts'
import type { Meant, MeantSymbols } from '../grounding/meant.ts'
import { textualHits } from '../grounding/textual-hits.ts'
import { readAfter, readNumber, readText, writeAfter } from './after.ts'
import { definitionGroups, movedWords, otherDefinitions } from './definition-groups.ts'
import { pageArguments, pathArgument, repoArgument, symbolArgument, testsArgument, testsFilter } from './list-arguments.ts'
import { nearCalls, nextCall } from './next-call.ts'
import { defineTool, type ToolAnswer, type ToolCall } from './tool.ts'
import { uncheckedWords } from './unchecked-words.ts'
import { repoOrHere } from './which-repos.ts'

const specs = {
  symbol: symbolArgument,
  repo: repoArgument,
  limit: { type: 'integer', default: 50, min: 1, max: 5000, describe: 'Per page, 1–5000.' },
  use: { type: 'strings', values: edgeKinds, describe: 'Only these kinds; implements lists implementations.' },
  tier: { type: 'strings', values: tiers, describe: 'Default all.' },
  path: pathArgument,
  tests: testsArgument,
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type WhereUsedArguments = GivenArguments<typeof specs>

export const whereUsed = defineTool({
  name: 'where_used',
  title: 'Where used',
  description:
    'Every use of a symbol (calls, imports, types, reads …) with line, enclosing symbol and tier: proven and resolved are certain, possible means only the name matches. ' +
    'Use it instead of grep to find callers and implementations, or to judge a change. Definitions of one name are grouped; tests and examples come last. ' +
    'limit: 1–5000 a page, default 50.',
  arguments: specs,
  repos: (args, context) => repoOrHere(args.repo, context),
  async run(call): Promise<ToolAnswer<WhereUsedItem>> {
    const { args, ground } = call
    const meant = await findMeant(args.symbol, ground)
    const found = await findUses(meant, questionOf(call), ground)
    const unchecked = meant.unchecked + ground.rebinding.late
    return {
      items: found.items,
      symbol: args.symbol,
      total: found.total,
      total_at_least: found.total_at_least,
      unchecked,
      truncated: unchecked > 0,
      message:
        [
          meant.reason,
          movedWords(meant),
          otherDefinitions(meant),
          constructing(meant, found),
          leftOut(call, found),
          uncheckedWords(unchecked),
        ]
          .filter((words) => words !== null)
          .join(' ') || null,
      completeness: await completenessOf(meant, found, ground),
      ...(meant.meant.length > 0 ? { definitions: definitionGroups(meant, found.counts, ground) } : {}),
      nextAfter: (shown) => {
        const last = found.ends[shown - 1]
        return last && (found.more || shown < found.ends.length) ? writeLast(last) : null
      },
      next: nextCalls(call, meant, found),
    }
  },
})

type Call = ToolCall<typeof specs>

const questionOf = ({ args, after }: Call): UsesQuestion => ({
  uses: args.use as readonly EdgeKind[] | null,
  tiers: args.tier as readonly Tier[] | null,
  paths: args.path,
  tests: testsFilter(args.tests),
  after: readLast(after),
  limit: args.limit,
})

function writeLast({ tier, aside, repo_id, path, line, mark, definition }: LastShown): string {
  const meant = definition ? [definition.repo_id, definition.path, definition.key] : []
  return writeAfter(tier, Number(aside), repo_id, path, line, mark, ...meant)
}

function readLast(after: string | null): LastShown | null {
  const [tier, aside, repo_id, path, line, mark, ofRepo, ofPath, key] = readAfter(after)
  const known = tiers.find((one) => one === tier)
  if (known === undefined) return null
  const isMeant = typeof ofRepo === 'string'
  return {
    tier: known,
    aside: aside === 1,
    repo_id: readText(repo_id),
    path: readText(path),
    line: readNumber(line),
    mark: readText(mark),
    definition: isMeant ? { repo_id: ofRepo, path: readText(ofPath), key: readText(key) } : null,
  }
}

/** "No use matches the filters" must differ from "no use at all". */
function leftOut({ args }: Call, found: FoundUses): string | null {
  const asked = [
    args.path && `path ${args.path.join(', ')}`,
    args.tests !== 'include' && `tests ${args.tests}`,
    args.use && `use ${args.use.join(', ')}`,
    args.tier && `tier ${args.tier.join(', ')}`,
  ].filter(Boolean)
  return found.total_at_least > 0 || asked.length === 0 ? null : `Only uses with ${asked.join(' and ')} were asked for.`
}

async function completenessOf(meant: MeantSymbols, found: FoundUses, ground: Ground): Promise<Completeness> {
  return {
    tiers: found.tiers,
    textual_hits: await textualHits(meant, ground),
    unresolved_reason: meant.reason === null ? unresolvedReason(found.reasons) : 'no definition found',
  }
}

function nextCalls(call: Call, meant: MeantSymbols, found: FoundUses): string[] {
  const [first, second] = meant.meant
  const about = ({ definition }: Meant, before: string, behind = ''): string =>
    nextCall(`${before} ${callWord(definition.anchor)}${behind}`, call, definition.repo_id)
  if (!first) {
    const { name } = meant
    const byText = [
      nextCall(`rag_search ${callWord(name)} word=true`, call),
      nextCall(`search_code ${callWord(name)} level=symbol`, call),
    ]
    return [...nearCalls('where_used', meant.near, call), ...(name === '' ? [] : byText)]
  }
  if (second) return [about(mostUsed(meant, found.counts) ?? first, 'where_used')]
  const { anchor, fact, repo_id } = first.definition
  if (found.total_at_least === 0 && fact?.kind === 'constructor')
    return [nextCall(`where_used ${callWord(classAnchor(anchor))} use=calls`, call, repo_id)]
  if (found.total_at_least > 0) return [about(first, 'lineage')]
  return [nextCall(`rag_search ${callWord(meant.name)} word=true`, call, repo_id), about(first, 'definition')]
}

/** `new Foo()` names the class, not its constructor, so a constructor without uses may still be called. */
function constructing({ meant }: MeantSymbols, found: FoundUses): string | null {
  const fact = meant[0]?.definition.fact
  if (meant.length !== 1 || found.total_at_least > 0 || fact?.kind !== 'constructor') return null
  return 'Calls that construct an object are uses of the class; the next call lists them.'
}

/** The anchor without its last name. */
const classAnchor = (anchor: string): string => anchor.replace(/\.[^.]*$/, '')

function mostUsed({ meant }: MeantSymbols, counts: readonly number[]): Meant | undefined {
  return meant[counts.indexOf(Math.max(...counts))]
}
