/** A repo in memory that is linked file by file: after a change only what `pathsToRelink` names, with what was recorded before. */
import { countIdentifiers } from '../../src/base/words.ts'
import type { FactsView } from '../../src/contract/facts-codec.ts'
import { languageOfPath } from '../../src/contract/languages.ts'
import type { FileLinks, LinkSources } from '../../src/contract/links.ts'
import { type Affected, type FileChange, pathsToRelink } from '../../src/resolve/affected.ts'
import { importsAsking } from '../../src/resolve/imports-asking.ts'
import { openProject } from '../../src/resolve/open-project.ts'
import { resolveFile } from '../../src/resolve/resolve-file.ts'
import { parseFiles, sourceOf } from './linked-repo.ts'

export type Files = Readonly<Record<string, string>>

/** `asked` and `sources` are what the store records with the links. */
export type State = {
  files: Files
  facts: Map<string, FactsView>
  links: Map<string, FileLinks>
  asked: Map<string, Uint32Array>
  sources: LinkSources
}

/** A clean build of these files; facts of unchanged ones are taken from `reuse`. */
export async function stateOf(files: Files, reuse?: State): Promise<State> {
  const changed = Object.fromEntries(Object.entries(files).filter(([file, text]) => reuse?.files[file] !== text))
  const parsed = await parseFiles(changed)
  const facts = new Map<string, FactsView>()
  for (const file of Object.keys(files)) {
    const view = file in changed ? parsed.get(file) : reuse?.facts.get(file)
    if (view) facts.set(file, view)
  }
  const empty = { links: new Map(), asked: new Map(), sources: { manifests: new Map(), asked: new Set<number>() } }
  return linkedAgain({ files, facts, ...empty }, { state: 'all' })
}

export async function affected(before: State, after: Pick<State, 'files' | 'facts'>): Promise<Affected> {
  const all = new Set([...Object.keys(before.files), ...Object.keys(after.files)])
  const changes: FileChange[] = [...all]
    .filter((file) => before.files[file] !== after.files[file])
    .map((file) => ({
      path: file,
      language: languageOfPath(file)?.id ?? '',
      before: before.facts.get(file),
      after: after.facts.get(file),
      cameOrWent: !(file in before.files) || !(file in after.files),
    }))
  const project = openProject(sourceOf(after.files, after.facts))
  return pathsToRelink(changes, {
    filesNaming: async (name) => Object.keys(after.files).filter((file) => identifiersOf(after.files[file] ?? '').has(name)),
    facts: async (file) => after.facts.get(file),
    paths: () => new Set(Object.keys(after.files)),
    languageOf: (file) => languageOfPath(file)?.id ?? '',
    linkSources: async () => before.sources,
    filesAsking: async (questions) =>
      [...before.asked].flatMap(([file, asked]) => (asked.some((one) => questions.has(one)) ? [file] : [])),
    importsAsking: async (file, questions) => {
      const view = after.facts.get(file)
      return view ? importsAsking(file, view, project, questions) : []
    },
  })
}

/** The state after a catch-up: only affected files are linked again; the others keep their links, and what is recorded with them. */
export async function caughtUp(before: State, after: Pick<State, 'files' | 'facts'>): Promise<State> {
  const { links, asked, sources } = before
  return linkedAgain({ files: after.files, facts: after.facts, links, asked, sources }, await affected(before, after))
}

async function linkedAgain(kept: State, found: Affected): Promise<State> {
  const { files, facts } = kept
  const project = openProject(sourceOf(files, facts))
  const again = found.state === 'all' ? new Set(facts.keys()) : new Set(found.paths)
  const links = new Map<string, FileLinks>()
  const asked = new Map<string, Uint32Array>()
  for (const [file, view] of facts) {
    const old = again.has(file) ? undefined : kept.links.get(file)
    links.set(file, old ?? (await resolveFile(file, view, project)))
    asked.set(file, (old && kept.asked.get(file)) ?? project.bench.asked.numbers())
  }
  const before = found.state === 'all' ? { manifests: [], asked: [] } : kept.sources
  const read = project.bench.textsRead().map((file) => [file, files[file] ?? ''] as const)
  const sources = {
    manifests: new Map([...before.manifests, ...read]),
    asked: new Set([...before.asked, ...project.bench.asked.ofAll]),
  }
  return { files, facts, links, asked, sources }
}

export const plain = (links: ReadonlyMap<string, FileLinks>): FileLinks[] =>
  [...links.values()].sort((a, b) => (a.path < b.path ? -1 : 1))

const identifiers = new Map<string, ReadonlyMap<string, number>>()
function identifiersOf(text: string): ReadonlyMap<string, number> {
  const known = identifiers.get(text) ?? countIdentifiers(text)
  identifiers.set(text, known)
  return known
}
