/** The language families that are linked, by language. */
import type { Family } from './family.ts'
import { go } from './go/family.ts'
import { java } from './java/family.ts'
import { javascript } from './javascript/family.ts'
import { php } from './php/family.ts'
import { python } from './python/family.ts'

export const families: ReadonlyMap<string, Family> = new Map(
  [python, javascript, go, java, php].flatMap((family) => family.languages.map((language) => [language, family] as const)),
)
