/** The contents of a folder, or the outline of a file, as it is on disk now. */

import { globTest } from '../base/glob.ts'
import { callWord } from '../contract/call-words.ts'
import type { FileInfo, StructureInfo } from '../contract/items.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import { keyFiles } from '../enrich/key-files.ts'
import type { RepoView } from '../freshness/scope.ts'
import { hasFileIndex } from '../grounding/document-ids.ts'
import type { ListedFile } from '../grounding/ground-rooms.ts'
import type { Reading } from '../grounding/reading.ts'
import type { FileRow } from '../store/port.ts'
import { authorOf, folderEnrichments, withSummary } from './folder-enrichment.ts'
import { admittedFile } from './get-file.ts'
import { LONGEST_PATH, oneRepoArgument, pageArguments } from './list-arguments.ts'
import { outlineOf } from './outline.ts'
import { defineTool, type ToolAnswer, type ToolCall } from './tool.ts'
import { oneRepo } from './which-repos.ts'

const specs = {
  repo_id: oneRepoArgument,
  path: { type: 'string', default: '', describe: 'Folder, or file for its outline.', longest: LONGEST_PATH },
  pattern: { type: 'string', describe: 'Glob relative to path; ** goes deeper.', longest: LONGEST_PATH },
  include_summaries: { type: 'boolean', default: false, describe: 'Add a summary of the folder.' },
  limit: { type: 'integer', default: 200, min: 1, max: 5000, describe: 'Entries per page, 1–5000.' },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type ExploreStructureArguments = GivenArguments<typeof specs>

export const exploreStructure = defineTool({
  name: 'explore_structure',
  title: 'Explore structure',
  description:
    'Layout of one repo, from disk: folders and files at path with language and line count, and key files (readme, config, entry point, ' +
    'tests, ci …). For a file: its outline, every symbol with kind, lines and id. Use it before a search to see layout and entry points, ' +
    'and after one to see what is beside a hit. include_summaries adds what the folder is for. limit: 1–5000 entries a page, default 200.',
  arguments: specs,
  repos: async (args, context) => [await oneRepo(args.repo_id, context)],
  async run(call): Promise<ToolAnswer<StructureInfo>> {
    const { args, ground, context } = call
    const [repo] = ground.repos
    if (!repo) throw new CairnProblem('REPO_UNKNOWN', { repo: `"${args.repo_id ?? '.'}"` })
    const listed = await context.files.list(repo.root, { signal: context.signal })
    const given = pathMeant(args.path, listed)
    const folder = await folderMeant(repo, given, listed, call)
    const answer = folder === undefined ? await exploreFile(repo, given, call) : await exploreFolder(repo, folder, listed, call)
    // Without an index ids and summaries are those of the files alone, which the cover says.
    return { total: 1, ...(repo.mode === 'live' ? {} : { status: 'OK' }), source: 'LOCAL_FALLBACK', ...answer }
  },
})

const isFolderOf = (listed: readonly ListedFile[], path: string): boolean =>
  path === '' || listed.some((file) => file.path.startsWith(`${path}/`))

/** `/src` may mean the folder of the repo. A path that is not listed stays as it was written. */
function pathMeant(written: string, listed: readonly ListedFile[]): string {
  const path = trimPath(written)
  return isFolderOf(listed, path) || listed.some((file) => file.path === path) ? path : written
}

/** The folder, with links in its path followed; undefined when it is none. */
async function folderMeant(
  repo: RepoView,
  path: string,
  listed: readonly ListedFile[],
  { context }: Call,
): Promise<string | undefined> {
  if (isFolderOf(listed, path)) return path
  const admission = await context.files.admit(repo.root, path)
  if (admission.state !== 'folder') return undefined
  if (isFolderOf(listed, admission.path)) return admission.path
  throw new CairnProblem('WITHHELD', { file: path, reason: 'the folder is empty, or nothing in it may be shown' })
}

type Call = ToolCall<typeof specs>
type Found = Pick<ToolAnswer<StructureInfo>, 'items' | 'nextAfter' | 'truncated' | 'message' | 'next'>

async function exploreFolder(repo: RepoView, path: string, listed: readonly ListedFile[], call: Call): Promise<Found> {
  const { args } = call
  const below = listed.filter((file) => path === '' || file.path.startsWith(`${path}/`))
  const directories = subfolders(path, below)
  const files = chosenFiles(path, below, args.pattern)
  const summary = args.include_summaries ? await folderSummary(repo, path, call) : {}
  const about = { key_files: keyFiles(below.map((file) => file.path)), ...summary }
  const names = [...directories, ...files.map((file) => file.path)]
  const show = async (page: EntryPage): Promise<StructureInfo> => {
    const onPage = new Set(page.names)
    const shown = files.filter((file) => onPage.has(file.path)).map((file) => describeFile(repo, file, call))
    const folders = directories.filter((name) => onPage.has(name))
    return { repo_id: repo.repo_id, path, directories: folders, files: await Promise.all(shown), ...about }
  }
  let page = pageOf(names, args.limit, call)
  let item = await show(page)
  while (page.names.length > 1 && !fitsBudget(item, call)) {
    page = pageOf(names, page.names.length >> 1, call)
    item = await show(page)
  }
  return {
    items: [item],
    nextAfter: () => page.last,
    message: messageOf(page, files.length, args.pattern),
    next: nextCalls(repo, item),
  }
}

function messageOf(page: EntryPage, found: number, pattern: string | null): string | null {
  if (page.last !== null) return `${page.names.length} of ${page.total} entries; the cursor lists the rest.`
  if (pattern === null || found > 0) return null
  const deeper = pattern.includes('**') ? '' : ' `**/` in front also searches the folders below.'
  return `No file here matches the pattern "${pattern}".${deeper}`
}

async function exploreFile(repo: RepoView, path: string, call: Call): Promise<Found> {
  const { args, context, ground } = call
  const admitted = await admittedFile(repo, path, context)
  if (args.pattern !== null) throw badArgument(`"pattern" needs a folder, and "${path}" is none.`)
  const info = await describeFile(repo, admitted, call)
  const current = await ground.reading.current(repo, admitted.path)
  const item: StructureInfo = { repo_id: repo.repo_id, path: admitted.path, directories: [], files: [info], key_files: {} }
  if (current) item.outline = await outlineOf(repo, current, ground)
  return { items: [item], next: [`get_file ${repo.repo_id} ${callWord(admitted.path)}`] }
}

const trimPath = (path: string): string =>
  path
    .replace(/^(?:\.?\/)+/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^\.$/, '')

/** Relative to the repo, so that the next call can use one as its `path`. */
function subfolders(path: string, below: readonly ListedFile[]): string[] {
  const start = path === '' ? 0 : path.length + 1
  const found = new Set<string>()
  for (const file of below) {
    const slash = file.path.indexOf('/', start)
    if (slash >= 0) found.add(file.path.slice(0, slash + 1))
  }
  return [...found].sort()
}

function chosenFiles(path: string, below: readonly ListedFile[], pattern: string | null): readonly ListedFile[] {
  const start = path === '' ? 0 : path.length + 1
  const fits = pattern === null ? undefined : globTest(pattern.replace(/^\.\//, ''))
  const deep = pattern !== null && (pattern.includes('**') || pattern.includes('/'))
  return below.filter((file) => {
    const name = file.path.slice(start)
    return (deep || !name.includes('/')) && (!fits || fits(name))
  })
}

type EntryPage = { names: readonly string[]; last: string | null; total: number }

/** Entries after the last one of the previous page, folders first. */
function pageOf(names: readonly string[], limit: number, { after }: Call): EntryPage {
  const behind = after === null ? 0 : names.findIndex((name) => isBehind(name, after))
  const from = behind < 0 ? names.length : behind
  const page = names.slice(from, from + limit)
  return { names: page, last: from + page.length < names.length ? (page.at(-1) ?? null) : null, total: names.length }
}

function isBehind(name: string, after: string): boolean {
  const folder = name.endsWith('/')
  return folder === after.endsWith('/') ? name > after : !folder
}

/** Estimated size of the cover. The envelope measures exactly, but it cannot page inside an item. */
const COVER_BYTES = 1500

function fitsBudget(item: StructureInfo, { args, context }: Call): boolean {
  const budget = args.max_chars ?? context.settings.max_chars
  return budget === null || Buffer.byteLength(JSON.stringify(item)) + COVER_BYTES <= budget
}

async function describeFile(repo: RepoView, file: ListedFile, { ground: { reading } }: Call): Promise<FileInfo> {
  const row = await reading.row(repo, file.path)
  return {
    name: file.path.slice(file.path.lastIndexOf('/') + 1),
    path: file.path,
    language: file.language,
    line_count: await lineCount(repo, file.path, row, reading),
    has_summary: row !== undefined && hasFileIndex(row),
  }
}

/** The recorded count if the file is unchanged, else counted now; 0 for a file that is not text. */
async function lineCount(repo: RepoView, path: string, row: FileRow | undefined, reading: Reading): Promise<number> {
  if (row && !repo.changed.has(path)) return row.line_count
  return (await reading.quotes.file(repo.root, path))?.lines.length ?? 0
}

type FolderSummary = Pick<StructureInfo, 'summary' | 'summary_by'>

async function folderSummary(repo: RepoView, path: string, { ground }: Call): Promise<FolderSummary> {
  if (repo.mode === 'live') return {}
  const note = (await ground.view?.snapshot.notes(repo.repo_id, path === '' ? 'repo' : 'module', [path]))?.get(path)
  const [written] = await folderEnrichments([{ repo, path }], ground)
  if (!written) return note === undefined ? {} : { summary: note }
  return { summary: note === undefined ? written.summary : withSummary(note, written.summary), summary_by: authorOf(written) }
}

function nextCalls(repo: RepoView, item: StructureInfo): string[] {
  const readme = item.key_files.readme
  const folder = item.directories[0]
  return [
    ...(readme ? [`get_file ${repo.repo_id} ${callWord(readme)}`] : []),
    ...(folder ? [`explore_structure ${repo.repo_id} ${callWord(folder)}`] : []),
  ]
}
