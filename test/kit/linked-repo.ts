/** A folder of source files, parsed and linked in memory, to test `resolve` and `graph` without a store. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { encodeFacts, type FactsView, viewFacts } from '../../src/contract/facts-codec.ts'
import { asRepoId, type RepoId } from '../../src/contract/ids.ts'
import { languageOfPath } from '../../src/contract/languages.ts'
import type { FileLinks } from '../../src/contract/links.ts'
import { createParser } from '../../src/parse/create-parser.ts'
import { openProject } from '../../src/resolve/open-project.ts'
import type { SymbolSource } from '../../src/resolve/port.ts'
import { resolveFile } from '../../src/resolve/resolve-file.ts'

export type LinkedRepo = {
  repo_id: RepoId
  texts: Map<string, string>
  facts: Map<string, FactsView>
  links: Map<string, FileLinks>
  source: SymbolSource
}

/** path → text of every file below a folder. */
export function readFolder(root: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(root, file).split(path.sep).join('/'), readFileSync(file, 'utf8')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const parser = createParser()

export async function parseFiles(files: Readonly<Record<string, string>>): Promise<Map<string, FactsView>> {
  const facts = new Map<string, FactsView>()
  for (const [file, text] of Object.entries(files)) {
    const outcome = await parser.parse(text, languageOfPath(file)?.id ?? 'unknown', { budget_ms: 20_000 })
    if ('parsed' in outcome) facts.set(file, viewFacts(encodeFacts(outcome.parsed)))
  }
  return facts
}

export function sourceOf(files: Readonly<Record<string, string>>, facts: ReadonlyMap<string, FactsView>): SymbolSource {
  const paths = new Set(Object.keys(files))
  return {
    paths: () => paths,
    languageOf: (file) => languageOfPath(file)?.id ?? 'unknown',
    facts: async (file) => facts.get(file),
    readText: async (file) => files[file],
    filesDefining: async (name) =>
      [...facts].flatMap(([file, view]) => (view.outline().symbols.some((symbol) => symbol.name === name) ? [file] : [])).sort(),
  }
}

export async function linkRepo(files: Readonly<Record<string, string>>, name = 'acme/shop'): Promise<LinkedRepo> {
  const facts = await parseFiles(files)
  const source = sourceOf(files, facts)
  return { repo_id: asRepoId(name), texts: new Map(Object.entries(files)), facts, links: await linkAll(source, facts), source }
}

export async function linkAll(source: SymbolSource, facts: ReadonlyMap<string, FactsView>): Promise<Map<string, FileLinks>> {
  const project = openProject(source)
  const links = new Map<string, FileLinks>()
  for (const [file, view] of facts) links.set(file, await resolveFile(file, view, project))
  return links
}
