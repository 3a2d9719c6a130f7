/**
 * What the imports of a file mean, until the file being linked is done: every name that a file does not define itself is looked for in
 * all of them. Not longer, because the meaning rests on questions about paths, which count for each file that asks them.
 */
import type { ImportFact } from '../../contract/facts.ts'
import type { Bench } from '../bench.ts'
import type { FileTable } from '../file-table.ts'
import type { Meaning } from '../meaning.ts'

export class ImportedHere {
  private readonly bench: Bench
  // By table, too: files with the same bytes have the same facts.
  private readonly byTable = new Map<FileTable, Map<ImportFact, Meaning>>()
  private forgotten = -1

  constructor(bench: Bench) {
    this.bench = bench
  }

  of(fact: ImportFact, from: FileTable, find: () => Meaning): Meaning {
    if (this.forgotten !== this.bench.forgotten) this.byTable.clear()
    this.forgotten = this.bench.forgotten
    let meanings = this.byTable.get(from)
    if (!meanings) {
      meanings = new Map()
      this.byTable.set(from, meanings)
    }
    const known = meanings.get(fact)
    if (known) return known
    const meaning = find()
    meanings.set(fact, meaning)
    return meaning
  }
}
