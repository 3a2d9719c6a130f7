// An array of numbers of one type that grows as it is filled.

export function growing(Type) {
  let store = new Type(1 << 16)
  let used = 0
  return {
    push(value) {
      if (used === store.length) {
        const larger = new Type(store.length * 2)
        larger.set(store)
        store = larger
      }
      store[used++] = value
    },
    size: () => used,
    bytes: () => Buffer.from(store.buffer, 0, used * Type.BYTES_PER_ELEMENT),
  }
}
