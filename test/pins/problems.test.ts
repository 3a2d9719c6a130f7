/** What scripts and clients rely on: codes, exit and HTTP statuses, the keys of an envelope. Literals on purpose. */
import { describe, expect, it } from 'vitest'
import { problems } from '../../src/contract/problems.ts'
import { errorResult, fallbackResult, okResult } from '../../src/envelope/result.ts'

describe('pins: problems and envelope', () => {
  it('[TO2] every code has its exit and HTTP status', () => {
    const table = Object.entries(problems).map(([code, { exit, http }]) => `${code} ${exit}/${http}`)
    expect(table.sort()).toEqual([
      'BAD_ARGUMENT 2/400',
      'BAD_FILE 2/422',
      'CANCELLED 130/499',
      'DISK_FULL 5/507',
      'DOCUMENT_NOT_FOUND 3/404',
      'EMBEDDER_BAD_ANSWER 6/502',
      'EMBEDDER_UNAVAILABLE 6/503',
      'FILE_NOT_FOUND 3/404',
      'FORBIDDEN 8/403',
      'INDEX_LOCKED 5/423',
      'INTERNAL 70/500',
      'LLM_UNAVAILABLE 6/503',
      'PATH_OUTSIDE_REPO 3/403',
      'RAG_UNAVAILABLE 4/409',
      'RATE_LIMITED 8/429',
      'REPO_UNKNOWN 3/404',
      'STORE_CORRUPT 5/409',
      'STORE_NEWER 5/409',
      'TIMEOUT 7/504',
      'TOO_LARGE 2/413',
      'UNAUTHORIZED 8/401',
      'WITHHELD 3/403',
    ])
  })

  it('[TO2] every problem says what happened, what to do, and whether a retry can help', () => {
    for (const { say, fix, retry } of Object.values(problems)) {
      expect(say).not.toBe('')
      expect(fix).toMatch(/\.$/)
      expect(typeof retry).toBe('boolean')
    }
  })

  it('[LI4] an envelope has these keys, in this order', () => {
    const keys = ['items', 'truncated', 'next_cursor', 'total', 'source', 'freshness_state', 'meta']
    const meta = ['status', 'error_code', 'message', 'source', 'freshness_state', 'index_status']
    const error = errorResult({ errorCode: 'BAD_ARGUMENT', message: 'no' })
    for (const result of [okResult([1]), fallbackResult([1]), error]) {
      expect(Object.keys(result.toDict())).toEqual(keys)
      expect(Object.keys(result.toDict().meta)).toEqual(meta)
    }
  })
})
