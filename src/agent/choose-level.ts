/**
 * Which level a question is about, decided by its words alone. The first rule that fits decides, so a rule may rely on those
 * before it. A caller who knows better gives `level`.
 */
import type { SearchLevel } from '../contract/items.ts'
import { languageOfPath } from '../contract/languages.ts'
import { askedUses, namesIn } from './asked-uses.ts'

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

const oneRepo = '(?:repo|repository|project|code ?base|monorepo)'
const repos = '(?:repos|repositories|projects|code ?bases)'
const folder = '(?:sub)?(?:folder|directory|module|package|crate)'
const folders = '(?:sub)?(?:folders|directories|modules|packages|crates)'
/** `src/pay`, `src/pay/`: parts joined by slashes, the last one without an extension. */
const folderPath = '(?:[\\w@.-]+/)+[\\w@-]*'
/** "the pay folder", "folder src/pay", "src/pay". */
const aFolder = `(?:the files (?:in|under|of) )?(?:the |our |this )?(?:\\S+ ${folder}|${folder} \\S+|${folderPath})`
const politely =
  '(?:(?:can|could|would) you )?(?:please )?(?:(?:give|show|tell) (?:me|us) )?(?:about )?(?:an? |the )?(?:(?:high|top)[- ]level |short |brief |quick )?'
const looks =
  '(?:what|list|show|contents?|overview|structure|layout|purpose|summary|summari[sz]e|describe|description|explain|role)'
const arranged = '(?:structured|organi[sz]ed|laid out|arranged|split(?: up)?|set up|built up|divided)'
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
  /\b(?:guidelines?|guides?|conventions?|principles?|best practices?|coding (?:style|standards?)|documentation|docs|readme|changelog|contributing|onboarding|getting started|tutorials?|handbook|runbooks?|decision records?|code of conduct|release notes|roadmap|faq)\b/i
/** Code may be about these too, so they decide only where the question does not ask how, why, when or where something happens. */
const paperNoun =
  /\b(?:requirements|prerequisites|breaking changes?|checklists?|troubleshoot(?:ing)?|(?:non-)?goals|supported (?:versions|platforms|browsers|systems)|(?:versions?|platforms?|browsers?|systems?) (?:\w+ )?(?:supported|maintained|compatible|required)|support(?:s|ed)? (?:which|what) (?:\w+ )?versions?|instructions|licen[cs]e|known (?:issues|limitations)|steps (?:to|for)|policy|etiquette|(?:rules?|process|procedure|workflow) (?:for|on|about)|naming (?:rules?|scheme)|glossary|rationale|trade-?offs)\b/i
const asksForPaper = (asked: string): boolean => guideNoun.test(asked) || paperNoun.test(asked)
const asksForCode = /^\W*(?:how (?:is|are|does|do|did|was|were)|why|when|where|what happens)\b/i
const roles =
  '(?:developer|contributor|user|maintainer|newcomer|beginner|author|admin|administrator|operator|reviewer|customer|team|engineer|programmer)s?'
const people = `(?:(?:an?|the|new|our|first-time|other) )*(?:we|i|you|one|people|person|someone|(?:\\w+ )?${roles})`
const written = (pattern: string): RegExp => new RegExp(pattern, 'iu')

const ofThisRepo = written(`\\bof (?:this|the|our) (?:whole |entire )?${oneRepo}\\W*$`)

