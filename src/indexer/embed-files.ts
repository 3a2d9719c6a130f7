/**
 * Makes the vectors that a repo lacks: those of its files and of its notes. They are written as they come, so that a run that was
 * stopped continues where it stopped. A file that changed since it was indexed is left to the next catch-up.
 */
import { mapBounded } from '../base/bounded.ts'
import { splitLines } from '../base/text.ts'
import { hashText } from '../base/text-hash.ts'
import type { FactsView, Outline } from '../contract/facts-codec.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import { readSource } from '../discover/read-source.ts'
import type { Embedder } from '../embed/port.ts'
import { quantise } from '../embed/quantise.ts'
import { type FileText, type TextPart, textOfNote, textsOfFile } from '../enrich/embed-texts.ts'
import type { NoteVector, StoreSnapshot, UnembeddedNote, VectorEntry, VectorKey } from '../store/port.ts'
import type { IndexRooms, WorkOptions } from './index-rooms.ts'
import { reading } from './reading.ts'
import { type Summaries, summariesOf } from './symbol-summaries.ts'

/** `isLate` is checked between portions. */
export type EmbedOptions = WorkOptions & { isLate?: () => boolean }
export type EmbedRooms = Pick<IndexRooms, 'reader' | 'writer' | 'settings' | 'outlines'>

const FILES_AT_ONCE = 32
const READ_AT_ONCE = 4
/** What the store has of them is read together. */
const FILES_IN_GROUP = 16
/** Texts in one portion. A generated file may have thousands, and is then embedded in several portions. */
const TEXTS_AT_ONCE = 1_000

/** False when time ran out before everything was embedded, or the repo was removed. */
export async function embedRepo(repo: Repo, rooms: EmbedRooms, embedder: Embedder, options: EmbedOptions = {}): Promise<boolean> {
  const missing = await reading(rooms, async (snapshot) => ({
    files: await snapshot.unembedded(repo.repo_id, embedder.model),
    notes: await snapshot.unembeddedNotes(repo.repo_id, embedder.model),
    hasEarlier: await snapshot.knowsModel(embedder.model),
  }))
  const work = new Embedding(repo, rooms, embedder, { ...options, hasEarlier: missing.hasEarlier })
  return (await work.files(missing.files)) && (await work.notes(missing.notes))
}

/** The files of these paths and the notes of their folders, if they have no vectors; nothing else of the repo. */
export async function embedTouched(
  repo: Repo,
  rooms: EmbedRooms,
  embedder: Embedder,
  paths: readonly string[],
  options: EmbedOptions,
): Promise<boolean> {
  const missing = await reading(rooms, async (snapshot) => {
    const rows = await snapshot.filesAt(repo.repo_id, paths)
    const known = await snapshot.vectorsOf(repo.repo_id, embedder.model, paths)
    const files = [...rows.values()].filter(
      ({ path, role, parser_version }) => (role === 'source' || role === 'document') && parser_version !== '' && !known.has(path),
    )
    const notes = await snapshot.unembeddedNotes(repo.repo_id, embedder.model)
    return { files, notes: notes.filter(({ path }) => path === '' || paths.some((file) => file.startsWith(`${path}/`))) }
  })
  const work = new Embedding(repo, rooms, embedder, options)
  return (await work.files(missing.files)) && (await work.notes(missing.notes))
}

/** The texts of one file, each with its hash, and the vectors that the file had before. */
type Prepared = { key: VectorKey; texts: Hashed[]; earlier: ReadonlyMap<string, Pick<VectorEntry, 'vector' | 'scale'>> }
type Hashed = FileText & { text_hash: string }
type Made = Pick<VectorEntry, 'vector' | 'scale'> | undefined

/** `hasEarlier` false: nothing was embedded with this model before, so that no path has vectors of an earlier content. */
type EmbeddingOptions = EmbedOptions & { hasEarlier?: boolean }

class Embedding {
  private readonly repo: Repo
  private readonly rooms: EmbedRooms
  private readonly embedder: Embedder
  private readonly options: EmbeddingOptions

  constructor(repo: Repo, rooms: EmbedRooms, embedder: Embedder, options: EmbeddingOptions) {
    this.repo = repo
    this.rooms = rooms
    this.embedder = embedder
    this.options = options
  }

  async files(keys: readonly VectorKey[]): Promise<boolean> {
    let portion: Prepared[] = []
    for (let at = 0; at < keys.length; at += FILES_IN_GROUP) {
      if (this.isOver()) return false
      const group = keys.slice(at, at + FILES_IN_GROUP)
      const prepared = await this.prepare(group)
      if (!prepared) return false
      portion.push(...prepared)
      const done = at + group.length
      const texts = portion.reduce((sum, file) => sum + file.texts.length, 0)
      if (portion.length < FILES_AT_ONCE && texts < TEXTS_AT_ONCE && done < keys.length) continue
      if (!(await this.write(portion))) return false
      portion = []
      this.options.onProgress?.({ phase: 'embed', repo_id: this.repo.repo_id, done, total: keys.length })
    }
    return true
  }

  async notes(missing: readonly UnembeddedNote[]): Promise<boolean> {
    const { repo_id } = this.repo
    for (let at = 0; at < missing.length; at += TEXTS_AT_ONCE) {
      if (this.isOver()) return false
      const group = missing.slice(at, at + TEXTS_AT_ONCE)
      const found = await reading(this.rooms, async (snapshot) => ({
        module: await snapshot.notes(repo_id, 'module', pathsAt(group, 'module')),
        repo: await snapshot.notes(repo_id, 'repo', pathsAt(group, 'repo')),
        elsewhere: await snapshot.noteVectorsElsewhere(this.embedder.model, group),
      }))
      const asked = group.filter((_, index) => !found.elsewhere[index])
      const made = await this.embed(asked.map(({ level, path }) => textOfNote(level, path, found[level].get(path) ?? '')))
      const notes = asked.map((note, index): NoteVector => ({ ...note, ...(made[index] ?? noWords) }))
      const shared = found.elsewhere.filter((note) => note !== undefined)
      await this.rooms.writer.putNoteVectors(repo_id, this.embedder.model, [...shared, ...notes])
    }
    return true
  }

