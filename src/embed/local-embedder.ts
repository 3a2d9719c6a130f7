/**
 * Embeds with a model in a file, the one that Cairn ships by default. Nothing leaves the machine. Of the weights, questions and a few
 * short documents read those of their own words; all are read, once, when there is more text. Many documents are shared among worker threads, which give the same bits.
 */
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { breather } from '../base/breathe.ts'
import { hashBytes } from '../base/hash.ts'
import { badArgument } from '../contract/problems.ts'
import type { EmbedPool } from './embed-pool.ts'
import type { ModelHeader } from './model-format.ts'
import type { EmbedDocument, Embedder } from './port.ts'
import { openQuestionModel, type QuestionModel } from './question-model.ts'
import { badModel, loadModel, type ModelBytes, readModel, readModelHeader } from './read-model.ts'
import { createStaticModel, type StaticModel } from './static-model.ts'

export type LocalEmbedderOptions = {
  /** The file of another model. */
  file?: string
  /** Fewer numbers in a vector: the first so many. Smaller and quicker to compare, and less exact. */
  dimensions?: number
  /** Worker threads. If not given: one core is left to the rest, at most 4. With 1, the calling thread embeds. */
  threads?: number
}

/** Starting threads takes longer than embedding fewer documents. */
const FEWEST_FOR_THREADS = 256
/** Reading the model takes longer than reading the words of this much text one by one: 12 and 5 ms. */
const LITTLE_CHARACTERS = 5_000
const isLittle = (documents: readonly EmbedDocument[]): boolean =>
  documents.reduce((sum, parts) => parts.reduce((more, { text }) => more + text.length, sum), 0) <= LITTLE_CHARACTERS
const shippedModel = fileURLToPath(new URL('./weights/cairn-code.bin', import.meta.url))

/** Throws BAD_FILE when the file is missing or its header is damaged; other damage is found with the first text. */
export async function openLocalEmbedder(options: LocalEmbedderOptions = {}): Promise<Embedder> {
  const { file = shippedModel, threads = Math.min(4, os.availableParallelism() - 1) } = options
  const header = await readModelHeader(file)
  const dimensions = checkDimensions(options.dimensions ?? header.dimensions, header)
  return new LocalEmbedder({ file, threads, dimensions, model: identity(header, dimensions) })
}

type Opened = { file: string; threads: number; dimensions: number; model: string }
type Loaded = { bytes: ModelBytes; model: StaticModel }
type Vectors = readonly (Float32Array | undefined)[]

/** One read for all callers. After a failure the next caller tries again. */
class Once<Value> {
  started: Promise<Value> | undefined

  get(read: () => Promise<Value>): Promise<Value> {
    this.started ??= read().catch((error: unknown) => {
      this.started = undefined
      throw error
    })
    return this.started
  }
}

class LocalEmbedder implements Embedder {
  readonly model: string
  readonly dimensions: number
  private readonly opened: Opened
  private readonly loading = new Once<Loaded>()
  /** undefined in it: the model has no index of its words. */
  private readonly questions = new Once<QuestionModel | undefined>()
  private pool: Promise<EmbedPool> | undefined
  private closed = false

  constructor(opened: Opened) {
    this.opened = opened
    this.model = opened.model
    this.dimensions = opened.dimensions
  }

  async embedDocuments(documents: readonly EmbedDocument[], signal?: AbortSignal): Promise<Vectors> {
    const few = this.loading.started || !isLittle(documents) ? undefined : await this.openQuestions(signal)
    if (few) return documents.map((document) => few.embedDocument(document))
    const loaded = await this.load(signal)
    if (this.opened.threads < 2 || documents.length < FEWEST_FOR_THREADS) return embedHere(loaded.model, documents, signal)
    this.pool ??= this.startPool(loaded)
    return (await this.pool).embed(documents, signal)
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array | undefined> {
    const questions = this.loading.started ? undefined : await this.openQuestions(signal)
    return (questions ?? (await this.load(signal)).model).embedQuery(text)
  }

  async close(): Promise<void> {
    this.closed = true
    this.loading.started = undefined
    await (await this.questions.started?.catch(() => undefined))?.close()
    await (await this.pool)?.close()
  }

  private load(signal: AbortSignal | undefined): Promise<Loaded> {
    return this.unlessOver(signal, () => this.loading.get(() => loadAs(this.opened)))
  }

  private openQuestions(signal: AbortSignal | undefined): Promise<QuestionModel | undefined> {
    return this.unlessOver(signal, () => this.questions.get(() => questionsAs(this.opened)))
  }

  private async unlessOver<Value>(signal: AbortSignal | undefined, open: () => Promise<Value>): Promise<Value> {
    this.throwIfOver(signal)
    const value = await open()
    this.throwIfOver(signal)
    return value
  }

  private throwIfOver(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted()
    if (this.closed) throw new Error('the embedder is closed')
  }

  private async startPool({ bytes, model }: Loaded): Promise<EmbedPool> {
    const { createEmbedPool } = await import('./embed-pool.ts')
    const { threads, dimensions } = this.opened
    return createEmbedPool({ model: bytes, dimensions, threads, embedHere: (documents) => embedHere(model, documents) })
  }
}

/** An update of Cairn may replace the file between the two reads; then its vectors are those of another model. */
async function loadAs({ file, dimensions, model }: Opened): Promise<Loaded> {
  const bytes = await loadModel(file)
  const read = readModel(bytes)
  if (identity(read.header, dimensions) !== model) throw replaced(file)
  return { bytes, model: createStaticModel(read, dimensions) }
}

async function questionsAs({ file, dimensions, model }: Opened): Promise<QuestionModel | undefined> {
  const questions = await openQuestionModel(file, dimensions)
  if (!questions || identity(questions.header, dimensions) === model) return questions
  await questions.close()
  throw replaced(file)
}

const replaced = (file: string) => badModel(file, 'it was replaced while Cairn was running')

/** Other work of the process goes on in between. */
async function embedHere(model: StaticModel, documents: readonly EmbedDocument[], signal?: AbortSignal): Promise<Vectors> {
  const breathe = breather()
  const vectors: (Float32Array | undefined)[] = []
  for (const document of documents) {
    vectors.push(model.embedDocument(document))
    await breathe()
    signal?.throwIfAborted()
  }
  return vectors
}

/** Weights of parts change vectors too, but are not among the bytes that the model's hash is made of. */
function identity({ name, hash, parts: { path, name: named, doc, body } }: ModelHeader, dimensions: number): string {
  return `${name}:${dimensions}:${hashBytes(JSON.stringify([hash, path, named, doc, body])).slice(0, 12)}`
}

function checkDimensions(asked: number, { dimensions }: ModelHeader): number {
  if (Number.isInteger(asked) && asked >= 1 && asked <= dimensions) return asked
  throw badArgument(`The number of dimensions must be a whole number from 1 to ${dimensions}.`)
}
