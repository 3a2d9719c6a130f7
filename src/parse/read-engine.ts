/** The engine of tree-sitter, as its package contains it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export const readEngine = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm'))
