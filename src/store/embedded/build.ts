/**
 * A build of any size. Files are collected until they fill a segment. Its postings are written in short transactions that
 * readers do not see; one more short transaction makes the files visible. If the build is killed, complete files stay, and the
 * next build deletes unused data.
 */
import type { FactsView } from '../../contract/facts-codec.ts'
import type { RepoId } from '../../contract/ids.ts'
import type { LinkSources } from '../../contract/links.ts'
import type { EnrichmentPointer, FileLinks, FileRecord, NoteRecord, StoreBuild } from '../port.ts'
import { Changes, type PendingFile } from './changes.ts'
import { checkpoint } from './checkpoint.ts'
import { type Connection, inShortTransactions } from './connection.ts'
import { forgetDue, noteFound, noteLink, noteLinked } from './due-rows.ts'
import { writePointer } from './enrichment-rows.ts'
import { putFacts, readFactsOrOlder } from './facts-rows.ts'
import { fileAt, hasFiles, hideStagedFiles, purgeGoneFiles } from './file-rows.ts'
import { addLinkSources, forgetLinkSources } from './link-source-rows.ts'
import { mergeAfterBuild } from './merge-segments.ts'
import { bumpGeneration, ensureRepo, setComplete, setLastIndexedAt } from './repo-rows.ts'
import { createSegment, dropIdleSegments, dropSegment, goLive, writeBlock, writeLevels } from './segment-rows.ts'
import { type LinkNumbers, type LinksToStore, linksToStore, newLinkNumbers, purgePackages, writeLinks } from './write-links.ts'

/** Postings of one segment: about 20 MB while it is collected. */
const MOST_POSTINGS = 4_000_000
/**
 * How much one transaction makes visible. New files were staged before; replaced ones lose their links (measured: 3 and 90 µs).
 */
const SHOWN = { first: 1_000, least: 500, most: 2_000 }
const COST_OF_REPLACED = 8
const COST_OF_NEW = 0.25
/** Facts waiting to be written. */
const MOST_FACTS_BYTES = 2 << 20
/** Uses waiting to be written: as many as one transaction takes. */
const USES = { first: 2_000, least: 400, most: 8_000 }
/** How long a transaction of a build should take; ST18 allows 50 ms, and a busy machine may need twice what was measured. */
const WANTED_MS = 20

type Repo = { id: number; repo_id: RepoId }

export async function openBuild(connection: Connection, repo_id: RepoId): Promise<StoreBuild> {
  const id = await connection.transaction(repo_id, () => {
    const repo = ensureRepo(connection, repo_id)
    setComplete(connection, repo, false)
    hideStagedFiles(connection, repo)
    return repo
  })
  await dropIdleSegments(connection, { id, repo_id })
  return new EmbeddedBuild(connection, { id, repo_id })
}

class EmbeddedBuild implements StoreBuild {
  private readonly connection: Connection
  private readonly repo: Repo
  private changes = new Changes({ keepsDue: true })
  private readonly pending = new Set<string>()
  private cost = 0
  private mostShown = SHOWN.first
  private mostUses = USES.first
  private facts: PendingFile[] = []
  private factsBytes = 0
  private links = new Map<string, LinksToStore>()
  private linked: string[] = []
  private uses = 0
  private numbers: LinkNumbers | undefined
  /** The paths that this build made visible; undefined where the repo had files before. Nobody else writes them meanwhile. */
  private readonly shown: Set<string> | undefined

  constructor(connection: Connection, repo: Repo) {
    this.connection = connection
    this.repo = repo
    this.shown = hasFiles(connection, repo.id) ? undefined : new Set()
  }

