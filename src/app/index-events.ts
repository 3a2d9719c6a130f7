/** Passes index events on to whoever listens: event streams of the HTTP server. Without a listener it does nothing. */
import type { IndexEvent } from '../contract/index-event.ts'
import type { Progress } from '../contract/progress.ts'

export type IndexEvents = {
  emit(event: IndexEvent): void
  progress(repo_id: string, step: Progress): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: IndexEvent) => void): () => void
}

/** Progress comes once a file; a listener needs it a few times a second. */
const PROGRESS_EVERY_MS = 250

export function createIndexEvents(now: () => number = Date.now): IndexEvents {
  const listeners = new Set<(event: IndexEvent) => void>()
  const last = new Map<string, { phase: string; at: number }>()
  const emit = (event: IndexEvent): void => {
    for (const listener of listeners) listener(event)
  }
  return {
    emit,
    progress(repo_id, { phase, done, total }) {
      if (listeners.size === 0) return
      const seen = last.get(repo_id)
      if (seen?.phase === phase && now() - seen.at < PROGRESS_EVERY_MS && done !== total) return
      last.set(repo_id, { phase, at: now() })
      emit({ event: 'progress', at: new Date(now()).toISOString(), repo_id, phase, done, total })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
