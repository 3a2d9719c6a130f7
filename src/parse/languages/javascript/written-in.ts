/**
 * JavaScript with Flow's types also uses `.js`, and is not always marked. A false match in a comment or a string does no harm:
 * the other grammar reads plain JavaScript as well.
 */

/** `// @flow`, in one of the comments at the top. */
const pragma = /^[ \t]*(?:\/\/|\/?\*).{0,200}@flow\b/m
const PRAGMA_WITHIN = 3000

const name = String.raw`[\w$]+`
/** `(a, b: T`, up to the first type. */
const typedParameter = String.raw`\((?:\s*${name}\s*,){0,20}\s*${name}\??\s*:\s*[\w$?{(*'|[]`

const signs = [
  String.raw`^[ \t]*import\s+type(?:of)?\s+(?!from\b)[\w{*]`,
  String.raw`^[ \t]*(?:export\s+)?(?:opaque\s+)?type\s+${name}\s*[=<]`,
  String.raw`\bfunction\b[\s*\w$]{0,100}${typedParameter}`,
  String.raw`^[ \t]*(?:static\s+|async\s+|const\s+${name}\s*=\s*){0,3}(?!(?:case|default)\b)${name}${typedParameter}`,
  String.raw`=\s*(?:async\s*)?${typedParameter}`,
  String.raw`^[ \t]*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b[^\n{}]{0,200}\)\s*:\s*[\w$?]`,
  String.raw`\bclass\b[^{}\n]{0,200}\{\s*(?:static\s+)?\+?${name}\??\s*:\s`,
].map((sign) => new RegExp(sign, 'm'))

export function writtenIn(text: string): 'flow' | 'javascript' {
  if (pragma.test(text.slice(0, PRAGMA_WITHIN))) return 'flow'
  return signs.some((sign) => sign.test(text)) ? 'flow' : 'javascript'
}
