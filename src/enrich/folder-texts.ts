/**
 * Texts about folders and the repo. They rest on the best texts about what is directly in them: a model's while it is up to date, else
 * one line made from facts. The hash of these texts is the folder's `span_hash`: an edit makes stale the text about its file, then
 * those about the folders above it, and nothing else.
 */
import { compareText } from '../base/compare-text.ts'
import { hashBytes } from '../base/hash.ts'
import { Lru } from '../base/lru.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { folderHandle, type SymbolHandle } from '../contract/identity.ts'
import { digestOf } from './file-digest.ts'
import { fileLine } from './module-note.ts'
import { baseName } from './prose.ts'

type FolderFile = { path: string; language: string; role: string; parser_version: string; content_hash: string }
type TextNow = SymbolHandle & { qualified_name: string; kind: 'module' | 'folder' | 'repo'; span_hash: string }
type Text = { summary: string; span_hash: string }

/** Fits the store's snapshot of one repo. */
export type TextReader<Found extends Text> = {
  /** Every file of the repo. */
  files: readonly FolderFile[]
  outlines(paths: readonly string[]): Promise<ReadonlyMap<string, { outline(): Outline }>>
  texts(symbols: readonly TextNow[]): Promise<readonly (Found | undefined)[]>
}

export type FolderText<Found extends Text> = {
  /** The folder as it is now, with the hash of what its text rests on. */
  now: TextNow
  /** One line for each file and folder in it. */
  parts: string[]
  /** Its text, for `now` or for an earlier state. */
  text: Found | undefined
  isFresh: boolean
}

export class FolderTexts<Found extends Text> {
  private readonly reader: TextReader<Found>
  private readonly folders: ReadonlyMap<string, Folder>
  private readonly known = new Map<string, Promise<FolderText<Found>>>()

  constructor(reader: TextReader<Found>) {
    this.reader = reader
    this.folders = foldersOf(reader.files)
  }

  /** All folders, the deepest first, and the repo ('') last. */
  paths(): string[] {
    const depth = (path: string): number => (path === '' ? 0 : path.split('/').length)
    return [...this.folders.keys()].sort((one, other) => depth(other) - depth(one) || compareText(one, other))
  }

  /** `path` '' is the repo. Undefined if there is no such folder. */
  async of(path: string): Promise<FolderText<Found> | undefined> {
    const folder = this.folders.get(path)
    if (!folder) return undefined
    const known = this.known.get(path) ?? this.read(path, folder)
    this.known.set(path, known)
    return known
  }

  private async read(path: string, folder: Folder): Promise<FolderText<Found>> {
    const files = await this.linesOfFiles(folder.files)
    const below: string[] = []
    for (const subfolder of folder.subfolders) {
      const { text, isFresh } = (await this.of(subfolder)) ?? {}
      below.push(`- ${baseName(subfolder)}/${isFresh && text ? `: ${text.summary}` : ''}`)
    }
    const parts = [...below, ...files]
    const now: TextNow = {
      ...folderHandle(path),
      qualified_name: path,
      kind: path === '' ? 'repo' : 'folder',
      span_hash: hashBytes(JSON.stringify([path, parts])),
    }
    const [text] = await this.reader.texts([now])
    return { now, parts, text, isFresh: text?.span_hash === now.span_hash }
  }

  private async linesOfFiles(files: readonly FolderFile[]): Promise<string[]> {
    const facts = await this.factsOf(files)
    const texts = await this.reader.texts(
      files.map(({ path }, at) => ({ path, key: '', qualified_name: '', kind: 'module', span_hash: facts[at]?.span_hash ?? '' })),
    )
    return files.map(({ path }, at) => {
      const { span_hash, line } = facts[at] ?? { span_hash: '', line: '' }
      const text = texts[at]
      return text && text.summary !== '' && span_hash !== '' && text.span_hash === span_hash
        ? `- ${baseName(path)}: ${text.summary}`
        : line
    })
  }

  /** In the order given. A file's outline is decoded once for each of its contents. */
  private async factsOf(files: readonly FolderFile[]): Promise<FileLine[]> {
    const missing = files.filter((file) => isParsed(file) && !fileLines.get(keyOf(file)))
    const views = missing.length === 0 ? new Map() : await this.reader.outlines(missing.map(({ path }) => path))
    return files.map((file) => {
      const known = fileLines.get(keyOf(file))
      if (known) return known
      const { path, language, role } = file
      const outline: Outline | undefined = views.get(path)?.outline()
      const made = { span_hash: outline?.span_hash ?? '', line: fileLine(digestOf(path, language, role, outline)) }
      if (outline) fileLines.set(keyOf(file), made)
      return made
    })
  }
}

/** A line made from facts, and the hash of what the file says. */
type FileLine = { span_hash: string; line: string }
const fileLines = new Lru<string, FileLine>(20_000)
const keyOf = ({ path, language, role, parser_version, content_hash }: FolderFile): string =>
  [content_hash, parser_version, language, role, path].join('\0')

const isParsed = ({ role, parser_version }: FolderFile): boolean =>
  (role === 'source' || role === 'document') && parser_version !== ''

type Folder = { files: FolderFile[]; subfolders: string[] }

function foldersOf(files: readonly FolderFile[]): Map<string, Folder> {
  const folders = new Map<string, Folder>([['', { files: [], subfolders: [] }]])
  const at = (path: string): Folder => {
    const known = folders.get(path)
    if (known) return known
    const made: Folder = { files: [], subfolders: [] }
    folders.set(path, made)
    at(parentOf(path)).subfolders.push(path)
    return made
  }
  for (const file of files) at(parentOf(file.path)).files.push(file)
  for (const folder of folders.values()) {
    folder.files.sort((one, other) => compareText(one.path, other.path))
    folder.subfolders.sort(compareText)
  }
  return folders
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
