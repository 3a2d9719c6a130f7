/** Definitions that are only on disk: new ones with the wanted name, those moved to another file, modules not yet indexed. */
import type { PathTest } from '../base/glob.ts'
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath } from '../contract/identity.ts'
import { isModuleCalled, isModuleFile, namesOfModule } from '../contract/module-named.ts'
import { meansSymbol, type SymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type Definition, handleOf, nameOf } from '../graph/definition.ts'
import { findByBody } from '../locator/body-match.ts'
import type { LiveDefinition, SymbolScan } from '../scan/scan-symbol.ts'
import { definitionAt, type How, scannedNow, surely } from './definition-now.ts'
import { filesUnspokenFor } from './files-of.ts'
import type { Ground } from './ground.ts'
import { scanLive } from './live-symbol.ts'
import type { Meant, MeantSymbols } from './meant.ts'

/** `lost`: definitions of the index that are no longer in their file. `fits`: whether symbols of a file count. */
export type LiveQuestion = { question: SymbolQuestion; lost: readonly Lost[]; fits: PathTest }
export type Lost = { repo: RepoView; definition: Definition }

export async function addLive(found: MeantSymbols, asked: LiveQuestion, ground: Ground): Promise<void> {
  const end = performance.now() + ground.rooms.scan_ms
  const repos = ground.repos.filter((each) => each.mode !== 'index')
  for (const repo of repos)
    if (found.meant.length === 0 && namesFile(asked.question)) await addModules(found, repo, asked, ground)
  for (const repo of repos) await addScanned(found, repo, asked, ground, end)
  if (found.meant.length > 0) return
  for (const repo of repos) {
    await addModules(found, repo, asked, ground)
    if (found.meant.length > 0) await addScanned(found, repo, asked, ground, end)
  }
}

/** `src/pay.py`: a path, whose last part is an extension and not a name. */
const namesFile = (question: SymbolQuestion): boolean => question.by === 'name' && question.text.includes('/')

async function addScanned(
  found: MeantSymbols,
  repo: RepoView,
  { question, lost, fits }: LiveQuestion,
  ground: Ground,
  end: number,
): Promise<void> {
  const here = found.meant.filter((each) => each.repo === repo).map(({ definition }) => definition)
  const modules = here.filter(({ fact }) => fact === null).map(({ path }) => path)
  const ofModules = modules.flatMap(namesOfModule).map((name) => name.slice(name.lastIndexOf('.') + 1))
  const own = modules.length > 0 && namesFile(question) ? [] : [found.name]
  // Each name is searched in the same files, so unchecked files are not added up.
  let unchecked = 0
  for (const name of new Set([...own, ...here.map(nameOf), ...ofModules])) {
    const scan = await scanLive(repo, name, ground, Math.max(0, end - performance.now()), modules)
    found.scans.set(repo.repo_id, joinScans(found.scans.get(repo.repo_id), scan))
    unchecked = Math.max(unchecked, scan.unchecked)
    const chosen = scan.definitions.filter(({ path }) => fits(path))
    await addMoved(found, repo, chosen, lost, ground)
    for (const live of chosen)
      if (meansSymbol(question, { path: live.path, symbol: live.symbol, package: live.package }))
        await addDefinition(found, repo, live, null, ground)
  }
  found.unchecked += unchecked
}

/** A module matches by its file's path or its whole dotted path, as in the index. */
async function addModules(found: MeantSymbols, repo: RepoView, { question, fits }: LiveQuestion, ground: Ground): Promise<void> {
  if (question.by === 'position') return
  const text = question.by === 'anchor' ? question.body : question.text.replace(/^\.\//, '')
  const files = await filesUnspokenFor(repo, ground)
  for (const { path, language } of files) {
    const isMeant = path === text || modulePath(path) === text || (question.by === 'name' && isModuleCalled(path, question.name))
    if (!isModuleFile(language) || !fits(path) || !isMeant) continue
    const current = await ground.reading.current(repo, path)
    if (!current || found.meant.some(({ definition }) => definition.repo_id === repo.repo_id && definition.path === path))
      continue
    const definition = await definitionAt(repo, { path, ordinal: -1, fact: null }, ground)
    found.meant.push({ repo, definition, known: null, current, binding: 'live', how: surely, guessed: false })
    found.name = nameOf(definition)
  }
}

/** A renamed symbol is scanned under both names, so the results are joined. */
function joinScans(before: SymbolScan | undefined, scan: SymbolScan): SymbolScan {
  if (!before) return scan
  return {
    definitions: [...before.definitions, ...scan.definitions],
    uses: [...before.uses, ...scan.uses],
    textual_hits: before.textual_hits + scan.textual_hits,
    parsed: before.parsed + scan.parsed,
    unchecked: before.unchecked + scan.unchecked,
  }
}

/** A definition that left its file is searched, by its body, among definitions of its name in the other changed files. */
async function addMoved(
  found: MeantSymbols,
  repo: RepoView,
  candidates: readonly LiveDefinition[],
  lost: readonly Lost[],
  ground: Ground,
): Promise<void> {
  for (const { repo: from, definition } of lost) {
    const { fact, path } = definition
    if (from !== repo || !fact) continue
    const elsewhere: LiveDefinition[] = []
    for (const each of candidates) if (each.path !== path && !(await isIndexed(repo, each, ground))) elsewhere.push(each)
    const moved = findByBody(
      fact,
      elsewhere.map((each) => each.symbol),
      () => false,
    )
    const live = moved && elsewhere[moved.ordinal]
    if (live) await addDefinition(found, repo, live, { definition, confidence: moved.confidence }, ground)
  }
}

/** A definition that the file already had when it was indexed was not moved there. */
async function isIndexed(repo: RepoView, { path, ordinal }: LiveDefinition, { reading, rebinding }: Ground): Promise<boolean> {
  const current = await reading.current(repo, path)
  return current !== undefined && (await rebinding.marks(repo, current, ordinal)).known !== undefined
}

async function addDefinition(
  found: MeantSymbols,
  repo: RepoView,
  { path, symbol }: LiveDefinition,
  from: { definition: Definition; confidence: number } | null,
  ground: Ground,
): Promise<void> {
  const now = await scannedNow(repo, path, symbol, ground)
  if (!now || isKnown(found.meant, repo, path, now.fact)) return
  const { current, ordinal, fact } = now
  const around = current.facts.outline().symbols[fact.parent] ?? null
  const definition = { ...(await definitionAt(repo, { path, ordinal, fact }, ground)), around }
  const how: How = from ? { how: 'moved-file', confidence: from.confidence } : surely
  const binding = from ? 'rebound' : 'live'
  found.meant.push({ repo, definition, known: from?.definition ?? null, current, binding, how, guessed: false })
}

function isKnown(meant: readonly Meant[], repo: RepoView, path: string, symbol: SymbolFact): boolean {
  const { key } = handleOf(path, symbol)
  return meant.some(
    ({ definition }) => definition.repo_id === repo.repo_id && definition.path === path && definition.handle.key === key,
  )
}
