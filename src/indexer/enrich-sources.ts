/** What is asked about a symbol, a file or a folder, read from disk and from the index, with what the check needs to know. */
import { splitLines } from '../base/text.ts'
import type { Outline } from '../contract/facts-codec.ts'
import { symbolKey } from '../contract/identity.ts'
import type { ContentHash } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import { readSource } from '../discover/read-source.ts'
import type { Described } from '../enrich/check-record.ts'
import { chooseSymbols } from '../enrich/choose-symbols.ts'
import type { Asked, FolderAsked } from '../enrich/enrich-request.ts'
import type { FolderText } from '../enrich/folder-texts.ts'
import { firstSentence } from '../enrich/prose.ts'
import type { EnrichmentRecord, SymbolNow } from '../store/port.ts'
import { folderTextsOf, type SpanJob } from './enrich-plan.ts'
import type { IndexRooms } from './index-rooms.ts'
import { reading } from './reading.ts'

export type AskedSource = { asked: Asked; described: Described }
export type AskedFolder = {
  path: string
  text: FolderText<EnrichmentRecord>
  /** This repo owns its text; otherwise it was made for a copy, and would be deleted with it. */
  isOwn: boolean
  asked: FolderAsked
  described: Described
}

export class EnrichSources {
  private readonly repo: Repo
  private readonly rooms: Pick<IndexRooms, 'reader' | 'settings'>
  /** Most jobs in a row are about one file. */
  private last: { content_hash: ContentHash; path: string; lines: Promise<readonly string[] | undefined> } | undefined

  constructor(repo: Repo, rooms: Pick<IndexRooms, 'reader' | 'settings'>) {
    this.repo = repo
    this.rooms = rooms
  }

  /** Undefined if the file is not what was indexed any more. */
  async ofSpan(job: SpanJob): Promise<AskedSource | undefined> {
    const lines = await this.linesOf(job)
    const outline = await reading(this.rooms, async (snapshot) =>
      (await snapshot.factsOfMany(this.repo.repo_id, [job.path])).get(job.path)?.outline(),
    )
    if (!lines || !outline) return undefined
    return job.level === 'symbol' ? symbolSource(job, outline, lines) : await this.fileSource(job, outline, lines)
  }

  /** In the order given, as the texts about what they contain are now. */
  async ofFolders(paths: readonly string[]): Promise<AskedFolder[]> {
    return reading(this.rooms, async (snapshot) => {
      const texts = folderTextsOf(this.repo.repo_id, await snapshot.recordedFiles(this.repo.repo_id), snapshot)
      const owned = new Set((await snapshot.enrichedIn(this.repo.repo_id, paths)).map(({ path, key }) => `${key} ${path}`))
      const folders: AskedFolder[] = []
      for (const path of paths) {
        const text = await texts.of(path)
        if (!text) continue
        const level = path === '' ? ('repo' as const) : ('module' as const)
        const name = path === '' ? `repository ${this.repo.repo_id}` : `folder ${path}/`
        const parts = [name, ...text.parts]
        const described = { source: parts.join('\n'), line_count: 0 }
        const isOwn = owned.has(`${text.now.key} ${path}`)
        folders.push({ path, text, isOwn, asked: { level, parts }, described })
      }
      return folders
    })
  }

  /** Those that are a whole identifier in the text of some file, or the name of a symbol. */
  async knownNames(names: readonly string[]): Promise<ReadonlySet<string>> {
    return reading(this.rooms, async (snapshot) => {
      const written = await snapshot.filesWithIdentifiers(this.repo.repo_id, names)
      const defined = await snapshot.symbolsNamedMany(this.repo.repo_id, names)
      return new Set(names.filter((name) => (written.get(name)?.length ?? 0) > 0 || (defined.get(name)?.length ?? 0) > 0))
    })
  }

  private async fileSource(job: SpanJob, outline: Outline, lines: readonly string[]): Promise<AskedSource> {
    const parts = await this.partsOf(job.path, outline)
    return {
      asked: { level: 'file', language: job.language, parts, lines },
      described: { source: [...lines, ...parts].join('\n'), line_count: lines.length },
    }
  }

  /** One line for each chosen definition: what the model wrote about it, else the first sentence of its doc. */
  private async partsOf(path: string, { symbols }: Outline): Promise<string[]> {
    const chosen = chooseSymbols(symbols).flatMap((ordinal) => symbols[ordinal] ?? [])
    const now = chosen.map(({ qualified_name, tag, kind, span_hash }): SymbolNow => {
      return { path, key: symbolKey(qualified_name, tag), qualified_name, kind, span_hash }
    })
    const texts = await reading(this.rooms, (snapshot) => snapshot.enrichments(this.repo.repo_id, now))
    return chosen.map(({ kind, qualified_name, start_line, end_line, span_hash, doc }, at) => {
      const text = texts[at]
      const about = text?.span_hash === span_hash ? text.summary : firstSentence(doc)
      return `- ${kind} ${qualified_name}, lines ${start_line}-${end_line}${about === '' ? '' : `: ${about}`}`
    })
  }

  private async linesOf({ path, content_hash }: SpanJob): Promise<readonly string[] | undefined> {
    if (this.last?.path !== path || this.last.content_hash !== content_hash)
      this.last = { path, content_hash, lines: this.read(path, content_hash) }
    return this.last.lines
  }

  private async read(path: string, content_hash: ContentHash): Promise<readonly string[] | undefined> {
    try {
      const source = await readSource(this.repo.root, path, { max_bytes: this.rooms.settings.max_file_bytes })
      return source.state === 'read' && source.content_hash === content_hash ? splitLines(source.text) : undefined
    } catch (error) {
      if (error instanceof CairnProblem && error.code === 'PATH_OUTSIDE_REPO') return undefined
      throw error
    }
  }
}

function symbolSource(job: SpanJob, { symbols }: Outline, lines: readonly string[]): AskedSource | undefined {
  const symbol = symbols[job.ordinal]
  if (symbol?.span_hash !== job.span_hash) return undefined
  const { kind, name, signature, start_line, end_line, type } = symbol
  const span = lines.slice(start_line - 1, end_line)
  const isCallable = kind === 'function' || kind === 'method' || kind === 'constructor'
  return {
    asked: { level: 'symbol', language: job.language, kind, name, signature, lines: span },
    described: {
      source: [signature, ...span].join('\n'),
      line_count: span.length,
      ...(isCallable ? { returns: type } : {}),
    },
  }
}
