/** What of a question is searched for: without the words that only say the level, and inside the folder that it names. */
import type { SearchLevel } from '../contract/items.ts'
import { isGeneric, levelNouns } from './choose-level.ts'

/** "find function refund" → "find refund". The whole question when nothing else would be left. */
export function searchWords(query: string, level: SearchLevel): string {
  const nouns = levelNouns[level]
  const rest = nouns === undefined ? query : query.replaceAll(nouns, ' ').replaceAll(/\s+/g, ' ').trim()
  return isGeneric(rest) ? query : rest
}

/** `src/pay` in "what is in src/pay/"; undefined when the question names no folder by its path. */
export function folderIn(query: string): string | undefined {
  const found = /(?<![\w@./-])(?:\.\/)?((?:[\w@.-]+\/)+[\w@-]*)(?![\w@/-]|\.\w)/.exec(query)?.[1]
  return found?.replace(/(?<!\/)\/+$/, '')
}
