/** Sorts lists by path (in code-unit order) and searches them. */

type WithPath = { readonly path: string }

/** The list itself where it is in order already, as git's index and the store's rows are. */
export function inOrder<Item extends WithPath>(items: readonly Item[]): readonly Item[] {
  for (let at = 1; at < items.length; at++)
    if ((items[at - 1] as Item).path > (items[at] as Item).path) return [...items].sort(byPath)
  return items
}

export const byPath = (a: WithPath, b: WithPath): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** In a list that is in order. */
export function findByPath<Item extends WithPath>(items: readonly Item[], path: string): Item | undefined {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle] as Item).path < path) low = middle + 1
    else high = middle
  }
  return items[low]?.path === path ? items[low] : undefined
}
