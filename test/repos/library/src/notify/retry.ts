/** Tries again after a while when the network fails. */
export type RetryOptions = { attempts: number; firstDelayMs: number; sleep?: (ms: number) => Promise<void> }

/** Doubles the pause after each failure and gives up with the last error. */
export async function withRetry<Value>(work: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (cause) {
      if (attempt >= options.attempts) throw cause
      await sleep(options.firstDelayMs * 2 ** (attempt - 1))
    }
  }
}
