import { describe, expect, it } from 'vitest'
import { compareText } from './compare-text.ts'

describe('compareText', () => {
  it('orders like the UTF-8 bytes, beyond the basic plane too', () => {
    const texts = ['', 'a', 'ab', 'b', 'Z', 'é', '\uffee', '\u{1F600}', 'a\u{10FFFF}', 'a\ue000', '变']
    const byBytes = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect([...texts].sort(compareText)).toEqual(byBytes)
    expect(compareText('same', 'same')).toBe(0)
  })
})
