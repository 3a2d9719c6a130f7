import { describe, expect, it } from 'vitest'
import { readFilters } from './query-filters.ts'

describe('filters in a question', () => {
  const none = { path: [], language: [], kind: [], repo: [] }
  it('[SE14] are taken out of the text', () => {
    expect(readFilters('retry path:src/pay lang:ts kind:function repo:acme/shop upload')).toEqual({
      text: 'retry upload',
      path: ['src/pay'],
      language: ['typescript'],
      kind: ['function'],
      repo: ['acme/shop'],
    })
  })
  it('[SE14] may be quoted, and a path may be left out', () => {
    expect(readFilters('-path:test path:"my docs" x')).toEqual({ ...none, text: 'x', path: ['!test', 'my docs'] })
  })
  it('[SE14] stay text where they cannot be a filter', () => {
    const ordinary = ['std::path:join', 'kind: of error', 'lang:klingon', 'kind:thing', 'repo:', '-repo:x', 'mypath:src']
    const inherited = ['lang:constructor', 'language:__proto__', 'kind:constructor_', 'lang:valueof']
    for (const text of [...ordinary, ...inherited]) expect(readFilters(text)).toEqual({ ...none, text })
  })
})
