/**
 * For a server: questions that are asked about one repo at the same time share one inventory, so that a hundred questions do not
 * start three hundred git processes. No question gets an inventory that began before it was asked.
 */
import { shareWork } from '../base/shared-work.ts'
import { takeInventory } from './inventory.ts'
import type { ListOptions, TakeInventory } from './port.ts'
import { UntrackedFiles } from './untracked-files.ts'

type Share = {
  options: ListOptions
  untracked: UntrackedFiles
  onStarted: Set<() => void>
  share: (key: string) => ReturnType<TakeInventory>
}

export function shareInventories(): TakeInventory {
  const shares = new Map<string, Share>()
  return (root, options) => {
    const { signal, inventory: _, onStarted, ...rest } = options
    const key = `${root}\0${options.under ?? ''}`
    const known: Share = shares.get(key) ?? {
      options: rest,
      untracked: new UntrackedFiles(),
      onStarted: new Set(),
      share: shareWork(() =>
        takeInventory(root, { ...known.options, untracked: known.untracked, onStarted: () => callAll(known.onStarted) }),
      ),
    }
    // The settings of a repo may change while the server runs.
    known.options = rest
    if (onStarted) known.onStarted.add(onStarted)
    shares.set(key, known)
    return endingWith(known.share(key), signal)
  }
}

function callAll(functions: Set<() => void>): void {
  const all = [...functions]
  functions.clear()
  for (const call of all) call()
}

/** The shared work goes on for the others when one caller gives up. */
async function endingWith<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work
  signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
