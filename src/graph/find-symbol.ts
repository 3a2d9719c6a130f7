/**
 * Finds the definitions for a question in the index: by name, by qualified name or the end of one, by anchor, or by a position in
 * a file. Returns all that match, never a guess; when there are none, a sentence says what was looked for.
 */
import { compareText } from '../base/compare-text.ts'
import { pathFilters } from '../base/glob.ts'
import { COMPONENT, componentName } from '../contract/component-name.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { isModuleCalled, isModuleFile } from '../contract/module-named.ts'
import { lastName, meansSymbol, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { IndexView } from '../store/index-view.ts'
import type { SymbolOrdinal } from '../store/port.ts'
import { Anchors } from './anchors.ts'
import type { Definition } from './definition.ts'
import { findAtPosition } from './find-at-position.ts'
import { findInherited } from './find-inherited.ts'
import type { FindTools, FoundInRepo } from './find-tools.ts'

/** `reason` is null when there are definitions. */
export type SymbolAnswer = Required<FoundInRepo> & {
  /** Existing names that are spelled like the missing one, the closest first. */
  near: string[]
}

/** `paths`: only definitions in matching files (`pathFilters`), also for the counts. */
export type FindQuestion = { question: SymbolQuestion; repos: readonly RepoId[]; paths?: readonly string[] | null }

/** A name with more definitions than this is not a question about one symbol; the rest is counted. */
const MOST = 500

export async function findSymbol(
  view: IndexView,
  { question, repos, paths }: FindQuestion,
  signal?: AbortSignal,
): Promise<SymbolAnswer> {
  const tools: FindTools = { view, anchors: new Anchors(view), fits: paths ? pathFilters(paths) : () => true }
  const answer: SymbolAnswer = { definitions: [], total: 0, reason: null, note: null, open_name: null, near: [] }
  for (const repo of repos) {
    signal?.throwIfAborted()
    const found = await findInRepo(repo, question, tools, MOST - answer.definitions.length)
    for (const one of found.definitions) answer.definitions.push(one)
    answer.total += found.total
    answer.note ??= found.note ?? null
    answer.reason ??= found.reason ?? null
    answer.open_name ??= found.open_name ?? null
  }
  if (answer.total > 0) return { ...answer, reason: null, open_name: null }
  const near = question.by === 'position' ? [] : await namesNear(lastName(question), repos, view)
  return { ...answer, near, reason: answer.reason ?? reasonFor(question, near) }
}

async function findInRepo(repo: RepoId, question: SymbolQuestion, tools: FindTools, room: number): Promise<FoundInRepo> {
  switch (question.by) {
    case 'anchor':
      return all(await tools.anchors.read(repo, `sym:${question.body}`), tools, room)
    case 'position':
      return findAtPosition(repo, question, tools)
    case 'name': {
      // If no symbol has that name, a module with that path is searched; one read gets the data for both.
      if (question.text.includes('/')) await tools.view.symbolsNamed(repo, [lastName(question), COMPONENT, lastOf(question.text)])
      const named = await findNamed(repo, question, tools, room)
      if (named.total > 0) return named
      const modules = await findModule(repo, question.text, tools)
      if (modules.length > 0) return all(modules, tools, room)
      const inherited = await findInherited(repo, question.name, tools, (owner) => findNamed(repo, owner, tools, MOST))
      return inherited.total > 0 ? inherited : all(await modulesCalled(repo, question.name, tools), tools, room)
    }
    default:
      return question satisfies never
  }
}

async function findNamed(repo: RepoId, question: SymbolQuestion, tools: FindTools, room: number): Promise<FoundInRepo> {
  const { view, anchors, fits } = tools
  const name = lastName(question)
  if (name === '') return nothing
  const named = (await symbolsNamed(repo, name, view)).filter(({ path }) => fits(path))
  // A plain name matches every symbol of that name; those beyond the limit are only counted, not read.
  const isPlain = question.by === 'name' && question.name === name
  const read = isPlain ? named.slice(0, room) : named
  const facts = await view.facts(
    repo,
    read.map(({ path }) => path),
  )
  const meant = read.flatMap(({ path, ordinal }) => {
    const outline = facts.get(path)?.outline()
    const fact = outline?.symbols[ordinal]
    return outline && fact && meansSymbol(question, { path, symbol: fact, package: outline.package })
      ? [{ path, ordinal, fact }]
      : []
  })
  const definitions = await anchors.definitions(repo, meant.slice(0, Math.max(0, room)))
  return { definitions, total: meant.length + named.length - read.length }
}

/** Symbols of this name, and components whose file has this name. */
async function symbolsNamed(repo: RepoId, name: string, view: IndexView): Promise<readonly SymbolOrdinal[]> {
  const found = await view.symbolsNamed(repo, name === COMPONENT ? [name] : [name, COMPONENT])
  const components = name === COMPONENT ? [] : (found.get(COMPONENT) ?? [])
  return [...(found.get(name) ?? []), ...components.filter(({ path }) => componentName(path) === name)]
}

/** `hash` of `src/base/hash.ts`. */
const lastOf = (path: string): string => modulePath(path).slice(modulePath(path).lastIndexOf('.') + 1)

/** A module by its file's path or its dotted path. */
async function findModule(repo: RepoId, text: string, { view, anchors }: FindTools): Promise<Definition[]> {
  const path = text.replace(/^\.\//, '')
  if (!(await view.row(repo, path)))
    return (await anchors.read(repo, `sym:${text}`)).filter((definition) => definition.ordinal < 0)
  const module = { path, ordinal: -1, fact: null }
  // The path of a component's file also names the component.
  const symbols: readonly SymbolFact[] = componentName(path) === undefined ? [] : await view.symbols(repo, path)
  const ordinal = symbols.findIndex((symbol) => symbol.qualified_name === COMPONENT)
  const fact = symbols[ordinal]
  return anchors.definitions(repo, fact ? [module, { path, ordinal, fact }] : [module])
}

/** `flask.globals` for `src/flask/globals.py`: the name in imports, without leading folders. */
async function modulesCalled(repo: RepoId, name: string, { view, anchors }: FindTools): Promise<Definition[]> {
  const rows = (await view.rows(repo)).all.filter(({ path, language }) => isModuleFile(language) && isModuleCalled(path, name))
  return anchors.definitions(
    repo,
    rows.map(({ path }) => ({ path, ordinal: -1, fact: null })),
  )
}

const nothing: FoundInRepo = { definitions: [], total: 0 }

function all(definitions: readonly Definition[], { fits }: FindTools, room: number): FoundInRepo {
  const chosen = definitions.filter(({ path }) => fits(path))
  chosen.sort((a, b) => compareText(a.path, b.path) || a.ordinal - b.ordinal)
  return { definitions: chosen.slice(0, Math.max(0, room)), total: chosen.length }
}

const NAMES_OFFERED = 5

function reasonFor(question: SymbolQuestion, near: readonly string[]): string | null {
  if (question.by === 'position') return null
  const offered = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`
  return question.by === 'anchor'
    ? `The index has no symbol with the anchor ${question.text}.${offered}`
    : `The index has no symbol called "${question.text}".${offered}`
}

async function namesNear(name: string, repos: readonly RepoId[], view: IndexView): Promise<string[]> {
  if (name === '') return []
  const near = await Promise.all(repos.map((repo) => view.snapshot.namesNear(repo, name, NAMES_OFFERED)))
  return [...new Set(near.flat())].slice(0, NAMES_OFFERED)
}
