/** The words of a file's path, which are words of the file: `src/auth/token-store.ts` is found by auth, token, store and ts. */
import { splitIdentifier } from '../base/words.ts'

/** Like a name that the file defines (`parse/terms.ts`). A folder's name is shared by its files, so it counts once. */
const FILE_NAME = 3
const FOLDER = 1

/** The words are taken one by one while a document's own words are written; `rest` has those that it does not contain. */
export type PathWords = { total: number; take(word: string): number; rest(): Iterable<[string, number]> }

export function pathWords(path: string): PathWords {
  const counts = new Map<string, number>()
  let total = 0
  const add = (name: string, count: number): void => {
    for (const word of splitIdentifier(name.replace(/[^\p{L}\p{N}_]+/gu, '_'))) {
      counts.set(word, (counts.get(word) ?? 0) + count)
      total += count
    }
  }
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const dot = file.indexOf('.', 1)
  add(dot < 0 ? file : file.slice(0, dot), FILE_NAME)
  if (dot >= 0) add(file.slice(dot + 1), FOLDER)
  for (const folder of folders) add(folder, FOLDER)
  return {
    total,
    take(word) {
      const count = counts.get(word) ?? 0
      counts.delete(word)
      return count
    },
    rest: () => counts,
  }
}

export const noWords: PathWords = { total: 0, take: () => 0, rest: () => [] }
