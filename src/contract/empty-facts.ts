/** The facts of a text that says nothing: what every reading starts from. */
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
