/**
 * File events below a folder, from `@parcel/watcher`, which is loaded when the first folder is watched. Its failures are values
 * here. Events can be lost, so an event is only a reason to take a change set; the change set decides what changed.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode } from '../base/error-code.ts'

export type FolderChange = { path: string; type: 'create' | 'update' | 'delete' }

export type FolderListener = {
  onChanges(changes: readonly FolderChange[]): void
  /** No further event comes until the folder is watched again. */
  onLost(reason: string): void
  /** Events continue, but some may have been missed. */
  onGap(): void
}

/** `limit`: of the operating system; `missing`: no watcher for this system or installation; `failed`: other, try again. */
export type Followed = { state: 'on' } | { state: 'limit' | 'missing' | 'failed'; reason: string; fix: string }

export interface FolderEvents {
  /** Watches a folder, or watches it again, which includes folders created since. `ignore` are absolute paths. */
  follow(root: string, ignore: readonly string[], listener: FolderListener): Promise<Followed>
  leave(root: string): Promise<void>
  close(): Promise<void>
}

type Subscription = { unsubscribe(): Promise<void> }
type Changed = (error: Error | null, changes: FolderChange[]) => unknown
export type SubscribeFolder = (root: string, changed: Changed, options: { ignore: string[] }) => Promise<Subscription>
type Entry = { ignore: readonly string[]; listener: FolderListener; subscription: Subscription }

/** Handles one request at a time, in order, because the underlying watcher shares state between folders. */
export class NativeEvents implements FolderEvents {
  private readonly followed = new Map<string, Entry>()
  private readonly load: () => Promise<SubscribeFolder>
  private last: Promise<unknown> = Promise.resolve()

  constructor(load: () => Promise<SubscribeFolder> = loadWatcher) {
    this.load = load
  }

  follow(root: string, ignore: readonly string[], listener: FolderListener): Promise<Followed> {
    return this.inTurn(async () => {
      let subscribe: SubscribeFolder
      try {
        subscribe = await this.load()
      } catch (cause) {
        return missing(cause)
      }
      if (!(await this.drop(root))) await this.startOver(subscribe)
      try {
        await this.add(root, ignore, listener, subscribe)
        return { state: 'on' }
      } catch (cause) {
        await this.startOver(subscribe)
        return failure(cause)
      }
    })
  }

  leave(root: string): Promise<void> {
    return this.inTurn(async () => {
      if (!(await this.drop(root))) await this.startOver(await this.load())
    })
  }

  close(): Promise<void> {
    return this.inTurn(async () => {
      for (const root of [...this.followed.keys()]) await this.drop(root)
    })
  }

  private async add(
    root: string,
    ignore: readonly string[],
    listener: FolderListener,
    subscribe: SubscribeFolder,
  ): Promise<void> {
    const changed: Changed = (error, changes) => (error ? listener.onLost(error.message) : listener.onChanges(changes))
    const subscription = await subscribe(root, changed, { ignore: [...ignore] })
    this.followed.set(root, { ignore, listener, subscription })
  }

  /** False when the watch could not be ended cleanly. */
  private async drop(root: string): Promise<boolean> {
    const entry = this.followed.get(root)
    this.followed.delete(root)
    return entry ? succeeds(entry.subscription.unsubscribe()) : true
  }

  /**
   * After a failure the watcher keeps its resources: watches that count against the user's limit, and an outdated list of the
   * folder's files that the next try would use. It frees them only when no folder is watched, so all watches are ended once.
   */
  private async startOver(subscribe: SubscribeFolder): Promise<void> {
    const before = [...this.followed]
    for (const [root] of before) await this.drop(root)
    // The watcher cleans up when its last folder is released, so a harmless folder is watched and released last, also after
    // a folder that could not be released.
    const harmless = await subscribe(path.dirname(fileURLToPath(import.meta.url)), () => undefined, { ignore: [] }).catch(
      () => undefined,
    )
    if (harmless) await succeeds(harmless.unsubscribe())
    for (const [root, { ignore, listener }] of before) {
      try {
        await this.add(root, ignore, listener, subscribe)
        listener.onGap()
      } catch (cause) {
        listener.onLost(messageOf(cause))
      }
    }
  }

  private inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.last.then(work, work)
    this.last = turn.catch(() => undefined)
    return turn
  }
}

async function loadWatcher(): Promise<SubscribeFolder> {
  const watcher = (await import('@parcel/watcher')).default
  const backend = backends.get(process.platform)
  return (root, changed, { ignore }) => watcher.subscribe(root, changed, { ignore, ...(backend ? { backend } : {}) })
}

/** The backend is named explicitly. Otherwise the package would start the watchman daemon where that is installed. */
const backends = new Map<string, 'inotify' | 'fs-events' | 'windows'>([
  ['linux', 'inotify'],
  ['darwin', 'fs-events'],
  ['win32', 'windows'],
])

const missing = (cause: unknown): Followed => ({
  state: 'missing',
  reason: `the file watcher could not be loaded (${messageOf(cause).split(/[\n.]/, 1)[0]})`,
  fix: 'Install Cairn with its optional packages, without `--omit=optional`.',
})

function failure(cause: unknown): Followed {
  const words = messageOf(cause)
  if (/no space left on device|too many open files/i.test(words) || ['ENOSPC', 'EMFILE'].includes(errorCode(cause) ?? ''))
    return {
      state: 'limit',
      reason: "the system's limit of watched folders is reached",
      fix: 'Raise fs.inotify.max_user_watches (`sudo sysctl fs.inotify.max_user_watches=1048576`) and start `cairn watch` again.',
    }
  return { state: 'failed', reason: words, fix: 'Start `cairn watch` again when that is fixed.' }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
