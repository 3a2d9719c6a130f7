/**
 * Kept answers to what the files of a folder mean by a written name. The files that are read for one link ask for the same few again
 * and again: those are found without a joined key, and without the larger cache, which moves an entry at every look.
 */
import { Lru } from '../base/lru.ts'
import type { Answer, Answers } from './asked.ts'
import { folderOf } from './folders.ts'

/** A bound on memory. */
const MOST_KEPT = 20_000

export class FolderAnswers<Value> {
  private readonly all = new Lru<string, Answer<Value>>(MOST_KEPT)
  private readonly near = new Map<string, Answers<Value>>()
  private readonly bench: { readonly forgotten: number }
  private forgotten = -1

  constructor(bench: { readonly forgotten: number }) {
    this.bench = bench
  }

  /** For questions in the file `from`; until the file being linked is done. */
  of(from: string): Answers<Value> {
    if (this.forgotten !== this.bench.forgotten) this.near.clear()
    this.forgotten = this.bench.forgotten
    const known = this.near.get(from)
    if (known) return known
    const answers = nearest(this.all, folderOf(from))
    this.near.set(from, answers)
    return answers
  }
}

function nearest<Value>(all: Lru<string, Answer<Value>>, folder: string): Answers<Value> {
  const own = new Map<string, Answer<Value>>()
  return {
    get(written) {
      const known = own.get(written)
      if (known) return known
      const answer = all.get(`${folder}\0${written}`)
      if (answer) own.set(written, answer)
      return answer
    },
    set(written, answer) {
      own.set(written, answer)
      all.set(`${folder}\0${written}`, answer)
    },
  }
}
