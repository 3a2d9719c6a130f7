/**
 * Replaces secrets in a text by what they are: `[redacted: AWS key]`. Every text that leaves this machine for a model passes it, because
 * code and documentation contain keys that nobody meant to send.
 */
import {
  authorization,
  bareAssignment,
  encodedLines,
  passwordInAddress,
  quotedAssignment,
  secretInConnection,
  secretInQuery,
  shellAssignment,
  tokenPatterns,
} from './secret-patterns.ts'

const redacted = (kind: string): string => `[redacted: ${kind}]`

export function redactSecrets(text: string): string {
  let safe = redactKeyBlocks(text).replace(encodedLines, `${redacted('encoded key')}\n`)
  for (const [kind, pattern] of tokenPatterns) safe = safe.replace(pattern, redacted(kind))
  return safe
    .replace(passwordInAddress, keepingName('password'))
    .replace(authorization, keepingName('token'))
    .replace(secretInQuery, keepingName('secret'))
    .replace(secretInConnection, keepingName('secret'))
    .replace(shellAssignment, keepingName('secret'))
    .replace(quotedAssignment, (whole, name: string, quote: string, value: string) =>
      isHarmless(value) || (isToken(name) && !looksRandom(value)) ? whole : name + quote + redacted('secret') + quote,
    )
    .replace(bareAssignment, (whole, name: string, value: string) =>
      isHarmless(value) || !looksRandom(value) || isPropertyChain(value) || (isToken(name) && value.length < 16)
        ? whole
        : name + redacted('secret'),
    )
}

/** Also what is inside lists and objects. Names of properties are kept. */
export function redactDeep(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value)
  if (Array.isArray(value)) return value.map(redactDeep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactDeep(inner)]))
}

const keepingName =
  (kind: string) =>
  (whole: string, name: string, value: string): string =>
    isHarmless(value) ? whole : name + redacted(kind)

/** A reference to a value (`${PASSWORD}`, `<password>`, `%s`), stars, or what was replaced already. */
const isHarmless = (value: string): boolean => /^(?:\$|<|%[sd@(]|\{\{?|\[redacted:)/.test(value) || /^[*.x•\s]*$/i.test(value)

/** `token` is also a word of parsers: `token: 'keyword'` and `tokens: Int32Array` are no secrets. */
const isToken = (name: string): boolean => /^token/i.test(name)

const looksRandom = (value: string): boolean =>
  value.length >= 6 && !/\s/.test(value) && ((/\d/.test(value) && /[a-z]/i.test(value)) || value.length >= 24)

/** `request.headers2.token` is code. */
const isPropertyChain = (value: string): boolean => /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$/i.test(value) && !/\d{2}/.test(value)

const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** Lines of a key whose end is not in the text. */
const keyLines = /(?:[\s"'\\+,|>#*]{0,20}(?:[\w-]{1,30}: [^\n]{0,100}|[A-Za-z0-9+/=]{16,}))*/y
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

function redactKeyBlocks(text: string): string {
  let safe = ''
  let from = 0
  for (const { index, 0: mark } of text.matchAll(begin)) {
    if (index < from) continue
    safe += text.slice(from, index) + redacted('private key')
    from = endOfKey(text, index + mark.length)
  }
  return safe + text.slice(from)
}

/** The end must come before the next key begins; else only what looks like lines of a key is taken. */
function endOfKey(text: string, start: number): number {
  const next = text.indexOf('-----BEGIN', start)
  const own = next < 0 ? text.slice(start) : text.slice(start, next)
  END.lastIndex = 0
  const end = END.exec(own)
  if (end) return start + end.index + end[0].length
  keyLines.lastIndex = 0
  return start + (keyLines.exec(own)?.[0].length ?? 0)
}
