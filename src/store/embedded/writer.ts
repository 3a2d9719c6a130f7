/** The writer: one connection, opened at the first write. This module is loaded only for writing. */
import { makeFolder } from '../../base/make-folder.ts'
import type { EncodedFacts } from '../../contract/facts-codec.ts'
import type { RecordedFile } from '../../contract/freshness.ts'
import type { SymbolHandle } from '../../contract/identity.ts'
import type { RepoId } from '../../contract/ids.ts'
import type {
  EnrichmentRecord,
  EnrichmentRefusal,
  FactsKey,
  LockOptions,
  NoteVector,
  RepoLock,
  StoreBatch,
  StoreBuild,
  StoreWriter,
  VectorEntry,
  VectorKey,
} from '../port.ts'
import { applyBatch } from './apply-batch.ts'
import { openBuild } from './build.ts'
import { checkpoint, IdleCheckpoint, isLong } from './checkpoint.ts'
import { collect } from './collect.ts'
import { Connection, inShortTransactions } from './connection.ts'
import { copyRepo } from './copy-repo.ts'
import { assertUnmarked } from './damage-mark.ts'
import { damaged } from './damaged.ts'
import { writeEnrichment, writeRefusal } from './enrichment-rows.ts'
import { putFacts } from './facts-rows.ts'
import { touchFile } from './file-rows.ts'
import { homeIsWritable, sameFile, storeFile, strangeStore } from './home.ts'
import { lockRepo } from './lock-repo.ts'
import { removeRepo } from './remove-repo.ts'
import { ensureRepo, findRepo } from './repo-rows.ts'
import { migrate } from './schema.ts'
import { readOnlyHome } from './store-failure.ts'
import { deleteVectorsAt, dropVectors, writeNoteVector, writeVectors } from './vector-rows.ts'

export class EmbeddedWriter implements StoreWriter {
  private readonly home: string
  private opened: { connection: Connection; file: string | undefined } | undefined
  private opening: Promise<Connection> | undefined
  private readonly idle = new IdleCheckpoint()

  constructor(home: string) {
    this.home = home
  }

  async lockRepo(repo: RepoId, options: LockOptions): Promise<RepoLock | undefined> {
    if (!homeIsWritable(this.home)) throw readOnlyHome(this.home)
    return lockRepo(this.home, repo, options)
  }

  async putFacts(entries: readonly { key: FactsKey; bytes: EncodedFacts }[]): Promise<void> {
    const connection = await this.connection()
    await inShortTransactions(connection, 'another repo', entries, ({ key, bytes }) => putFacts(connection, key, bytes))
  }

  async apply(repo: RepoId, batch: StoreBatch): Promise<void> {
    await applyBatch(await this.connection(), repo, batch)
  }

  async touchFiles(repo: RepoId, files: readonly RecordedFile[]): Promise<void> {
    const connection = await this.connection()
    const id = await connection.transaction(repo, () => ensureRepo(connection, repo))
    await inShortTransactions(connection, repo, files, (file) => touchFile(connection, id, file))
  }

  async copyRepo(from: RepoId, to: RepoId): Promise<boolean> {
    return copyRepo(await this.connection(), from, to)
  }

  async openBuild(repo: RepoId): Promise<StoreBuild> {
    return openBuild(await this.connection(), repo)
  }

  async putEnrichment(repo: RepoId, entries: readonly (SymbolHandle & EnrichmentRecord)[]): Promise<void> {
    const connection = await this.connection()
    await inShortTransactions(connection, repo, entries, (entry) => {
      writeEnrichment(connection, repo, entry)
      deleteVectorsAt(connection, repo, entry.path)
    })
  }

  async putRefusals(repo: RepoId, refusals: readonly EnrichmentRefusal[]): Promise<void> {
    const connection = await this.connection()
    await inShortTransactions(connection, repo, refusals, (refusal) => writeRefusal(connection, repo, refusal))
  }

  async putVectors(
    repo: RepoId,
    model: string,
    entries: readonly { key: VectorKey; vectors: readonly VectorEntry[] }[],
  ): Promise<void> {
    const connection = await this.connection()
    await inShortTransactions(connection, repo, entries, ({ key, vectors }) => writeVectors(connection, model, key, vectors))
  }

  async putNoteVectors(repo: RepoId, model: string, notes: readonly NoteVector[]): Promise<void> {
    const connection = await this.connection()
    const id = await connection.transaction(repo, () => findRepo(connection, repo)?.id)
    if (id === undefined) return
    await inShortTransactions(connection, repo, notes, (note) => writeNoteVector(connection, id, model, note))
  }

  async dropVectors(model: string): Promise<void> {
    await dropVectors(await this.connection(), model)
  }

  async removeRepo(repo: RepoId, options: { keep_enrichment?: boolean } = {}): Promise<void> {
    await removeRepo(await this.connection(), repo, options)
  }

  async collect(options: { unreferenced_since: Date; quota_bytes: number | null }): ReturnType<StoreWriter['collect']> {
    return collect(await this.connection(), options)
  }

  async close(): Promise<void> {
    this.idle.cancel()
    if (!this.opened) return
    const { connection } = this.opened
    this.opened = undefined
    // The next process that opens the file reads the whole remaining log. Moving it costs a sync to disk, so a short log
    // may stay.
    if (isLong(connection)) checkpoint(connection)
    connection.close()
  }

  private async connection(): Promise<Connection> {
    assertUnmarked(this.home)
    if (!this.opened || this.opened.file !== sameFile(storeFile(this.home))) {
      this.opening ??= this.open().finally(() => {
        this.opening = undefined
      })
      await this.opening
    }
    const { connection } = this.opened as NonNullable<typeof this.opened>
    this.idle.plan(connection)
    return connection
  }

  private async open(): Promise<Connection> {
    await this.close()
    if (!homeIsWritable(this.home)) throw readOnlyHome(this.home)
    makeFolder(this.home)
    const file = storeFile(this.home)
    const strange = strangeStore(this.home)
    if (strange) throw damaged(strange)
    const connection = new Connection(file, { readOnly: false })
    try {
      connection.exec('PRAGMA busy_timeout = 1000')
      await migrate(connection)
      for (const setting of settings) connection.exec(`PRAGMA ${setting}`)
    } catch (cause) {
      connection.close()
      throw cause
    }
    this.opened = { connection, file: sameFile(file) }
    return connection
  }
}

/**
 * NORMAL loses at most the last commits when the power fails, and never the file. SQLite itself does not wait: `transaction`
 * waits without blocking the process. Fewer, larger checkpoints write a page once that a build changes many times.
 */
const settings = [
  'synchronous = NORMAL',
  'busy_timeout = 0',
  'wal_autocheckpoint = 4000',
  'journal_size_limit = 67108864',
  'cache_size = -16384',
  'temp_store = MEMORY',
]
