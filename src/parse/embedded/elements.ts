/** The open elements and blocks of a markup, each with the glue that ends its scope in the woven text. */
import type { WovenText } from './woven-text.ts'

export class Elements {
  private readonly stack: { name: string; closing: string }[] = []
  /** How many of each name are open: a closing tag without an opening one must not cost a search of all of them. */
  private readonly counts = new Map<string, number>()
  private readonly woven: WovenText

  constructor(woven: WovenText) {
    this.woven = woven
  }

  open(name: string, closing: string): void {
    this.stack.push({ name, closing })
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  /** Ends everything up to the nearest of this name; does nothing when none is open. `from`: where the file ends it. */
  close(name: string, from: number): void {
    if ((this.counts.get(name) ?? 0) === 0) return
    while (this.pop(from) !== name);
  }

  /** Ends the content of the nearest of this name, but not itself; then adds the glue. False when none is open. */
  turn(name: string, glue: string): boolean {
    if ((this.counts.get(name) ?? 0) === 0) return false
    while (this.stack.at(-1)?.name !== name) this.pop()
    this.woven.put(glue)
    return true
  }

  /** The innermost open one of these. */
  nearest(...names: readonly string[]): string | undefined {
    return this.stack.findLast(({ name }) => names.includes(name))?.name
  }

  closeAll(): void {
    while (this.stack.length > 0) this.pop()
  }

  private pop(from?: number): string | undefined {
    const last = this.stack.pop()
    if (!last) return undefined
    if (from === undefined) this.woven.put(last.closing)
    else this.woven.stand(last.closing, from)
    this.counts.set(last.name, (this.counts.get(last.name) ?? 1) - 1)
    return last.name
  }
}
