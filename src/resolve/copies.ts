/**
 * Copies of what the bench remembers about texts and symbols of a file, found without the text of their step: to put that together
 * and hash it costs more than most of the answers. What is counted as work stays the same.
 */
import type { Bench } from './bench.ts'
import type { FileTable } from './file-table.ts'

type Copy<Value> = { step: string; value: Value }

export class Copies<Value extends object> {
  private readonly bench: Bench
  private readonly byTable = new Map<FileTable, Map<number, Map<string, Copy<Value>>>>()
  private forgotten = -1

  constructor(bench: Bench) {
    this.bench = bench
  }

  find(table: FileTable, scope: number, text: string): Value | undefined {
    if (this.forgotten !== this.bench.forgotten) return undefined
    const copy = this.byTable.get(table)?.get(scope)?.get(text)
    if (!copy) return undefined
    this.bench.spendOnText(copy.step)
    return copy.value
  }

  /** When there is no copy. */
  remember(table: FileTable, scope: number, text: string, step: string, otherwise: Value, go: () => Value): Value {
    const value = this.bench.remember(step, otherwise, go)
    if (this.bench.remembers(step)) this.put(table, scope, text, { step, value })
    return value
  }

  private put(table: FileTable, scope: number, text: string, copy: Copy<Value>): void {
    if (this.forgotten !== this.bench.forgotten) this.byTable.clear()
    this.forgotten = this.bench.forgotten
    let scopes = this.byTable.get(table)
    if (!scopes) {
      scopes = new Map()
      this.byTable.set(table, scopes)
    }
    let texts = scopes.get(scope)
    if (!texts) {
      texts = new Map()
      scopes.set(scope, texts)
    }
    texts.set(text, copy)
  }
}
