/** The three WebAssembly calls that parsing makes, typed: Node has them all, its type package has none. */

/** Opaque: compiled here, posted to workers, instantiated there. */
export type WasmModule = { readonly wasmModule: unique symbol }

type WasmCalls = {
  compile(bytes: Uint8Array): Promise<WasmModule>
  instantiate(module: WasmModule, imports: object): Promise<object>
}

export const webAssembly = (globalThis as unknown as { WebAssembly: WasmCalls }).WebAssembly
