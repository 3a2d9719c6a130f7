/**
 * The three constructors of answers: `okResult`, `fallbackResult`, `errorResult`. Every answer on every surface is made by one
 * of them.
 */
import type { HasToDict, RagResult, RagResultDict, RagToolMeta, RagToolMetaDict, RagToolSource } from '../contract/envelope.ts'
import type { FreshnessState, IndexStatus } from '../contract/freshness.ts'
import { badArgument, type ProblemCode } from '../contract/problems.ts'

type Common = {
  freshnessState?: FreshnessState | undefined
  indexStatus?: IndexStatus | HasToDict | null | undefined
  message?: string | null | undefined
}
export type OkOptions = Common & { source?: RagToolSource | undefined }
export type FallbackOptions = Common
export type ErrorOptions = Omit<Common, 'message'> & { errorCode: ProblemCode | (string & {}); message: string }

/** A full answer: from the index, or from a tool that always reads from disk. */
export function okResult<Item>(items: readonly Item[], options: OkOptions = {}): RagResult<Item> {
  const { source = 'RAG_GRAPH', freshnessState = 'FRESH', indexStatus = null, message = null } = options
  return assemble(items, items.length, {
    status: 'OK',
    error_code: null,
    message,
    source,
    freshness_state: freshnessState,
    index_status: indexStatus,
  })
}

/** The answer was read from the files instead of the index. */
export function fallbackResult<Item>(items: readonly Item[], options: FallbackOptions = {}): RagResult<Item> {
  const { freshnessState = 'STALE', indexStatus = null, message = null } = options
  return assemble(items, items.length, {
    status: 'FALLBACK',
    error_code: null,
    message,
    source: 'LOCAL_FALLBACK',
    freshness_state: freshnessState,
    index_status: indexStatus,
  })
}

/** There is no answer. `total` is null, not 0: "could not search" must differ from "nothing found". */
export function errorResult(options: ErrorOptions): RagResult<never> {
  const { errorCode, message, freshnessState = 'UNKNOWN', indexStatus = null } = options
  if (!errorCode || !message) throw badArgument('An error result needs both "errorCode" and "message".')
  return assemble<never>([], null, {
    status: 'ERROR',
    error_code: errorCode,
    message,
    source: 'NONE',
    freshness_state: freshnessState,
    index_status: indexStatus,
  })
}

/** Default meta overridden by the given values, with `toDict` to convert it to plain data. */
export function ragToolMeta(known: Partial<RagToolMeta> = {}): RagToolMeta & { toDict(): RagToolMetaDict } {
  return {
    status: 'OK',
    error_code: null,
    message: null,
    source: 'RAG_GRAPH',
    freshness_state: 'UNKNOWN',
    index_status: null,
    ...known,
    toDict: metaToDict,
  }
}

/** Works on `this`, as `toDict` of a result does. */
function metaToDict(this: RagToolMeta & { toDict?: unknown }): RagToolMetaDict {
  const { toDict: _, ...meta } = this
  return { ...meta, index_status: plain(meta.index_status) }
}

function assemble<Item>(items: readonly Item[], total: number | null, meta: RagToolMeta): RagResult<Item> {
  return {
    items: [...items],
    truncated: false,
    next_cursor: null,
    total,
    source: meta.source satisfies RagToolSource,
    freshness_state: meta.freshness_state,
    meta,
    toDict,
  }
}

/** Works on `this`, so that a result copied with `{...result}` prints itself and not its original. */
function toDict(this: RagResult<unknown>): RagResultDict {
  const { items, meta, toDict: _, ...rest } = this
  return { items: items.map(plain), ...rest, meta: metaToDict.call(meta) }
}

const plain = (value: unknown): unknown => (hasToDict(value) ? value.toDict() : value)

function hasToDict(value: unknown): value is HasToDict {
  return typeof value === 'object' && value !== null && 'toDict' in value && typeof value.toDict === 'function'
}
