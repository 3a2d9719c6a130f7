/**
 * Waits until there were no events for a moment, up to a limit: an editor saves in several steps, and a build writes without
 * pause.
 */
export class Quiet {
  private readonly wait: { quiet_ms: number; most_ms: number }
  private readonly onQuiet: () => void
  private timer: NodeJS.Timeout | undefined
  private first = 0

  constructor(wait: { quiet_ms: number; most_ms: number }, onQuiet: () => void) {
    this.wait = wait
    this.onQuiet = onQuiet
  }

  poke(): void {
    const now = performance.now()
    if (this.timer === undefined) this.first = now
    else clearTimeout(this.timer)
    const left = Math.max(0, this.first + this.wait.most_ms - now)
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        this.onQuiet()
      },
      Math.min(this.wait.quiet_ms, left),
    )
  }

  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
