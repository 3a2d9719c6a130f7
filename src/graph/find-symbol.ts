/**
 * The definitions a text means: a name, a qualified name or the end of one, an anchor, or a place `path:line[:column]`.
 * All that match, never a guess; when there are none, a sentence says what was looked for.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { Anchors } from './anchors.ts'
import { COMPONENT, calledQualified, componentName } from './component-name.ts'
import type { Definition } from './definition.ts'
import { FileFactsReader } from './file-facts.ts'
import { symbolsAt } from './symbol-at-place.ts'

export type SymbolQuestion = { symbol: string; repos: readonly RepoId[] }
export type SymbolAnswer = {
  definitions: Definition[]
  /** How many there are; more than `definitions` holds when the name is that common. */
  total: number
  /** Why there are none; null when there are. */
  reason: string | null
}

/** A name with more definitions than this is not a question about one symbol; the rest is counted. */
const MOST = 500

export async function findSymbol(snapshot: StoreSnapshot, question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
  const facts = new FileFactsReader(snapshot)
  const anchors = new Anchors(snapshot, facts)
  const text = question.symbol.trim()
  const definitions: Definition[] = []
  let total = 0
  for (const repo of question.repos) {
    signal?.throwIfAborted()
    const found = await findInRepo(repo, text, { snapshot, facts, anchors }, MOST - definitions.length)
    definitions.push(...found.definitions)
    total += found.total
  }
  return { definitions, total, reason: total > 0 ? null : reasonFor(text) }
}

type Tools = { snapshot: StoreSnapshot; facts: FileFactsReader; anchors: Anchors }
type Found = { definitions: Definition[]; total: number }

async function findInRepo(repo: RepoId, text: string, tools: Tools, room: number): Promise<Found> {
  if (text.startsWith('sym:')) return all(await tools.anchors.read(repo, text), room)
  const place = readPlace(text)
  if (place) return all(await symbolsAt(repo, place, tools), room)
  const named = await findNamed(repo, text, tools, room)
  if (named.total > 0) return named
  return all(await findModule(repo, text, tools), room)
}

/** `src/auth.py:12`, `src/auth.py:12:5` */
function readPlace(text: string): { path: string; line: number; column: number | undefined } | undefined {
  const [, path, line, column] = /^(?:\.\/)?(.+?):(\d+)(?::(\d+))?$/.exec(text) ?? []
  return path === undefined ? undefined : { path, line: Number(line), column: column === undefined ? undefined : Number(column) }
}

async function findNamed(repo: RepoId, text: string, { snapshot, facts, anchors }: Tools, room: number): Promise<Found> {
  const wanted = text
    .replace(/^\\/, '')
    .replaceAll(/::|#|->|\\/g, '.')
    .replace(/\(\)$/, '')
  const name = wanted.slice(wanted.lastIndexOf('.') + 1)
  if (name === '') return { definitions: [], total: 0 }
  const definitions: Definition[] = []
  let total = 0
  for (const { path, ordinal } of await placesNamed(repo, name, snapshot)) {
    // Only a dotted text needs a look at each candidate; of a plain name too many are only counted.
    if (wanted === name && definitions.length >= room) {
      total++
      continue
    }
    const fact = (await facts.symbols(repo, path))[ordinal]
    const isMeantSo = fact && (isMeant(wanted, path, fact) || (await isOfNamespace(wanted, repo, path, fact, facts)))
    if (!isMeantSo) continue
    total++
    if (definitions.length < room) definitions.push(await anchors.definition(repo, path, ordinal, fact))
  }
  return { definitions, total }
}

/** Symbols of this name, and the components whose files are called so. */
async function placesNamed(repo: RepoId, name: string, snapshot: StoreSnapshot): Promise<{ path: string; ordinal: number }[]> {
  const named = await snapshot.symbolsNamed(repo, name)
  const components = name === COMPONENT ? [] : await snapshot.symbolsNamed(repo, COMPONENT)
  return [...named, ...components.filter(({ path }) => componentName(path) === name)]
}

/** `login`, `Auth.login`, `auth.Auth.login` (module in front), `pkg.Auth.login` (folder in front: Go's packages). */
function isMeant(wanted: string, path: string, fact: SymbolFact): boolean {
  const { qualified_name } = fact
  if (calledQualified(path, qualified_name).some((called) => endsInto(called, wanted))) return true
  if (endsInto(qualified_name, wanted)) return true
  if (!wanted.endsWith(`.${qualified_name}`)) return false
  const front = wanted.slice(0, -qualified_name.length - 1)
  const module = modulePath(path)
  const folder = module.slice(0, Math.max(0, module.lastIndexOf('.')))
  return endsInto(module, front) || endsInto(folder, front)
}

/** `App\Models\User.save`: what stands in front is what the file says of its package. */
async function isOfNamespace(
  wanted: string,
  repo: RepoId,
  path: string,
  fact: SymbolFact,
  facts: FileFactsReader,
): Promise<boolean> {
  if (!wanted.endsWith(`.${fact.qualified_name}`)) return false
  const front = wanted.slice(0, -fact.qualified_name.length - 1)
  const namespace = (await facts.of(repo, path))?.outline().package.replaceAll('\\', '.') ?? ''
  return namespace !== '' && endsInto(namespace, front)
}

const endsInto = (whole: string, end: string): boolean => whole === end || whole.endsWith(`.${end}`)

/** A module by its file's path or its dotted path. */
async function findModule(repo: RepoId, text: string, { snapshot, anchors, facts }: Tools): Promise<Definition[]> {
  const path = text.replace(/^\.\//, '')
  if (await snapshot.file(repo, path)) {
    const module = await anchors.definition(repo, path, -1, null)
    // Who names the file of a component means the component.
    const symbols = componentName(path) === undefined ? [] : await facts.symbols(repo, path)
    const ordinal = symbols.findIndex((symbol) => symbol.qualified_name === COMPONENT)
    return ordinal < 0 ? [module] : [module, await anchors.definition(repo, path, ordinal, symbols[ordinal] ?? null)]
  }
  return (await anchors.read(repo, `sym:${text}`)).filter((definition) => definition.ordinal < 0)
}

const all = (definitions: Definition[], room: number): Found => ({
  definitions: [...definitions].sort((a, b) => compareText(a.path, b.path) || a.ordinal - b.ordinal).slice(0, Math.max(0, room)),
  total: definitions.length,
})

function reasonFor(text: string): string {
  if (text.startsWith('sym:')) return `No symbol of the index has the anchor ${text}.`
  if (readPlace(text)) return `Nothing that is known to the index is defined or used at ${text}.`
  return `No symbol of the index is called "${text}".`
}
