/**
 * Embeds with a server that has the OpenAI interface (`POST {url}/embeddings`): Ollama, llama.cpp, vLLM, LM Studio, a vendor. The
 * texts leave this process, and this machine if the server is elsewhere, so it is used only when the user names one.
 */
import { mapBounded } from '../base/bounded.ts'
import { hashBytes } from '../base/hash.ts'
import { badArgument } from '../contract/problems.ts'
import type { EmbedDocument, Embedder } from './port.ts'
import { readVectors } from './read-vectors.ts'
import { documentText, requestsFor, smallerRequests, textToSend } from './remote-texts.ts'
import { badAnswer, type EmbedServer, requestEmbeddings } from './request-embeddings.ts'

export type RemoteEmbedderOptions = {
  /** The address before `/embeddings`: `http://localhost:11434/v1`. */
  url: string
  model: string
  key?: string
  /** Asked of the server, and required of its vectors. If not given, the model's own number. */
  dimensions?: number
  /** Some models want a word before a text, another one for questions: `query: `, `passage: `. */
  query_prefix?: string
  document_prefix?: string
  /** Texts in one request. */
  batch?: number
  /** How long an answer may take. */
  timeout_ms?: number
  /** How often a failed request is repeated. */
  retries?: number
  /** Milliseconds before the first repetition; each later one waits twice as long. */
  retry_ms?: number
}

const REQUESTS_AT_ONCE = 2
/** Part of the identity of the vectors. Raise it when the text that is sent for the same document changes. */
const TEXT_FORMAT = 1

/** Asks nothing of the server yet. Throws BAD_ARGUMENT for an address or a key that cannot be used. */
export function createRemoteEmbedder(options: RemoteEmbedderOptions): Embedder {
  return new RemoteEmbedder(options)
}

type Vectors = readonly (Float32Array | undefined)[]

class RemoteEmbedder implements Embedder {
  readonly model: string
  dimensions: number | undefined
  private readonly options: RemoteEmbedderOptions
  private readonly server: EmbedServer
  private readonly closing = new AbortController()
  private hasAnswered = false

  constructor(options: RemoteEmbedderOptions) {
    this.options = options
    this.server = serverOf(options)
    this.model = identity(options)
    this.dimensions = options.dimensions
  }

  embedDocuments(documents: readonly EmbedDocument[], signal?: AbortSignal): Promise<Vectors> {
    const { document_prefix = '' } = this.options
    return this.embedTexts(
      documents.map((document) => textToSend(document_prefix, documentText(document))),
      signal,
    )
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array | undefined> {
    const [vector] = await this.embedTexts([textToSend(this.options.query_prefix ?? '', text)], signal)
    return vector
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('the embedder is closed'))
  }

  private async embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<Vectors> {
    const failed = new AbortController()
    const over = AbortSignal.any([failed.signal, this.closing.signal, ...(signal ? [signal] : [])])
    over.throwIfAborted()
    const vectors = new Array<Float32Array | undefined>(texts.length).fill(undefined)
    await mapBounded(requestsFor(texts, this.options.batch ?? 64), REQUESTS_AT_ONCE, async (request) => {
      over.throwIfAborted()
      const input = request.map((at) => texts[at] as string)
      const found = await this.embedRequest(input, over).catch((error: unknown) => {
        // The other requests of this call would be made for nothing.
        failed.abort(error)
        throw error
      })
      for (const [position, at] of request.entries()) vectors[at] = found[position]
    })
    return vectors
  }

  private async embedRequest(input: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const { model, dimensions } = this.options
    const request = { model, input, ...(dimensions && { dimensions }) }
    const reply = await requestEmbeddings(this.server, request, { has_answered: this.hasAnswered, signal })
    this.hasAnswered = true
    if (reply.state === 'refused') return this.embedSmaller(input, reply.problem, signal)
    const read = readVectors(reply.answer, input.length, this.dimensions)
    if ('wrong' in read) throw badAnswer(this.server, read.wrong)
    this.dimensions ??= read.vectors[0]?.length
    return read.vectors
  }

  private async embedSmaller(input: readonly string[], problem: Error, signal: AbortSignal): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = []
    for (const smaller of smallerRequests(input) ?? []) vectors.push(...(await this.embedRequest(smaller, signal)))
    if (vectors.length === 0) throw problem
    return vectors
  }
}

/** Not the address: the same model gives the same vectors on any server. The prefixes change them. */
function identity({ model, dimensions, query_prefix = '', document_prefix = '' }: RemoteEmbedderOptions): string {
  const text = hashBytes(JSON.stringify([TEXT_FORMAT, query_prefix, document_prefix])).slice(0, 8)
  return `remote:${model}:${dimensions ?? 'default'}:${text}`
}

function serverOf({ url, key, timeout_ms = 60_000, retries = 3, retry_ms = 500 }: RemoteEmbedderOptions): EmbedServer {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw badArgument('The address of the embedding server must begin with http:// or https://.')
  }
  if (address.username || address.password) throw badArgument('The address of the embedding server must not contain a password.')
  if (key && !/^[\x21-\x7e]+$/.test(key)) throw badArgument('The key of the embedding server has spaces or special characters.')
  address.pathname = `${address.pathname.replace(/(?<!\/)\/+$/, '')}/embeddings`
  return { url: address, timeout_ms, retries, retry_ms, ...(key && { key }) }
}
