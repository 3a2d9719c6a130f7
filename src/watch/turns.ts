/** Limits how many tasks run at once; the others wait in order. */
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
