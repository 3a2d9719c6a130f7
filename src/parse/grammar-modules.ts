/** WebAssembly modules of the engine and the grammars, unpacked from `dist/grammars` and compiled on first use. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { builtFile } from '../base/built-file.ts'
import { readEngine } from './read-engine.ts'
import { type WasmModule, webAssembly } from './web-assembly.ts'

export interface GrammarModules {
  engine(): Promise<WasmModule>
  grammar(name: string): Promise<WasmModule>
}

/** `engine`: where it has been compiled already. */
export function createGrammarModules(engine?: WasmModule): GrammarModules {
  const compiled = new Map<string, Promise<WasmModule>>()
  const once = (name: string, read: () => Promise<Uint8Array>): Promise<WasmModule> => {
    const known = compiled.get(name)
    if (known) return known
    const module = read().then((bytes) => webAssembly.compile(new Uint8Array(bytes)))
    compiled.set(name, module)
    // A failed read must not be cached.
    module.catch(() => compiled.delete(name))
    return module
  }
  return {
    engine: async () => engine ?? once('', readEngine),
    grammar: (name) => once(name, () => unpack(builtFile(`../grammars/${name}.wasm.br`, import.meta.url))),
  }
}

async function unpack(file: string): Promise<Uint8Array> {
  return promisify(brotliDecompress)(await readFile(file))
}
