/**
 * The snapshot of the store for one question. It is opened once for the checks of all repos, and the answer uses the same
 * snapshot unless something was written in between.
 */
import type { RepoId } from '../contract/ids.ts'
import { IndexView } from '../store/index-view.ts'
import type { RepoState, StoreReader } from '../store/port.ts'

export type Look = { view: IndexView; states: ReadonlyMap<RepoId, RepoState> }
type Held = { look: Promise<Look>; users: number }

export class Looks {
  private readonly reader: StoreReader
  private readonly repos: readonly RepoId[]
  private current: Held | undefined

  constructor(reader: StoreReader, repos: readonly RepoId[]) {
    this.reader = reader
    this.repos = repos
  }

  /** Reads from a snapshot that stays open until `use` is done, even if `renew` is called meanwhile. */
  async read<Value>(use: (look: Look) => Promise<Value>): Promise<Value> {
    const held = this.hold()
    try {
      return await use(await held.look)
    } finally {
      await this.letGo(held)
    }
  }

  /** Call it before and after a write: the next read opens a new snapshot. */
  async renew(): Promise<void> {
    const held = this.current
    this.current = undefined
    if (held) await closeUnused(held)
  }

  /** The snapshot to answer from. The caller must close it. */
  take(): Promise<Look> {
    return this.hold().look
  }

  private hold(): Held {
    this.current ??= { look: this.open(), users: 0 }
    this.current.users++
    return this.current
  }

  private async letGo(held: Held): Promise<void> {
    held.users--
    if (held !== this.current) await closeUnused(held)
  }

  private async open(): Promise<Look> {
    const snapshot = await this.reader.snapshot()
    try {
      const states = this.repos.length === 0 ? new Map<RepoId, RepoState>() : await snapshot.states(this.repos)
      return { view: new IndexView(snapshot), states }
    } catch (error) {
      await snapshot.close()
      throw error
    }
  }
}

async function closeUnused({ look, users }: Held): Promise<void> {
  if (users > 0) return
  const opened = await look.catch(() => undefined)
  await opened?.view.snapshot.close()
}
