/** Replaces syntax that Flow has and TypeScript lacks by as many characters that TypeScript's grammar can read. */
import { blank, blankSecond } from '../../blank.ts'
import { mendMarkup } from '../javascript/mend-markup.ts'

// A lookbehind follows its own character and has a bounded length: otherwise it would be tried at every offset of a long text.
/** `opaque type`, `declare export`, `%checks`, and `, ...` at the end of an object type. */
const words = /\bopaque(?=\s+type\b)|\bdeclare(?=\s+export\b)|%checks\b|\.\.\.(?=\s*(?:,\s*)?\|?\})/g
/** `+value: T`, `+[key: string]: T`, `<+T>` */
const variance = /[+-](?<=(?:[{,;|<]|^)\s{0,80}[+-])(?=[A-Za-z_$][\w$]*\??:|\[\w+:|[A-Z]\w*\s*[,>:=])/gm
/** `<T: Bound>` reads as `<T= Bound>`. */
const bound = /:(?<=<(?:\s{0,80}[A-Z]\w{0,80}(?:\s?[=:][^<>(){};,]{0,80})?,){0,8}\s{0,80}[A-Z]\w{0,80}:)/g
/** `?(a, b) => c` */
const maybeFunction = /\?(?<=[:=|<,(]\s{0,80}\?)(?=\s*\()/g
/** `Array<*>` */
const anyType = /\*(?<=[<,:]\s{0,80}\*)(?=\s*[>,;)])/g
/** `component Card(title: string) {…}` */
const component = /^([ \t]*(?:export[ \t]+)?(?:default[ \t]+)?)component[ \t](?=[A-Z]\w*\s*[(<])/gm
/** `component(...props: Props)`, the type. */
const componentType = /\bcomponent(?<=(?:[:|?<,(=]|\bas)\s{0,80}component)\([^()]{0,300}\)/g
/** `number => void`: the type of a function of one parameter. */
const bareParameter =
  /([:=(|<,?]\s{0,80})((?:[A-Z][\w$.]*(?:<[^<>()\n]{0,80}>)?|number|string|boolean|mixed|any)\s*=>)(?=\s*(?:void|mixed|any|boolean|string|number|\?|[A-Z][\w$.]*(?:<[^<>()\n]{0,80}>)?\s*[)|,;]))/g
/** `(value: any)` */
const cast =
  /:(?<=(?:[=(,;:?&|!{}[\n+>]|\breturn|\bawait|\bdefault)[ \t]{0,80}\((?!\s*\{[^}])(?:[^():?{}=;]|\{\}|\([^()]{0,120}\)){1,80}:)[^()=;]{1,200}(?=\)(?!\s*(?:=>|\{|:)))/g

export function mendFlow(text: string): { text: string; isWhole: boolean } {
  const read = mendMarkup(text)
    .replaceAll(words, blank)
    .replaceAll(variance, ' ')
    .replaceAll(bound, '=')
    .replaceAll(maybeFunction, ' ')
    .replaceAll(anyType, '0')
    .replaceAll(component, '$1function  ')
  // An outer cast is recognised only when the inner ones are gone.
  const mended = read
    .replaceAll(componentType, (whole) => `any${blank(whole.slice(3))}`)
    .replaceAll(bareParameter, blankSecond)
    .replaceAll(cast, blank)
    .replaceAll(cast, blank)
  return { text: mended, isWhole: mended === read }
}
