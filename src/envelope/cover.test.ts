/** Promises EN6–EN9 of docs/spec/envelope.md. */
import { describe, expect, it } from 'vitest'
import { type CoveredRepo, coverAnswer } from './cover.ts'

const repo = (repo_id: string, more: Partial<CoveredRepo> = {}): CoveredRepo => ({
  repo_id,
  mode: 'index',
  message: '',
  freshness_state: 'FRESH',
  index_status: null,
  indexed_commit: `${repo_id}-commit`,
  head: `${repo_id}-head`,
  dirty: 0,
  caught_up: 0,
  unchecked: 0,
  old_parser: 0,
  ...more,
})
const status = {
  repo: 'a',
  index_state: 'fresh',
  last_indexed_at: '',
  last_indexed_commit: 'c',
  schema_version: '1',
} as const
const item = (repo_id: string, binding: string, source: string, tier?: string) => ({
  repo_id,
  binding,
  source,
  ...(tier && { tier }),
})

describe('the cover', () => {
  it('[EN6] one unchanged repo: OK, from the graph, with its commit, head and status', () => {
    const found = { items: [item('a', 'indexed', 'RAG_GRAPH')], total: 1, query: 'q' }
    const result = coverAnswer(found, [repo('a', { index_status: status, caught_up: 2, dirty: 3, old_parser: 4 })])
    expect(result.toDict()).toEqual({
      items: found.items,
      truncated: false,
      next_cursor: null,
      total: 1,
      source: 'RAG_GRAPH',
      freshness_state: 'FRESH',
      query: 'q',
      meta: {
        status: 'OK',
        error_code: null,
        message: null,
        source: 'RAG_GRAPH',
        freshness_state: 'FRESH',
        index_status: status,
        freshness: {
          indexed_commit: 'a-commit',
          head: 'a-head',
          dirty: 3,
          caught_up: 2,
          rebound: 0,
          live: 0,
          unchecked: 0,
          old_parser: 4,
        },
        repos: ['a'],
      },
    })
  })
  it('[EN7] a mixed answer is RAG_GRAPH if at least one item is, with status FALLBACK; its bindings are counted', () => {
    const items = [item('a', 'rebound', 'RAG_GRAPH'), item('a', 'live', 'LOCAL_FALLBACK'), item('a', 'live', 'LOCAL_FALLBACK')]
    const result = coverAnswer({ items, total: null, total_at_least: 9, unchecked: 5 }, [
      repo('a', { mode: 'mixed', freshness_state: 'STALE', unchecked: 1, message: 'Locked.' }),
    ])
    expect(result).toMatchObject({ source: 'RAG_GRAPH', freshness_state: 'STALE', total: null, total_at_least: 9 })
    expect(result.meta).toMatchObject({ status: 'FALLBACK', source: 'RAG_GRAPH', message: 'Locked.' })
    expect(result.meta.freshness).toMatchObject({ rebound: 1, live: 2, unchecked: 6 })
  })
  it('[EN7] all live: LOCAL_FALLBACK; nothing found live is LOCAL_FALLBACK too', () => {
    const live = repo('a', { mode: 'live', freshness_state: 'UNKNOWN', message: 'No index.' })
    for (const items of [[item('a', 'live', 'LOCAL_FALLBACK')], []]) {
      const result = coverAnswer({ items, total: items.length }, [live])
      expect(result.meta).toMatchObject({ status: 'FALLBACK', source: 'LOCAL_FALLBACK', freshness_state: 'UNKNOWN' })
    }
    expect(coverAnswer({ items: [], total: 0 }, [repo('a')]).meta).toMatchObject({ status: 'OK', source: 'RAG_GRAPH' })
  })
  it('[EN8] several repos: the worst state of the repos with items, no single commit or status, and the state of each', () => {
    const repos = [
      repo('a', { index_status: status, dirty: 1 }),
      repo('b', { freshness_state: 'STALE', mode: 'mixed', dirty: 2, message: 'Too many changes.' }),
      repo('c', { freshness_state: 'UNKNOWN', mode: 'live', unchecked: 7, message: 'No index.' }),
    ]
    const result = coverAnswer(
      { items: [item('a', 'indexed', 'RAG_GRAPH'), item('b', 'live', 'LOCAL_FALLBACK')], total: 2 },
      repos,
    )
    expect(result.freshness_state).toBe('STALE')
    expect(result.meta).toMatchObject({
      status: 'FALLBACK',
      index_status: null,
      message: 'b: Too many changes. c: No index.',
      freshness: { indexed_commit: null, head: null, dirty: 3, live: 1, unchecked: 7 },
    })
    expect(result.meta.freshness?.repos?.map(({ repo_id, head, live }) => [repo_id, head, live])).toEqual([
      ['a', 'a-head', 0],
      ['b', 'b-head', 1],
      ['c', 'c-head', 0],
    ])
    expect(coverAnswer({ items: [], total: 0 }, repos).freshness_state).toBe('UNKNOWN')
    expect(coverAnswer({ items: [item('a', 'indexed', 'RAG_GRAPH')], total: 1 }, repos).freshness_state).toBe('FRESH')
  })
  it('[EN8] the messages of many repos are counted, not all printed', () => {
    const many = Array.from({ length: 9 }, (_, index) => repo(`r${index}`, { mode: 'live', message: 'No index.' }))
    expect(coverAnswer({ items: [], total: 0, message: 'First.' }, many).meta.message).toBe(
      'First. r0: No index. r1: No index. r2: No index. 6 more repos may be out of date too.',
    )
  })
  it('[EN6] read from disk by design: OK, LOCAL_FALLBACK, FRESH, whatever the index says', () => {
    const result = coverAnswer({ items: [{ code: '' }], total: 1, status: 'OK', source: 'LOCAL_FALLBACK' }, [
      repo('a', { mode: 'live', freshness_state: 'UNKNOWN' }),
    ])
    expect(result.meta).toMatchObject({ status: 'OK', source: 'LOCAL_FALLBACK', freshness_state: 'FRESH' })
  })
  it('[EN9] tiers are the counts of the tool, else of this page', () => {
    const items = [item('a', 'indexed', 'RAG_GRAPH', 'resolved'), item('a', 'indexed', 'RAG_GRAPH', 'possible')]
    expect(coverAnswer({ items, total: 2 }, [repo('a')]).meta.completeness).toEqual({
      tiers: { proven: 0, resolved: 1, possible: 1 },
      textual_hits: null,
      unresolved_reason: null,
    })
    const completeness = { tiers: { proven: 1, resolved: 2, possible: 3 }, textual_hits: 9, unresolved_reason: null }
    expect(coverAnswer({ items, total: 6, completeness }, [repo('a')]).meta.completeness).toEqual(completeness)
    expect(coverAnswer({ items: [{}], total: 1 }, []).meta).not.toHaveProperty('completeness')
  })
})
