/** Promises EN3–EN5 of docs/spec/envelope.md. Expected values are literals: they are what others rely on. */
import { describe, expect, it } from 'vitest'
import type { IndexStatus } from '../contract/freshness.ts'
import { errorResult, fallbackResult, okResult, ragToolMeta } from './result.ts'

const status: IndexStatus = {
  repo: 'acme/shop',
  index_state: 'fresh',
  last_indexed_at: '2026-01-01T00:00:00.000Z',
  last_indexed_commit: 'abc',
  schema_version: '1',
}

describe('the three constructors', () => {
  it('[EN3] okResult: OK, from the graph, fresh, by default', () => {
    expect(okResult(['a', 'b']).toDict()).toEqual({
      items: ['a', 'b'],
      truncated: false,
      next_cursor: null,
      total: 2,
      source: 'RAG_GRAPH',
      freshness_state: 'FRESH',
      meta: {
        status: 'OK',
        error_code: null,
        message: null,
        source: 'RAG_GRAPH',
        freshness_state: 'FRESH',
        index_status: null,
      },
    })
    const told = okResult([], { source: 'LOCAL_FALLBACK', freshnessState: 'UNKNOWN', indexStatus: status, message: 'from disk' })
    expect(told).toMatchObject({ total: 0, source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
    expect(told.meta).toEqual({
      status: 'OK',
      error_code: null,
      message: 'from disk',
      source: 'LOCAL_FALLBACK',
      freshness_state: 'UNKNOWN',
      index_status: status,
    })
  })
  it('[EN3] fallbackResult: FALLBACK, live, stale, by default', () => {
    expect(fallbackResult(['a']).toDict()).toEqual({
      items: ['a'],
      truncated: false,
      next_cursor: null,
      total: 1,
      source: 'LOCAL_FALLBACK',
      freshness_state: 'STALE',
      meta: {
        status: 'FALLBACK',
        error_code: null,
        message: null,
        source: 'LOCAL_FALLBACK',
        freshness_state: 'STALE',
        index_status: null,
      },
    })
    expect(fallbackResult([], { freshnessState: 'UNKNOWN', indexStatus: status, message: 'no index' }).meta).toMatchObject({
      freshness_state: 'UNKNOWN',
      index_status: status,
      message: 'no index',
    })
  })
  it('[EN3] errorResult: ERROR, no items, source NONE, UNKNOWN; its total is null', () => {
    expect(errorResult({ errorCode: 'REPO_UNKNOWN', message: 'No repo is called "x".' }).toDict()).toEqual({
      items: [],
      truncated: false,
      next_cursor: null,
      total: null,
      source: 'NONE',
      freshness_state: 'UNKNOWN',
      meta: {
        status: 'ERROR',
        error_code: 'REPO_UNKNOWN',
        message: 'No repo is called "x".',
        source: 'NONE',
        freshness_state: 'UNKNOWN',
        index_status: null,
      },
    })
    const stale = errorResult({ errorCode: 'TIMEOUT', message: 'm', freshnessState: 'STALE', indexStatus: status })
    expect(stale.meta).toMatchObject({ freshness_state: 'STALE', index_status: status })
    expect(stale.freshness_state).toBe('STALE')
  })
  it('[EN3] errorResult needs its code and its message', () => {
    expect(() => errorResult({ errorCode: 'TIMEOUT', message: '' })).toThrow('"message"')
    // @ts-expect-error a JavaScript caller may do this
    expect(() => errorResult({ message: 'm' })).toThrow('"errorCode"')
    // @ts-expect-error
    expect(() => errorResult({ errorCode: 'TIMEOUT' })).toThrow('"message"')
  })
  it('[EN3] the default meta', () => {
    expect(ragToolMeta().toDict()).toEqual({
      status: 'OK',
      error_code: null,
      message: null,
      source: 'RAG_GRAPH',
      freshness_state: 'UNKNOWN',
      index_status: null,
    })
    expect(ragToolMeta({ status: 'FALLBACK', next: ['x'] })).toMatchObject({ status: 'FALLBACK', next: ['x'], message: null })
    const index_status = { toDict: () => 'plain' }
    expect(ragToolMeta({ index_status }).toDict().index_status).toBe('plain')
    expect(ragToolMeta().toDict()).not.toHaveProperty('toDict')
  })
  it('[EN3] okResult takes any source, errorResult any code', () => {
    expect(okResult([], { source: 'NONE' }).meta.source).toBe('NONE')
    expect(errorResult({ errorCode: 'MY_OWN', message: 'Mine.' }).toDict().meta).toMatchObject({
      error_code: 'MY_OWN',
      message: 'Mine.',
    })
  })
})

describe('toDict', () => {
  const own = { secret: 1, toDict: () => ({ shown: true }) }
  it("[EN4] uses an item's own toDict if it has one, else the value as it is", () => {
    expect(okResult([own, { plain: 1 }, 'text', null, { toDict: 'no function' }]).toDict().items).toEqual([
      { shown: true },
      { plain: 1 },
      'text',
      null,
      { toDict: 'no function' },
    ])
  })
  it("[EN4] uses an index status's own toDict if it has one, else the value as it is", () => {
    expect(okResult([], { indexStatus: own }).toDict().meta.index_status).toEqual({ shown: true })
    expect(okResult([], { indexStatus: status }).toDict().meta.index_status).toEqual(status)
    expect(okResult([]).toDict().meta.index_status).toBeNull()
  })
  it('[EN5] is plain data that survives JSON, and a copied result prints itself', () => {
    const result = okResult([{ a: 1 }], { indexStatus: status })
    expect(JSON.parse(JSON.stringify(result.toDict()))).toEqual(result.toDict())
    expect(JSON.parse(JSON.stringify(result))).toEqual(result.toDict())
    expect({ ...result, query: 'copied', total: 7 }.toDict()).toMatchObject({ query: 'copied', total: 7, items: [{ a: 1 }] })
    expect(Object.keys(result.toDict())).not.toContain('toDict')
  })
  it('[EN5] the caller keeps its list: adding to the answer does not add to it', () => {
    const items = ['a']
    okResult(items).items.push('b')
    expect(items).toEqual(['a'])
  })
})
