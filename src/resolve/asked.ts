/**
 * Collects what linking asked about paths, for each file by itself. An answer that is kept from file to file is kept with its
 * questions: the next file that gets it depends on them too.
 */
import { type PathQuestion, questionNumber } from './path-questions.ts'

/** Any cache of answers; `from` questions count for a file only when they are about its own imports. */
export type Answers<Value> = {
  get(key: string): Answer<Value> | undefined
  set(key: string, answer: Answer<Value>): unknown
}
/** `work`: what it took to find, which counts once for each file that gets it: what a file may do must not depend on what is kept. */
export type Answer<Value> = { value: Value; asked: readonly number[]; work: number }

/** The work for the file being linked; `looks` without its tables, each of which counts once for a file. */
export type Work = { looks(): number; spend(looks: number): void }

/** An answer that rests on more questions is found anew each time: one manifest could otherwise fill the memory. */
const MOST_KEPT = 10_000

export class Asked {
  private readonly work: Work
  /** What everything rests on: the questions asked while reading manifests. */
  readonly ofAll = new Set<number>()
  private ofFile = new Set<number>()
  private open: Set<number> = this.ofFile
  /** Answers whose work counts already. */
  private counted = new Set<unknown>()
  /** Answers whose questions are noted for the file already. */
  private noted = new Set<unknown>()

  constructor(work: Work) {
    this.work = work
  }

  readonly note = (question: PathQuestion): void => void this.open.add(questionNumber(question))

  /** Call it when a file is begun. */
  begin(): void {
    this.ofFile = new Set()
    this.open = this.ofFile
    this.counted = new Set()
    this.noted = new Set()
  }
  /** What was asked since then. */
  numbers(): Uint32Array {
    return Uint32Array.from(this.ofFile).sort()
  }

  /** A kept answer. With `counts` false the question is another file's, which is linked again when the answer changes. */
  kept<Value>(answers: Answers<Value>, key: string, counts: boolean, look: () => Value): Value {
    let answer = answers.get(key)
    if (answer) this.work.spend(this.counted.has(answer) ? 1 : answer.work)
    else {
      const asked = new Set<number>()
      const before = this.work.looks()
      const value = this.into(asked, look)
      answer = { value, asked: [...asked], work: this.work.looks() - before }
      if (asked.size <= MOST_KEPT) answers.set(key, answer)
    }
    this.counted.add(answer)
    if (this.open !== this.ofFile) for (const number of answer.asked) this.open.add(number)
    else if (counts && !this.noted.has(answer)) {
      this.noted.add(answer)
      for (const number of answer.asked) this.open.add(number)
    }
    return answer.value
  }

  /** What is read here is read once for all files. */
  forAll<Value>(look: () => Value): Value {
    return this.into(this.ofAll, look)
  }

  private into<Value>(asked: Set<number>, look: () => Value): Value {
    const outer = this.open
    this.open = asked
    try {
      return look()
    } finally {
      this.open = outer
    }
  }
}
