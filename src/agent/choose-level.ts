/**
 * Which level a question is about, decided by its words alone. The first rule that fits decides, so a rule may rely on those
 * before it. A caller who knows better gives `level`.
 */
import type { SearchLevel } from '../contract/items.ts'
import { languageOfPath } from '../contract/languages.ts'

export type ChosenLevel = {
  level: SearchLevel
  /** Completes "The question …". */
  because: string
}

export function chooseLevel(query: string): ChosenLevel {
  const asked = query.trim().slice(0, DECIDES)
  const rule = rules.find(({ fits }) => fits.some((words) => (typeof words === 'function' ? words(asked) : words.test(asked))))
  return rule ? { level: rule.level, because: rule.because } : { level: 'file', because: 'asks about code' }
}

/** A pasted log or issue is decided by its beginning. */
const DECIDES = 400

type Rule = ChosenLevel & { fits: readonly (RegExp | ((asked: string) => boolean))[] }

const oneRepo = '(?:repo|repository|project|code ?base)'
const repos = '(?:repos|repositories|projects|code ?bases)'
const folder = '(?:sub)?(?:folder|directory|module|package)'
const folders = '(?:sub)?(?:folders|directories|modules|packages)'
/** `src/pay`, `src/pay/`: parts joined by slashes, the last one without an extension. */
const folderPath = '(?:[\\w@.-]+/)+[\\w@-]*'
const looks = '(?:what|list|show|contents?|overview|structure|layout|purpose|summary|summari[sz]e|describe)'
const symbolNoun =
  /\b(?:functions?|methods?|class(?:es)?|interfaces?|structs?|enums?|traits?|macros?|constructors?|constants?|symbols?)\b/i
const askedFor = 'overview|summary|purpose|descriptions?|contents?|structure|layout'
/** Words that only say which level is meant. In code they mean something else, or nothing. */
export const levelNouns: Partial<Record<SearchLevel, RegExp>> = {
  symbol: new RegExp(`${symbolNoun.source}|\\b(?:definition|defined|declaration|declared|implemented|signature)\\b`, 'gi'),
  module: new RegExp(`(?<![\\w/.-])(?:${folder}|${folders}|${askedFor})(?![\\w/.-])`, 'gi'),
  repo: new RegExp(`\\b(?:${oneRepo}|${repos}|${askedFor})\\b`, 'gi'),
}
const guideNoun =
  /\b(?:guidelines?|guides?|conventions?|principles?|best practices?|coding (?:style|standards?)|documentation|docs|readme|changelog|contributing|onboarding|getting started|tutorials?|handbook|runbooks?|decision records?)\b/i
const people = '(?:we|i|you|one|people|developers?|contributors?|users?)'
const written = (pattern: string): RegExp => new RegExp(pattern, 'iu')

const rules: readonly Rule[] = [
  {
    level: 'repo',
    because: 'asks about whole repos',
    fits: [
      written(`\\bwhich (?:\\w+ )?${oneRepo}\\b`),
      written(`\\b(?:which|what|list|all|any|other|our) (?:of (?:the|our|my) )?(?:\\w+ ){0,2}${repos}\\b`),
      written(`\\b(?:overview|summary|purpose|description) of (?:\\S+ ){0,3}${oneRepo}\\b`),
      written(`\\b${oneRepo} (?:overview|summary|description)\\b`),
      written(`\\bwhat (?:is|does) (?:this|the|our) ${oneRepo}(?: (?:do|for|about|contain|all about))?\\W*$`),
      written('^\\W*(?:(?:give|show) me )?(?:an? )?overview\\W*$'),
    ],
  },
  {
    level: 'module',
    because: 'asks what is in a folder',
    fits: [
      written(`\\b(?:which|what) (?:${folder}|${folders})\\b`),
      written(`^\\W*${looks}\\b.* (?:in|inside|of|under|below|within) (?:the )?(?:${folder} \\S+|\\S+ ${folder})\\W*$`),
      written(`\\bwhat (?:does|is) (?:the )?(?:\\S+ ${folder}|${folder} \\S+|${folderPath}) (?:do|for|contain|about)\\b`),
      written(`^\\W*${looks}\\b.* (?:in|inside|of|under|below|within) ${folderPath}\\W*$`),
      written(`^${folderPath}$`),
    ],
  },
  { level: 'file', because: 'is the name of a file', fits: [isFileName] },
  {
    level: 'doc',
    because: 'asks how something is done here',
    fits: [
      guideNoun,
      written(`\\bhow (?:do|should|can|must|would) ${people}\\b`),
      /\bhow to\b/i,
      /\bwhy (?:do|did) we\b/i,
      /\b(?:our|the) (?:policy|process|procedure|workflow|rules?) (?:for|on|about)\b/i,
    ],
  },
  {
    level: 'symbol',
    because: 'asks for one definition',
    fits: [
      (asked) => symbolNoun.test(asked) && !/^\W*(?:how|why|when)\b/i.test(asked),
      /\bwhere (?:is|are) \S+ (?:defined|declared|implemented)\b/i,
      /\b(?:definition|signature|declaration) of\b/i,
    ],
  },
  { level: 'file', because: 'asks how something works', fits: [/^\W*(?:how|why|where|when)\b/i] },
  {
    level: 'doc',
    because: 'names a procedure',
    fits: [
      /^\W*(?:\w+ ){0,2}(?:setup|set up|install(?:ation)?|releas(?:es?|ing)|deploy(?:ment|ing)?)(?: (?:process|instructions?|steps|procedure|checklist|notes))?\W*$/i,
    ],
  },
  {
    level: 'symbol',
    because: 'is one name',
    fits: [/^\W*(?:sym:)?[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*\W*$/u],
  },
]

function isFileName(asked: string): boolean {
  const [, name = ''] = /^[`"']?([\w@./-]+\.\w+)[`"']?$/.exec(asked) ?? []
  return name !== '' && languageOfPath(name) !== undefined
}

/** Words that only say that a repo is meant, or ask for a description of it. */
const generic = new Set(
  (
    'a about all an any are available base bases code codebase codebases contain describe description do does find for give have i in indexed ' +
    'introduce introduction is it known list me my of our overview project projects purpose repo repos repository repositories show ' +
    'summarise summarize summary tell that the there these this those we what where which you'
  ).split(' '),
)

/** "Which repos are there", "what is this project about": there is no word to search for, so the summaries of the repos are the answer. */
export const isGeneric = (query: string): boolean =>
  (query.match(/[\p{L}\p{N}_$]+/gu) ?? []).every((word) => generic.has(word.toLowerCase()))

/** "This repo": only the repo asked from. */
export const asksAboutThisRepo = (query: string): boolean => written(`\\b(?:this|the|our) ${oneRepo}\\b`).test(query)
