/**
 * The embedded engine: one SQLite file in Cairn's home, shared by all repos and by every process of the user. Opening costs
 * nothing; reading opens the file, and only writing loads what writes.
 */
import type { StoreReader, StoreWriter } from '../port.ts'
import { guardedCalls, marking } from './guard.ts'
import { EmbeddedReader } from './reader.ts'
import { readOnlyHome } from './store-failure.ts'

export async function openEmbeddedStore(
  home: string,
  options: { readonly?: boolean } = {},
): Promise<{ reader: StoreReader; writer: StoreWriter }> {
  return { reader: new EmbeddedReader(home), writer: lazyWriter(home, options.readonly === true) }
}

function lazyWriter(home: string, isReadOnly: boolean): StoreWriter {
  let loading: Promise<StoreWriter> | undefined
  const writer = (): Promise<StoreWriter> => {
    if (isReadOnly) return Promise.reject(readOnlyHome(home))
    loading ??= import('./writer.ts').then(({ EmbeddedWriter }) => new EmbeddedWriter(home))
    return loading
  }
  const guard = <Value>(call: () => Promise<Value>): Promise<Value> => marking(home, call)
  const lazy: StoreWriter = {
    lockRepo: async (...given) => (await writer()).lockRepo(...given),
    putFacts: async (...given) => (await writer()).putFacts(...given),
    apply: async (...given) => (await writer()).apply(...given),
    touchFiles: async (...given) => (await writer()).touchFiles(...given),
    copyRepo: async (...given) => (await writer()).copyRepo(...given),
    openBuild: async (...given) => guardedCalls(await (await writer()).openBuild(...given), guard),
    putEnrichment: async (...given) => (await writer()).putEnrichment(...given),
    putRefusals: async (...given) => (await writer()).putRefusals(...given),
    putVectors: async (...given) => (await writer()).putVectors(...given),
    putNoteVectors: async (...given) => (await writer()).putNoteVectors(...given),
    dropVectors: async (...given) => (await writer()).dropVectors(...given),
    removeRepo: async (...given) => (await writer()).removeRepo(...given),
    collect: async (...given) => (await writer()).collect(...given),
    close: async () => {
      if (loading) await (await loading).close()
    },
  }
  return guardedCalls(lazy, guard)
}
