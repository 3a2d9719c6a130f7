import { readFile } from 'node:fs/promises'
import type { Entry } from './entry'
import Clock, { tick } from './clock'
import * as money from './deep/money'

export class Ledger {
  private readonly clock = new Clock()
  entries: Entry[] = []

  constructor(private store: Store) {
    super.nothing()
  }

  add(entry: Entry): this
  add(entry: Entry, twice: boolean): this
  add(entry: Entry, twice = false): this {
    entry.check()
    this.store.save(entry)
    this.entries.push(entry)
    tick()
    money.round(entry.amount)
    this.clock.now().toISOString()
    return this
  }

  get size(): number {
    return this.entries.length
  }
}

export class Store {
  save(entry: Entry): void {
    console.log(JSON.stringify(entry), readFile)
    this.missing()
  }
}

export function post(entry: Entry): Promise<Ledger> {
  const ledger = new Ledger(new Store())
  return Promise.resolve(ledger.add(entry))
}

function helper(entry) {
  const post = () => entry.check()
  return post()
}
