/**
 * The text that is being parsed, as tree-sitter reads it: some characters at a time, because its lexer goes back and a string would be
 * copied again for each place. web-tree-sitter asks for a string and writes it into the engine's memory one character after the other;
 * here Node writes it.
 */

/** What the engine imports from JavaScript; each function is used by its name. */
export type EngineImports = { env: Record<string, unknown> }

/** Characters passed to the lexer at a time. Where the lexer often goes back, as Scala's does, each place is copied again. */
const READ = 512

const NAME = 'tree_sitter_parse_callback'

export class ParserText {
  /** Reads and steps of the parser so far. */
  work = 0
  private text = ''
  private memory: Buffer = Buffer.alloc(0)

  open(text: string): this {
    this.text = text
    this.work = 0
    return this
  }

  /** For web-tree-sitter: what is used where its own callback was not replaced. */
  readonly read = (index: number): string => {
    this.work++
    return this.text.slice(index, index + READ)
  }

  /** Replaces the function by which the engine asks for text, before the engine is instantiated. */
  serve(imports: EngineImports, core: { HEAPU8: Uint8Array }): void {
    if (typeof imports.env[NAME] !== 'function') return
    imports.env[NAME] = (address: number, index: number, _row: number, _column: number, length: number): void => {
      const part = this.read(index)
      // The memory is another one after it has grown.
      if (this.memory.buffer !== core.HEAPU8.buffer) this.memory = Buffer.from(core.HEAPU8.buffer)
      this.memory.write(part, address, 'utf16le')
      this.memory.writeInt32LE(part.length, length)
    }
  }
}
