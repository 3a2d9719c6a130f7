/** The embedders of a process. Each is opened at its first use, because most commands need none; all are closed with the rooms. */
import { embedServer } from '../config/embed-server.ts'
import type { Config } from '../config/settings.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Embedder } from '../embed/port.ts'
import type { IndexEmbedders } from '../indexer/index-rooms.ts'

/** With more numbers answers were no better, and vectors twice as large (docs/ranking.md). */
const LOCAL_DIMENSIONS = 128

export class Embedders implements IndexEmbedders {
  private readonly config: Config
  private localOpened: Promise<Embedder> | undefined
  private remoteOpened: Promise<Embedder> | undefined
  private askingOpened: Promise<Embedder> | undefined
  /** Of the last question. */
  private failure: Failure | undefined
  /** Of making vectors. */
  private silence: Failure | undefined
  private readonly rest_ms: number

  /** One command makes the vectors of all its repos in one run: it does not wait for a silent server again and again. */
  constructor(config: Config, { lives_long }: { lives_long: boolean }) {
    this.config = config
    this.rest_ms = lives_long ? REST_MS : RUN_MS
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
    this.remoteOpened ??= import('../embed/remote-embedder.ts').then(({ createRemoteEmbedder }) =>
      this.askedOnce(createRemoteEmbedder(server)),
    )
    return this.remoteOpened
  }

  /** After a failure its documents are refused for a while: with several repos each would wait for a server that is down. */
  private askedOnce(embedder: Embedder): Embedder {
    return {
      model: embedder.model,
      get dimensions() {
        return embedder.dimensions
      },
      embedDocuments: async (documents, signal) => {
        if (isResting(this.silence)) throw this.silence.error
        try {
          return await embedder.embedDocuments(documents, signal)
        } catch (error) {
          if (error instanceof CairnProblem && error.code === 'EMBEDDER_UNAVAILABLE')
            this.silence = { error, restUntil: performance.now() + this.rest_ms }
          throw error
        }
      },
      embedQuery: (text, signal) => embedder.embedQuery(text, signal),
      close: () => embedder.close(),
    }
  }

  /**
   * The vector of a question. Someone waits for the answer, so a failed request is repeated once at most, and a server that failed is
   * not asked again for a while: each question would wait for it.
   */
  async askServer(text: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    if (isResting(this.failure)) throw this.failure.error
    this.failure = undefined
    const server = embedServer(this.config)
    if (!server) return undefined
    this.askingOpened ??= import('../embed/remote-embedder.ts').then(({ createRemoteEmbedder }) =>
      createRemoteEmbedder({ ...server, retries: 1, retry_ms: 200 }),
    )
    try {
      return await (await this.askingOpened).embedQuery(text, signal)
    } catch (error) {
      // A question that was cancelled says nothing about the server.
      if (error instanceof CairnProblem || (error instanceof Error && error.name === 'TimeoutError'))
        this.failure = { error, restUntil: performance.now() + REST_MS }
      throw error
    }
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
    const embedder = createRemoteEmbedder({ ...server, retries: 0, timeout_ms: Math.min(TRY_MS, server.timeout_ms) })
    try {
      await embedder.embedQuery('cairn', signal)
    } finally {
      await embedder.close()
    }
  }

  async close(): Promise<void> {
    for (const opened of [this.localOpened, this.remoteOpened, this.askingOpened])
      await (await opened?.catch(() => undefined))?.close()
  }
}

type Failure = { error: Error; restUntil: number }
const isResting = (failure: Failure | undefined): failure is Failure =>
  failure !== undefined && performance.now() < failure.restUntil

const TRY_MS = 10_000
const REST_MS = 30_000
const RUN_MS = 600_000
