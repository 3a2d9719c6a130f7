/** Runs one function on many items, a few at a time, and keeps the order of the results. */
export async function mapBounded<Item, Value>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, at: number) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = new Array<Value>(items.length)
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++
      values[at] = await work(items[at] as Item, at)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return values
}
