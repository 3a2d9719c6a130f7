/** The embedder that the options name. `none`: there is no embedder, and whoever uses vectors goes without them. */
import type { LocalEmbedderOptions } from './local-embedder.ts'
import type { Embedder } from './port.ts'
import type { RemoteEmbedderOptions } from './remote-embedder.ts'

export type EmbedderOptions =
  | ({ kind: 'local' } & LocalEmbedderOptions)
  | ({ kind: 'remote' } & RemoteEmbedderOptions)
  | { kind: 'none' }

export async function createEmbedder(options: EmbedderOptions): Promise<Embedder | undefined> {
  switch (options.kind) {
    case 'local':
      return (await import('./local-embedder.ts')).openLocalEmbedder(options)
    case 'remote':
      return (await import('./remote-embedder.ts')).createRemoteEmbedder(options)
    case 'none':
      return undefined
    default:
      return options satisfies never
  }
}
