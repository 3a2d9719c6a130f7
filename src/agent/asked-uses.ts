/**
 * Whether a question asks who calls or uses a symbol, or what depends on it, and which names in it may be symbols. It decides by words
 * alone; whether a symbol of that name exists, the index knows.
 */

/** `use`: only this kind of use is asked for; null: every kind. */
export type AskedUses = { name: string; use: 'calls' | 'implements' | null }

/** `retry`, `Auth.login`, `std::sort`, `$fetch`, `Ledger#post`, `is_open?`. */
const part = '[\\p{L}_$][\\p{L}\\p{N}_$]*'
const name = `${part}(?:(?:\\.|::|#|->)${part})*`
const kinds = '(?:function|method|class|interface|struct|enum|trait|macro|constructor|constant|symbol|type|variable|hook|helper)'
/** The name, as it may stand in a sentence: with its kind before or after it, in quotes, with parentheses. */
const named = `(?:(?:the|a|an|our|my|this)\\s+)?(?:${kinds}\\s+)?[\`"']?(${name})(?:\\(\\))?[\`"']?`
const end = '(?=[\\s?!.,;:)]|$)'
const what = '(?:who|what|which|where)'
const things = '(?:code|files?|functions?|methods?|classes|modules?|parts?|places?|tests?|components?|types?|else|all|of|the|in)'

type Form = { pattern: RegExp; use: AskedUses['use'] }
const form = (pattern: string, use: AskedUses['use'] = null): Form => ({ pattern: new RegExp(pattern, 'iu'), use })

const forms: readonly Form[] = [
  form(`\\b${what}(?:\\s+${things}){0,3}\\s+(?:calls?|invokes?)\\s+${named}${end}`, 'calls'),
  form(`\\b(?:callers?|calls|call ?sites?)\\s+(?:of|to)\\s+${named}${end}`, 'calls'),
  form(`\\bwhere\\s+(?:is|are|does|do)\\s+${named}\\s+(?:get(?:ting)?\\s+)?(?:being\\s+)?(?:called|invoked)\\b`, 'calls'),
  form(
    `\\b${what}(?:\\s+${things}){0,3}\\s+(?:implements?|extends?|overrides?|inherits? from|subclass(?:es)?)\\s+${named}${end}`,
    'implements',
  ),
  form(`\\b(?:implementations?|implementors?|implementers?|subclasses|overrides)\\s+of\\s+${named}${end}`, 'implements'),
  form(
    `\\b${what}(?:\\s+${things}){0,3}\\s+(?:uses?|depends? (?:up)?on|relies on|rely on|imports?|references?|needs?)\\s+${named}${end}`,
  ),
  form(`\\b(?:usages?|uses|users|references?|dependents?)\\s+(?:of|to|on)\\s+${named}${end}`),
  form(
    `\\bwhere\\s+(?:is|are|does|do|else is)\\s+${named}\\s+(?:get(?:ting)?\\s+)?(?:being\\s+)?(?:used|imported|referenced)\\b`,
  ),
  form(
    `\\b(?:breaks?|affected|impact(?:ed)?|happens)\\b.*?\\b(?:chang(?:e|ed|ing)|remov(?:e|ed|ing)|renam(?:e|ed|ing)|delet(?:e|ed|ing)|edit(?:ed|ing)?|touch(?:ed|ing)?|modif(?:y|ied|ying))\\s+(?:.*?\\b(?:of|in)\\s+)?${named}${end}`,
  ),
  form(`\\bimpact\\s+of\\s+(?:\\w+ing\\s+)?${named}${end}`),
]

/** The name whose uses a question asks for; undefined if it asks for something else. */
export function askedUses(query: string): AskedUses | undefined {
  for (const { pattern, use } of forms) {
    const found = pattern.exec(query)?.[1]
    if (found !== undefined && !plainWords.has(found.toLowerCase())) return { name: found, use }
  }
  return undefined
}

/** Words that follow "uses" or "changing" and are not the name of anything. */
const plainWords = new Set(
  'a all an and any at by code each for from how if in is it its of on one or our that the their them these this those to us we what when where which who with you'.split(
    ' ',
  ),
)

/** A word that only code contains: `retryUpload`, `retry_upload`, `Auth.login`, `retry()`, or in backquotes. */
const looksLikeName = (word: string): boolean =>
  /^`[^`\s]+`$|\(\)$|[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|::|->|(?<![\p{L}\p{N}_$])\p{N}*[\p{L}_$][\p{L}\p{N}_$]+\.[\p{L}_$][\p{L}\p{N}_$]/u.test(
    word,
  )

/** The names in a question that only code contains, in its order, without quotes and parentheses. */
export function namesIn(query: string): string[] {
  const words = query.split(/\s+/).map((word) => word.replace(/^["'(]+/, '').replace(/(?<!["'),.;:?!])["'),.;:?!]+$/, ''))
  // `f(` of `f()` has lost its parenthesis above.
  const whole = words.map((word) => (word.endsWith('(') ? `${word})` : word))
  const isWhole = new RegExp(`^${name}$`, 'u')
  const bare = whole.filter(looksLikeName).map((word) => word.replace(/^`|`$|\(\)`?$/g, ''))
  return [...new Set(bare.filter((word) => isWhole.test(word)))]
}
