/** So many at once and no more; the rest wait, first come first served. */
export class Turns {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.free = atOnce
  }

  async take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.free++
    }
  }
}
