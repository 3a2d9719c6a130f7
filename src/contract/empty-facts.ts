/** The facts of an empty text. Every extraction starts from them. */
import type { FileFacts } from './facts.ts'

export function emptyFacts(): FileFacts {
  return {
    partial: false,
    line_count: 0,
    package: '',
    doc: '',
    symbols: [],
    imports: [],
    exports: [],
    uses: [],
    bindings: [],
    sections: [],
  }
}
