/**
 * How text that Cairn did not write (names, code, comments, messages) is shown to a person or a model. A character that cannot be
 * seen, or that changes how others are seen, is written as `<U+202E>`: such a character could forge a line, hide an instruction or
 * reverse the order of what is read. A text that contains `<U+` itself is shown with `<U+003C>U+`, so every `<U+…>` in a shown
 * text is exactly one character, and `fromVisible` gives back the text.
 */

/**
 * Control characters, halves of characters, separators of lines, annotation marks, the marks that place hieroglyphs (terminals give
 * them no width), and everything that Unicode calls ignorable: direction marks, zero-width characters, soft hyphens, fillers,
 * variation selectors, tags. Written out, because building it from Unicode's names takes 20 ms at every start.
 */
const hidden = String.raw`[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`

const inName = new RegExp(String.raw`${hidden}|<(?=U\+)`, 'gu')
const inLine = new RegExp(String.raw`(?!\t)${hidden}|<(?=U\+)`, 'gu')
const lineEnds = String.raw`[\t\n]|\r(?=\n)`
const inText = new RegExp(`(?!${lineEnds})${hidden}`, 'gu')
/** The codes of our own colours, and the code that redraws a line of progress. */
const ourCodes = String.raw`\u001b\[(?:[12]|22|3[1-6]|39)m|^\r\u001b\[2K`
const inOutput = new RegExp(`(${lineEnds}|${ourCodes})|${hidden}`, 'gu')
const inJson = new RegExp(String.raw`(?![\t\n])${hidden}`, 'gu')

/** Most text is this plain; then nothing has to be replaced. */
const mayNeedWork = /[^ -~·…]|<U\+/
const mayHide = /[^\t\n -~·…→]/

/** A name, a path or a message, on one line. */
export const visible = (text: string): string => (mayNeedWork.test(text) ? text.replace(inName, escaped) : text)

/** A line of code or prose: tabs stay. */
export const visibleLine = (line: string): string => (mayNeedWork.test(line) ? line.replace(inLine, escaped) : line)

/** The text that was shown. */
export const fromVisible = (shown: string): string =>
  shown.replace(/<U\+([0-9A-F]{4,6})>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))

/**
 * A whole text, just before it leaves: whatever was not made visible before is made visible here. Line ends and tabs stay. What is
 * visible already stays too, so it may be applied twice.
 */
export const guarded = (text: string): string => (mayHide.test(text) ? text.replace(inText, escaped) : text)

/** The same for a terminal: our own colours stay. */
export const guardedOutput = (text: string): string =>
  mayHide.test(text)
    ? text.replace(
        inOutput,
        (character, own: string | undefined, at: number, whole: string) => own ?? escaped(character, at, whole),
      )
    : text

/** JSON with the exact text, in which no character is hidden: JSON may write each as `\u202e`. */
export function visibleJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent)
  return mayHide.test(json) ? json.replace(inJson, jsonEscaped) : json
}

/** A name inside a line of fields: quoted if it could be read as several fields. */
export function named(text: string): string {
  const shown = visible(text)
  return /^[^\s"·|]+$/.test(shown) ? shown : `"${shown.replaceAll('"', '<U+0022>')}"`
}

/** Whether a text has characters that are not shown as they are, line ends and tabs included. */
export const hides = (text: string): boolean => mayNeedWork.test(text) && visible(text) !== text

function escaped(character: string, at: number, whole: string): string {
  const code = character.codePointAt(0) ?? 0
  return isSeen(character, at, whole) ? character : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

const jsonEscaped = (character: string, at: number, whole: string): string =>
  isSeen(character, at, whole)
    ? character
    : Array.from(
        { length: character.length },
        (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
      ).join('')

/** Whether a character of no width belongs to what is seen: between letters of scripts that need it, or in an emoji. */
function isSeen(character: string, at: number, whole: string): boolean {
  if (!'\u200b\u200c\u200d\ufe0e\ufe0f'.includes(character)) return false
  context ??= createContext()
  const before = /.$/su.exec(whole.slice(Math.max(0, at - 2), at))?.[0] ?? ''
  const after = /^./su.exec(whole.slice(at + 1, at + 3))?.[0] ?? ''
  if (character === '\ufe0e' || character === '\ufe0f')
    return context.picture.test(before) || (/[0-9#*]/.test(before) && after === '\u20e3')
  if (context.letter.test(before) && context.letter.test(after)) return true
  const joins = context.beforeJoiner.test(before) || (before === '\ufe0f' && isSeen(before, at - 1, whole))
  return character === '\u200d' && joins && context.picture.test(after)
}

/** Built when the first such character is met, because that takes time. */
let context: ReturnType<typeof createContext> | undefined
function createContext() {
  // They need joiners between letters, or mark the ends of words with a character of no width.
  const scripts = 'Arab Syrc Mand Nkoo Mong Phag Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Thai Laoo'
  const joining = scripts.split(' ').map((script) => String.raw`\p{scx=${script}}`)
  return {
    letter: new RegExp(`(?!${hidden})[${joining.join('')}]`, 'u'),
    picture: /\p{ExtPict}/u,
    beforeJoiner: /\p{ExtPict}|\p{EMod}/u,
  }
}
