/** The words of a file's path, which are words of the file: `src/auth/token-store.ts` is found by auth, token, store and ts. */
import { splitIdentifier } from '../base/words.ts'

/** Like a name that the file defines (`parse/terms.ts`). A folder's name is shared by its files, so it counts once. */
const FILE_NAME = 3
const FOLDER = 1

/** How often each word of the path counts, and all of them together. */
export type PathWords = { total: number; counts: ReadonlyMap<string, number> }

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
  return { total, counts }
}
