import { describe, expect, it } from 'vitest'
import { askedUses, namesIn } from './asked-uses.ts'

describe('the symbol whose uses are asked for', () => {
  it.each([
    ['who calls retryUpload?', 'retryUpload', 'calls'],
    ['which functions call the method Ledger.post', 'Ledger.post', 'calls'],
    ['callers of `refund()`', 'refund', 'calls'],
    ['where is refund called', 'refund', 'calls'],
    ['implementations of the Store interface', 'Store', 'implements'],
    ['which classes implement Store', 'Store', 'implements'],
    ['what depends on parse_args', 'parse_args', null],
    ['usages of std::sort', 'std::sort', null],
    ['where is Ledger used?', 'Ledger', null],
    ['what breaks if I change the return type of refund', 'refund', null],
    ['what would be affected by renaming Ledger#post', 'Ledger#post', null],
  ])('[AG31] %s', (query, name, use) => {
    expect(askedUses(query)).toEqual({ name, use })
  })

  it.each([
    'how does the retry work',
    'where is refund defined',
    'which repos use kafka for it',
    'what happens when a file changes',
  ])('[AG31] none: %s', (query) => {
    const found = askedUses(query)
    // "Use kafka" may name a symbol; whether there is one is looked up.
    expect(found?.name ?? 'kafka').toBe('kafka')
  })

  it('[AG31] finds the names that only code contains', () => {
    expect(namesIn('does "retryUpload" call `refund` or parse_args(), Auth.login and std::sort?')).toEqual([
      'retryUpload',
      'refund',
      'parse_args',
      'Auth.login',
      'std::sort',
    ])
    expect(namesIn('How does GitHub e.g. sign in work?')).toEqual(['GitHub'])
  })

  it('[AG31] repeated words are read to their end', () => {
    for (const words of ['what ', 'which the of in code ', 'breaks if I change of in '])
      expect(askedUses(`${words.repeat(80).slice(0, 370)} and who calls refund?`)?.name).toBe('refund')
  })
})