const rules: readonly Rule[] = [
  {
    level: 'repo',
    because: 'asks about whole repos',
    fits: [
      written(`\\bwhich (?:\\w+ )?${oneRepo}\\b`),
      written(`\\b(?:which|what|list|all|any|other|our) (?:of (?:the|our|my) )?(?:\\w+ ){0,2}${repos}\\b`),
      written(`\\b(?:is there|do we have|have we) (?:an?|any|another|already) (?:\\w+ )?${oneRepo}\\b`),
      written(`\\b(?:overview|summary|purpose|description|architecture|structure|layout) of (?:\\S+ ){0,3}${oneRepo}\\b`),
      written(`\\b${oneRepo}(?:'s)? (?:overview|summary|description|architecture|structure|layout)\\b`),
      written(`\\bwhat (?:is|does) (?:this|the|our) ${oneRepo}(?: (?:do|for|about|contain|all about))?\\W*$`),
      (asked) => /\b(?:repos|repositories|code ?bases)\b/i.test(asked) && !asksForCode.test(asked),
      (asked) => ofThisRepo.test(asked) && !asksForPaper(asked) && !asksForCode.test(asked),
      written(`\\bhow (?:big|large|old|active) is (?:this|the|our) ${oneRepo}\\b`),
      written(`\\bhow (?:is|was) (?:this|the|our) (?:\\w+ )?${oneRepo} ${arranged}\\b`),
      written(`\\b(?:languages?|frameworks?|technolog(?:y|ies)|stack)\\b.*\\b(?:this|the|our) ${oneRepo}\\b`),
      written(
        `^\\W*${politely}(?:summari[sz]e|describe|explain|introduce(?: me to)?|walk me through) (?:this|the|our) (?:whole |entire )?${oneRepo}\\b`,
      ),
      written(`^\\W*${politely}overview\\W*$`),
    ],
  },
  {
    level: 'module',
    because: 'asks what is in a folder',
    fits: [
      written(`\\b(?:which|what) (?:${folder}|${folders})\\b`),
      written(
        `^\\W*${politely}${looks}\\b.* (?:in|inside|of|under|below|within) (?:the )?(?:${folder} \\S+|\\S+ ${folder})\\W*$`,
      ),
      written(`\\bwhat (?:does|is) (?:the )?(?:\\S+ ${folder}|${folder} \\S+|${folderPath}) (?:do|for|contain|about)\\b`),
      written(`^\\W*${politely}${looks}\\b.* (?:in|inside|of|under|below|within) ${folderPath}\\W*$`),
      written(`\\bhow (?:is|are) ${aFolder} ${arranged}\\b`),
      written(`^\\W*(?:(?:tell me|what) about|describe|explain|summari[sz]e|show me) ${aFolder}\\W*$`),
      written(`^${folderPath}$`),
    ],
  },
  { level: 'file', because: 'is the name of a file', fits: [isFileName] },
  {
    level: 'symbol',
    because: 'asks who uses a symbol',
    fits: [asksForUsesOfName],
  },
  {
    level: 'doc',
    because: 'asks how something is done here',
    fits: [
      guideNoun,
      (asked) => paperNoun.test(asked) && !asksForCode.test(asked),
      written(`\\bhow (?:do|should|can|must|would|may|might) ${people}\\b`),
      written(`\\b(?:what|where|when|who|whom|which \\w+) (?:should|must|may) ${people}\\b`),
      written(`\\b(?:am i|are (?:we|you|contributors|users)) (?:allowed|supposed|expected|required)\\b`),
      written(`^\\W*(?:do|must|should|can|may) (?:we|i|you|${roles})\\b`),
      /^\W*(?:is|are) .*\b(?:supported|maintained|deprecated)\W*$/i,
      /^\W*(?:what(?:'s| is| has| have)? (?:new|changed)|who (?:reviews|maintains|owns|merges|approves|releases))\b/i,
      /^\W*(?:install(?:ing|ation)?|(?:upgrad|migrat)(?:e|ing|ion) (?:from|to))\b/i,
      /\bhow to\b/i,
      /\bwhy (?:do|did|have|are) we\b/i,
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
      /\bwhere (?:is|are) .{1,60} declared\b/i,
      /\b(?:an?|any|the|existing) (?:\w+ )?(?:helper|utility|util|decorator|hook|mixin|routine|type alias)s? (?:to|for|that|which)\b/i,
      asksAboutName,
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
    fits: [/^(?=[\s\S]{1,200}$)\W*(?:sym:)?[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*\W*$/u],
  },
]

/** "Who calls refund": what is called is a symbol. "What uses caching" need not mean one, "what uses retryUpload" does. */
function asksForUsesOfName(asked: string): boolean {
  const uses = askedUses(asked)
  return uses !== undefined && (uses.use !== null || namesIn(asked).includes(uses.name))
}

/** "What does retryUpload return", "the parameters of retryUpload". */
function asksAboutName(asked: string): boolean {
  const says =
    /^\W*what(?:'s| is| are| does| do)?\b|\b(?:parameters?|arguments?|return (?:type|value)|fields?|members?|properties|usages?) of\b/i
  return says.test(asked) && namesIn(asked).length > 0
}

function isFileName(asked: string): boolean {
  const [, name = ''] = /^[`"']?([\w@./-]+\.\w+)[`"']?$/.exec(asked) ?? []
  return name !== '' && languageOfPath(name) !== undefined
}

/** Words that only say that a repo is meant, or ask for a description of it. */
const generic = new Set(
  (
    'a about all an any architecture are available base bases brief built code codebase codebases contain describe description developer do does entire explain ' +
    'find for give have high how i in indexed language languages layout level me monorepo new organised organized quick s short stack structure structured ' +
    'tech technologies technology us use used uses whole with written ' +
    'introduce introduction is it known list me my of our overview project projects purpose repo repos repository repositories show ' +
    'summarise summarize summary tell that the there these this those we what where which you'
  ).split(' '),
)

/** "Which repos are there", "what is this project about": there is no word to search for, so the summaries of the repos are the answer. */
export const isGeneric = (query: string): boolean =>
  (query.match(/[\p{L}\p{N}_$]+/gu) ?? []).every((word) => generic.has(word.toLowerCase()))

/** "This repo": only the repo asked from. */
export const asksAboutThisRepo = (query: string): boolean => written(`\\b(?:this|the|our) ${oneRepo}\\b`).test(query)
