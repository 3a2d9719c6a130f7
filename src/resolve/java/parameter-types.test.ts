/** Signatures as the parser writes them, and what is read from them. */
import { describe, expect, it } from 'vitest'
import { mayBeOne, parameterTypes } from './parameter-types.ts'

describe('the types a Java method takes', () => {
  it.each([
    ['void m()', []],
    ['static <T> T m(String json, Class<? extends Map<K, V>> type) throws IOException', ['String', 'Class']],
    ['void m(final @Nullable java.util.Map.Entry<K, V> entry, int[] a, long b[])', ['Entry', 'int[]', 'long[]']],
    ['void m(String head, Object... rest)', ['String', 'Object...']],
    ['void m(Outer this, @Size(min = 1) byte... rest)', ['byte...']],
    ['void m(List<String>... lists)', ['List...']],
  ])('[RE17] %s', (signature, types) => {
    expect(parameterTypes({ name: 'm', signature })).toEqual(types)
  })

  it('[RE17] a signature that was cut off says nothing', () => {
    expect(parameterTypes({ name: 'm', signature: 'void m(String a, Map<String, …' })).toBeUndefined()
  })

  it('[RE17] a type variable may be any type', () => {
    expect([mayBeOne('T', 'String'), mayBeOne('E...', 'int...'), mayBeOne('int', 'String')]).toEqual([true, true, false])
  })
})
