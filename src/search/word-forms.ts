/**
 * Other forms in which a word of the question may occur in code. The index contains words as they are written, so the question
 * is extended by the other forms. Stemming only the question would match nothing.
 */

/** The other forms of a word, without itself. Lower case in and out; words with anything but a–z have none. */
export function wordForms(word: string): string[] {
  const short = abbreviations.get(word) ?? []
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [...short]
  const forms = new Set(short)
  for (const base of basesOf(word)) for (const form of inflect(base)) forms.add(form)
  forms.delete(word)
  return [...forms]
}

/** Possible base forms of a word: `decided` → decide, decid; `stopping` → stop, stopp, stoppe. Wrong ones match nothing. */
function basesOf(word: string): string[] {
  const bases = [word]
  const cut = (suffix: string, ...endings: string[]): void => {
    const stem = word.slice(0, -suffix.length)
    if (!word.endsWith(suffix) || stem.length < 3) return
    for (const ending of endings) bases.push(stem + ending)
    const last = stem.at(-1) ?? ''
    // The suffix may double a consonant: `stopping`, `mapped`. In `falling` both belong to the word; that stem was added above.
    if (suffix !== 's' && stem.at(-2) === last && !'aeiou'.includes(last)) bases.push(stem.slice(0, -1))
  }
  if (word.endsWith('ies')) cut('ies', 'y')
  else if (/(?:s|x|z|ch|sh)es$/.test(word)) cut('es', '', 'e')
  else if (!/(?:ss|us|is)$/.test(word)) cut('s', '')
  cut('ing', '', 'e')
  cut('ed', '', 'e')
  cut('er', '', 'e')
  cut('ation', 'e', 'ate')
  return bases
}

/** `decide` → decide, decides, decided, deciding, decider. */
function inflect(base: string): string[] {
  const stem = base.endsWith('e') ? base.slice(0, -1) : base
  const plural = /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : /(?:s|x|z|ch|sh)$/.test(base) ? `${base}es` : `${base}s`
  const forms = [base, plural, `${stem}ed`, `${stem}ing`, `${stem}er`]
  const last = stem.at(-1) ?? ''
  // `map` → mapped, mapping: one vowel before one consonant.
  if (/[^aeiou][aeiou][^aeiouwxy]$/.test(stem)) forms.push(`${stem}${last}ed`, `${stem}${last}ing`, `${stem}${last}er`)
  return forms
}

/** Abbreviations and their long forms, used in both directions. Only pairs with the same meaning in nearly all code. */
const shortened: readonly (readonly [string, ...string[]])[] = [
  ['arg', 'argument', 'args', 'arguments'],
  ['async', 'asynchronous'],
  ['auth', 'authentication', 'authenticate', 'authorization', 'authorize'],
  ['cfg', 'config', 'configuration', 'configure', 'conf'],
  ['cmd', 'command'],
  ['conn', 'connection'],
  ['ctx', 'context'],
  ['db', 'database'],
  ['del', 'delete'],
  ['dep', 'dependency', 'deps', 'dependencies'],
  ['desc', 'description'],
  ['dest', 'destination', 'dst'],
  ['dir', 'directory', 'folder'],
  ['doc', 'document', 'documentation', 'docs'],
  ['env', 'environment'],
  ['err', 'error'],
  ['exec', 'execute', 'execution'],
  ['expr', 'expression'],
  ['fn', 'func', 'function'],
  ['id', 'identifier'],
  ['idx', 'index'],
  ['impl', 'implementation', 'implement'],
  ['info', 'information'],
  ['init', 'initialize', 'initialise', 'initialization'],
  ['iter', 'iterator', 'iterate', 'iteration'],
  ['lang', 'language'],
  ['lib', 'library'],
  ['max', 'maximum'],
  ['mem', 'memory'],
  ['min', 'minimum'],
  ['msg', 'message'],
  ['num', 'number'],
  ['obj', 'object'],
  ['opt', 'option', 'opts', 'options'],
  ['param', 'parameter', 'params', 'parameters'],
  ['pkg', 'package'],
  ['prev', 'previous'],
  ['proc', 'process'],
  ['prop', 'property', 'props', 'properties'],
  ['ptr', 'pointer'],
  ['ref', 'reference'],
  ['regex', 'regexp'],
  ['repo', 'repository'],
  ['req', 'request'],
  ['resp', 'response', 'res'],
  ['spec', 'specification'],
  ['src', 'source'],
  ['stmt', 'statement'],
  ['str', 'string'],
  ['sync', 'synchronize', 'synchronization', 'synchronous'],
  ['temp', 'temporary', 'tmp'],
  ['util', 'utility', 'utils', 'utilities'],
  ['val', 'value'],
  ['var', 'variable'],
]
const abbreviations = new Map<string, string[]>()
for (const group of shortened) {
  for (const word of group)
    abbreviations.set(
      word,
      group.filter((other) => other !== word),
    )
}
