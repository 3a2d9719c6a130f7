/** Text becomes vectors. Two texts with a similar meaning have vectors with a large dot product. */

/**
 * A document is given in parts, because a model weighs them: a word in a name says more than a word in a body. `path`: the last
 * folders and the file name; `name`: the qualified name; `doc`: the comment; `body`: the code with its head.
 */
export type EmbedPart = { kind: 'path' | 'name' | 'doc' | 'body'; text: string }
export type EmbedDocument = readonly EmbedPart[]

/**
 * Vectors have length 1 and finite numbers only. A text without known words (empty, binary data, unknown characters only) has
 * none: `undefined`, never zeros and never NaN. A call that fails gives no vectors at all, and one that is aborted rejects with
 * the reason of its signal.
 *
 * @example
 * const [vector] = await embedder.embedDocuments([[{ kind: 'name', text: 'retryUpload' }]])
 * const question = await embedder.embedQuery('where do we retry an upload')
 */
export type Embedder = {
  /** Identity of the vectors: those of different models are never compared. Known without embedding anything. */
  readonly model: string
  /** Numbers in a vector. Undefined until a remote server has given one, unless the caller asked for a number. */
  readonly dimensions: number | undefined
  embedDocuments(documents: readonly EmbedDocument[], signal?: AbortSignal): Promise<readonly (Float32Array | undefined)[]>
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array | undefined>
  /** Ends threads and requests. A call after it rejects. */
  close(): Promise<void>
}
