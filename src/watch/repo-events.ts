/**
 * Collects everything that may mean a change in one repo into a batch: events of its files, events of git's files, and
 * requests.
 */
import { Batch } from './batch.ts'
import type { FolderChange, FolderEvents, Followed } from './folder-events.ts'
import { foldersChanged } from './folders-changed.ts'
import { foldersToLeave, isAside } from './folders-to-leave.ts'
import { GitEvents } from './git-events.ts'
import { sharedFileSystem } from './shared-file-system.ts'

export type EventsDesk = {
  events: FolderEvents
  /** Folders that do not belong to this repo, inside it or not: other repos, Cairn's home. */
  others(): readonly string[]
  signal: AbortSignal
}

export type EventsTold = {
  /** The batch is not empty. */
  onEvents(): void
  onLost(reason: string): void
}

/** If folders are created and removed all the time, stop here; the next comparison finds a missed one. */
const MOST_ROUNDS = 3

export class RepoEvents {
  private readonly root: string
  private readonly desk: EventsDesk
  private readonly told: EventsTold
  private readonly git: GitEvents
  private batch = new Batch()

  constructor(root: string, desk: EventsDesk, told: EventsTold) {
    this.root = root
    this.desk = desk
    this.told = told
    this.git = new GitEvents(root, () => this.add({ git: true }))
  }

  add(why: { whole?: true; git?: true; anew?: true }): void {
    Object.assign(this.batch, why)
    this.told.onEvents()
  }

  takeBatch(): Batch {
    const { batch } = this
    this.batch = new Batch()
    return batch
  }

  putBack(batch: Batch): void {
    batch.join(this.batch)
    this.batch = batch
  }

  get isEmpty(): boolean {
    return this.batch.isEmpty
  }

  /** Starts to watch, or starts again. Call it before a change set, which includes earlier changes; events report later ones. */
  async follow(): Promise<Followed> {
    const { root, desk } = this
    const leave = await foldersToLeave(root, desk.others(), desk.signal)
    for (let round = 1; ; round++) {
      const began = Date.now()
      const followed = await desk.events.follow(root, leave, {
        onChanges: (changes) => this.take(changes),
        onLost: (reason) => {
          this.told.onLost(reason)
          this.add({ whole: true, anew: true })
        },
        onGap: () => this.add({ whole: true }),
      })
      if (followed.state !== 'on') return followed
      if (round === MOST_ROUNDS || !(await foldersChanged(root, new Set(leave), began))) break
    }
    if (!(await this.git.follow())) return noGitEvents
    const shared = await sharedFileSystem(root)
    return shared === undefined ? { state: 'on' } : toldInPart(shared)
  }

  /** Call it when HEAD may be on another branch. */
  async followGit(): Promise<void> {
    await this.git.follow()
  }

  isGitWriting(): Promise<boolean> {
    return this.git.isWriting()
  }

  async leave(): Promise<void> {
    this.git.close()
    await this.desk.events.leave(this.root)
  }

  private take(changes: readonly FolderChange[]): void {
    let concerns = false
    for (const { path: absolutePath, type } of changes) {
      const inside = absolutePath.slice(this.root.length + 1)
      // The folder itself was deleted, or its `.git` changed: the current watch is no longer valid.
      if ((absolutePath === this.root && type === 'delete') || inside === '.git') this.batch.anew = true
      else if (absolutePath === this.root || isAside(inside)) continue
      else this.batch.add(absolutePath)
      concerns = true
    }
    if (concerns) this.told.onEvents()
  }
}

/** Changes made on this machine are reported as events; other changes are found by polling. */
const toldInPart = (fileSystem: string): Followed => ({
  state: 'limit',
  reason: `it lies on ${fileSystem}, which does not report changes made elsewhere`,
  fix: 'Run `cairn watch` where the files are.',
})

const noGitEvents: Followed = {
  state: 'limit',
  reason: 'the .git folder cannot be watched',
  fix: 'Raise fs.inotify.max_user_watches (`sudo sysctl fs.inotify.max_user_watches=1048576`) and start `cairn watch` again.',
}
