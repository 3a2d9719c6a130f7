/** The embedders of a process. Each is opened at its first use, because most commands need none; all are closed with the rooms. */
import { embedServer } from '../config/embed-server.ts'
import type { Config } from '../config/settings.ts'
import type { Embedder } from '../embed/port.ts'
import type { IndexEmbedders } from '../indexer/index-rooms.ts'

/** With more numbers answers were no better, and vectors twice as large (docs/ranking.md). */
const LOCAL_DIMENSIONS = 128

export class Embedders implements IndexEmbedders {
  private readonly config: Config
  private localOpened: Promise<Embedder> | undefined
  private remoteOpened: Promise<Embedder> | undefined

  constructor(config: Config) {
    this.config = config
  }

  /** False: the user wants no vectors. */
  get isOn(): boolean {
    return this.config.embedder !== 'none'
  }

  /** After a failure the next caller tries again. */
  local(): Promise<Embedder> {
    this.localOpened ??= import('../embed/local-embedder.ts')
      .then(({ openLocalEmbedder }) => openLocalEmbedder({ dimensions: LOCAL_DIMENSIONS }))
      .catch((error: unknown) => {
        this.localOpened = undefined
        throw error
      })
    return this.localOpened
  }

  async remote(): Promise<Embedder | undefined> {
    const server = embedServer(this.config)
    if (!server) return undefined
    this.remoteOpened ??= import('../embed/remote-embedder.ts').then(({ createRemoteEmbedder }) => createRemoteEmbedder(server))
    return this.remoteOpened
  }

  /** The preferred one first. */
  async all(): Promise<Embedder[]> {
    const remote = await this.remote()
    return [...(remote ? [remote] : []), await this.local()]
  }

  /** Whether the server answers: one request, without repetitions. Throws EMBEDDER_UNAVAILABLE or EMBEDDER_BAD_ANSWER. */
  async tryServer(signal?: AbortSignal): Promise<void> {
    const server = embedServer(this.config)
    if (!server) return
    const { createRemoteEmbedder } = await import('../embed/remote-embedder.ts')
    const embedder = createRemoteEmbedder({ ...server, retries: 0, timeout_ms: TRY_MS })
    try {
      await embedder.embedQuery('cairn', signal)
    } finally {
      await embedder.close()
    }
  }

  async close(): Promise<void> {
    for (const opened of [this.localOpened, this.remoteOpened]) await (await opened?.catch(() => undefined))?.close()
  }
}

const TRY_MS = 10_000