  async add(record: FileRecord): Promise<void> {
    await this.onceForFile(record.row.path)
    const known = this.mayHave(record.row.path) && fileAt(this.connection, this.repo.id, record.row.path) !== undefined
    this.cost += known ? COST_OF_REPLACED : COST_OF_NEW
    const file = this.changes.add(this.connection, record)
    if (record.facts instanceof Uint8Array) {
      this.facts.push(file)
      this.factsBytes += record.facts.length
      if (this.factsBytes > MOST_FACTS_BYTES) await this.writeFacts()
    }
    await this.showWhenEnough()
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await this.onceForFile(path)
      this.cost += COST_OF_REPLACED
      this.changes.remove(path)
      await this.showWhenEnough()
    }
  }

  async putNotes(notes: readonly NoteRecord[]): Promise<void> {
    for (const note of notes) {
      await this.once(`note:${note.path}`)
      this.cost += 1
      this.changes.addNote(note)
      await this.showWhenEnough()
    }
  }

  async removeNotes(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await this.once(`note:${path}`)
      this.cost += 1
      this.changes.removeNote(path)
    }
  }

  /** Files come first, in portions: a build stopped in between repeats the search, but links nothing twice. */
  async putDue(paths: readonly string[], { all } = { all: false }): Promise<void> {
    await this.flush()
    const { connection, repo } = this
    await inShortTransactions(connection, repo.repo_id, paths, (path) => noteLink(connection, repo.id, path))
    await connection.transaction(repo.repo_id, () => {
      noteFound(connection, repo.id)
      if (all) forgetLinkSources(connection, repo.id)
    })
  }

  async putLinks(
    links: readonly FileLinks[],
    paths: readonly string[] = [],
    facts?: ReadonlyMap<string, FactsView>,
  ): Promise<void> {
    for (const file of links) {
      if (this.pending.has(`file:${file.path}`)) await this.show()
      // Where the facts are given, only the writing looks whether there is such a file.
      const given = facts?.get(file.path)
      const row = given ? undefined : fileAt(this.connection, this.repo.id, file.path)
      if (!given && !row) continue
      this.links.set(file.path, linksToStore(file, given ?? (row && readFactsOrOlder(this.connection, row))))
      this.uses += file.uses.length + file.derived.length + 20
      if (this.uses > this.mostUses) await this.writeLinks()
    }
    // Only now: a file must not stop being due before its links are written.
    for (const path of paths) this.linked.push(path)
    this.uses += paths.length
  }

  async putLinkSources(sources: LinkSources): Promise<void> {
    const { connection, repo } = this
    await connection.transaction(repo.repo_id, () => addLinkSources(connection, repo.id, sources))
  }

  async putPointers(pointers: readonly EnrichmentPointer[]): Promise<void> {
    const { connection, repo } = this
    await inShortTransactions(connection, repo.repo_id, pointers, (pointer) => writePointer(connection, repo.repo_id, pointer))
  }

  async flush(): Promise<void> {
    await this.show()
    await this.writeLinks()
  }

  async finish({ last_indexed_at }: { last_indexed_at: string }): Promise<void> {
    await this.flush()
    const { connection, repo } = this
    await mergeAfterBuild(connection, repo)
    await connection.transaction(repo.repo_id, () => {
      purgeGoneFiles(connection, repo.id)
      purgePackages(connection, repo.id)
      setLastIndexedAt(connection, repo.id, last_indexed_at)
      forgetDue(connection, repo.id)
      setComplete(connection, repo.id, true)
    })
    checkpoint(connection)
  }

  /** Facts are kept, because the next build can use them without parsing again. */
  async abandon(): Promise<void> {
    this.reset()
    this.links.clear()
    this.linked = []
    await this.writeFacts()
  }

  /** Two changes of one path must keep their order, so the first becomes visible before the second is added. */
  private async once(name: string): Promise<void> {
    if (this.pending.has(name)) await this.show()
    this.pending.add(name)
  }

  /** Waiting links belong to the version of the file for which they were put. */
  private async onceForFile(path: string): Promise<void> {
    if (this.links.has(path)) await this.writeLinks()
    await this.once(`file:${path}`)
  }

  private async showWhenEnough(): Promise<void> {
    if (this.cost >= this.mostShown || this.changes.builder.postings >= MOST_POSTINGS) await this.show()
  }

  private async show(): Promise<void> {
    if (this.changes.isEmpty) return
    const { connection, repo, changes } = this
    this.reset()
    await this.writeFacts()
    const segment = await connection.transaction(repo.repo_id, () => {
      hideStagedFiles(connection, repo.id)
      return createSegment(connection, repo.id)
    })
    let bytes = 0
    await inShortTransactions(connection, repo.repo_id, changes.builder.blocks({ deflate: true }), (block) => {
      writeBlock(connection, segment, block)
      bytes += block.bytes.length
    })
    await connection.transaction(repo.repo_id, () => writeLevels(connection, segment, changes.builder.levels))
    const stage = (file: PendingFile): void => changes.stage(connection, repo.id, file)
    const isNew = (path: string): boolean => !this.mayHave(path) || fileAt(connection, repo.id, path) === undefined
    await inShortTransactions(connection, repo.repo_id, changes.files(isNew), stage)
    for (const path of changes.paths()) this.shown?.add(path)
    try {
      const took = await timed(connection, repo.repo_id, () => {
        goLive(connection, segment, changes.writeRows(connection, repo.id), { postings: changes.builder.postings, bytes })
        bumpGeneration(connection, repo.id)
      })
      this.mostShown = fitted(this.mostShown, took, SHOWN)
    } catch (cause) {
      await dropSegment(connection, repo.repo_id, segment).catch(() => undefined)
      throw cause
    }
  }

  private async writeFacts(): Promise<void> {
    const facts = this.facts
    this.facts = []
    this.factsBytes = 0
    await inShortTransactions(this.connection, this.repo.repo_id, facts, ({ row, facts: bytes }) => {
      if (bytes instanceof Uint8Array) putFacts(this.connection, row, bytes)
    })
    // The bytes are written now and do not stay in memory until the segment is full.
    for (const file of facts) file.facts = 'stored'
  }

  private async writeLinks(): Promise<void> {
    if (this.links.size === 0 && this.linked.length === 0) return
    const { connection, repo, linked } = this
    const links = [...this.links.values()]
    this.links = new Map()
    this.linked = []
    this.uses = 0
    // Row numbers from a transaction that was rolled back are invalid, so they are remembered only after the commit.
    const numbers = this.numbers ?? newLinkNumbers()
    this.numbers = undefined
    const took = await timed(connection, repo.repo_id, () => {
      writeLinks(connection, repo.id, links, numbers)
      for (const path of linked) noteLinked(connection, repo.id, path)
      bumpGeneration(connection, repo.id)
    })
    this.mostUses = fitted(this.mostUses, took, USES)
    this.numbers = numbers
  }

  /** False: there is certainly no file at this path. */
  private mayHave(path: string): boolean {
    return this.shown?.has(path) ?? true
  }

  private reset(): void {
    this.changes = new Changes({ keepsDue: true })
    this.pending.clear()
    this.cost = 0
  }
}

/** How long the work inside a transaction took. */
function timed(connection: Connection, repo: string, work: () => void): Promise<number> {
  return connection.transaction(repo, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
}

/**
 * The size of the next portion, from the time this one took. It changes by half the difference, so that one slow moment does
 * not make all portions small.
 */
function fitted(size: number, tookMs: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, (size + (size * WANTED_MS) / Math.max(tookMs, 1)) / 2))
}
