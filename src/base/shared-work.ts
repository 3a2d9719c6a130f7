/**
 * Lets callers who want the same work at the same time share one run of it. A caller only joins a run that begins after its call,
 * so it never gets a result that is older than its question.
 */
export function shareWork<Value>(work: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  const waiting = new Map<string, Promise<Value>>()
  const begin = (key: string): Promise<Value> => {
    const run = work(key).finally(() => {
      if (running.get(key) === run) running.delete(key)
    })
    running.set(key, run)
    return run
  }
  return (key) => {
    const current = running.get(key)
    if (!current) return begin(key)
    const joined =
      waiting.get(key) ??
      current
        .catch(() => undefined)
        .then(() => {
          waiting.delete(key)
          return begin(key)
        })
    waiting.set(key, joined)
    return joined
  }
}