  private isOver(): boolean {
    this.options.signal?.throwIfAborted()
    return this.options.isLate?.() ?? false
  }

  /**
   * Leaves out files that cannot be read, that have changed, or whose facts cannot be decoded. Undefined if the repo was
   * removed: a server may work for hours, and nobody wants these vectors any more.
   */
  private async prepare(keys: readonly VectorKey[]): Promise<Prepared[] | undefined> {
    const { repo_id } = this.repo
    const paths = keys.map(({ path }) => path)
    const { isPresent, outlines, summaries, made } = await reading(this.rooms, async (snapshot) => {
      const outlines = await this.outlinesOf(keys, snapshot)
      return {
        isPresent: (await snapshot.states([repo_id])).has(repo_id),
        outlines,
        summaries: await summariesOf(snapshot, repo_id, paths, outlines),
        made: this.options.hasEarlier === false ? noneMade : await snapshot.vectorsMadeAt(this.embedder.model, paths),
      }
    })
    if (!isPresent) return undefined
    const prepared = await mapBounded(keys, READ_AT_ONCE, async (key, at): Promise<Prepared | undefined> => {
      const texts = await this.textsOf(key, outlines[at], summaries[at])
      return texts && { key, texts, earlier: byHash(made.get(key.path) ?? []) }
    })
    return prepared.filter((file) => file !== undefined)
  }

  private async outlinesOf(keys: readonly VectorKey[], snapshot: StoreSnapshot): Promise<(Outline | undefined)[]> {
    const kept = keys.map((key) => this.rooms.outlines?.get(key))
    if (!kept.includes(undefined)) return kept
    const views = await snapshot.facts(keys)
    return views.map((view, at) => kept[at] ?? (view && outlineOf(view)))
  }

  private async textsOf(
    key: VectorKey,
    outline: Outline | undefined,
    summaries: Summaries | undefined,
  ): Promise<Hashed[] | undefined> {
    if (!outline) return undefined
    const text = await this.textAt(key)
    if (text === undefined) return undefined
    const { path, language } = key
    const texts = textsOfFile({ path, language, outline, lines: splitLines(text), ...(summaries ? { summaries } : {}) })
    return texts.map((each) => ({ ...each, text_hash: hashParts(each.parts) }))
  }

  private async textAt({ path, content_hash }: VectorKey): Promise<string | undefined> {
    try {
      const source = await readSource(this.repo.root, path, { max_bytes: this.rooms.settings.max_file_bytes })
      return source.state === 'read' && source.content_hash === content_hash ? source.text : undefined
    } catch (error) {
      if (error instanceof CairnProblem && error.code === 'PATH_OUTSIDE_REPO') return undefined
      throw error
    }
  }

  /** False when time ran out; then nothing of the portion is written. */
  private async write(portion: readonly Prepared[]): Promise<boolean> {
    const asked = new Map<string, readonly TextPart[]>()
    for (const { texts, earlier } of portion)
      for (const { text_hash, parts } of texts) if (!earlier.has(text_hash)) asked.set(text_hash, parts)
    const made = new Map<string, Made>()
    const hashes = [...asked.keys()]
    for (let at = 0; at < hashes.length; at += TEXTS_AT_ONCE) {
      if (at > 0 && this.isOver()) return false
      const group = hashes.slice(at, at + TEXTS_AT_ONCE)
      const vectors = await this.embed(group.map((hash) => asked.get(hash) ?? []))
      for (const [index, hash] of group.entries()) made.set(hash, vectors[index])
    }
    const entries = portion.map(({ key, texts, earlier }) => ({
      key,
      vectors: texts.flatMap((text) => entryOf(text, earlier.get(text.text_hash) ?? made.get(text.text_hash))),
    }))
    await this.rooms.writer.putVectors(this.repo.repo_id, this.embedder.model, entries)
    return true
  }

  private async embed(documents: readonly (readonly TextPart[])[]): Promise<Made[]> {
    const vectors = await this.embedder.embedDocuments(documents, this.options.signal)
    return vectors.map((vector) => {
      if (!vector) return undefined
      const { scales, values } = quantise(vector, vector.length)
      return { vector: values, scale: scales[0] ?? 0 }
    })
  }
}

const noneMade: ReadonlyMap<string, VectorEntry[]> = new Map()
const noWords = { vector: new Int8Array(0), scale: 0 }

const pathsAt = (notes: readonly UnembeddedNote[], wanted: UnembeddedNote['level']): string[] =>
  notes.filter(({ level }) => level === wanted).map(({ path }) => path)

/** The kinds of the parts count too, because a model weighs them. */
const hashParts = (parts: readonly TextPart[]): string => hashText(parts.map(({ kind, text }) => `${kind} ${text}`).join('\n'))

function entryOf({ unit, ordinal, start_line, end_line, text_hash }: Hashed, made: Made): VectorEntry[] {
  return made ? [{ unit, ordinal, start_line, end_line, text_hash, vector: made.vector, scale: made.scale }] : []
}

/** The first of equal hashes is that of the latest content. */
function byHash(vectors: readonly VectorEntry[]): Map<string, VectorEntry> {
  return new Map(vectors.toReversed().map((entry) => [entry.text_hash, entry]))
}

function outlineOf(view: FactsView): Outline | undefined {
  try {
    return view.outline()
  } catch {
    return undefined
  }
}
