/**
 * How text that Cairn did not write (names, code, comments, messages) is shown to a person or a model. A character that cannot be
 * seen, or that changes how others are seen, is written as `<U+202E>`: such a character could forge a line, hide an instruction or
 * reverse the order of what is read. A text that contains `<U+` itself is shown with `<U+003C>U+`, so every `<U+…>` in a shown
 * text is exactly one character, and `fromVisible` gives back the text.
 */

/**
 * Control characters, halves of characters, separators of lines, everything that Unicode calls ignorable (direction marks, zero-width
 * characters, soft hyphens, fillers, variation selectors, tags), and annotation marks.
 */
const hidden = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]`

/** Scripts that need joiners between letters, or mark the ends of words with a character of no width. */
const joining = 'Arab Syrc Mand Nkoo Mong Phag Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Thai Laoo'
  .split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')

const letter = String.raw`(?!\p{Default_Ignorable_Code_Point})[${joining}]`

/** After a hidden character: it belongs to what is seen, between letters of these scripts or in an emoji. */
const isSeen = [
  String.raw`${letter}[\u200b-\u200d](?=${letter})`,
  String.raw`[\p{ExtPict}\p{EMod}\ufe0f]\u200d(?=\p{ExtPict})`,
  String.raw`\p{ExtPict}[\ufe0e\ufe0f]`,
  String.raw`[0-9#*]\ufe0f(?=\u20e3)`,
].join('|')

const unseen = `${hidden}(?<!${isSeen})`
const inName = new RegExp(String.raw`${unseen}|<(?=U\+)`, 'gu')
const inLine = new RegExp(String.raw`(?!\t)${unseen}|<(?=U\+)`, 'gu')
const lineEnds = String.raw`[\t\n]|\r(?=\n)`
const inText = new RegExp(`(?!${lineEnds})${unseen}`, 'gu')
/** The codes of our own colours, and the code that redraws a line of progress. */
const ourCodes = String.raw`\u001b\[(?:[12]|22|3[1-6]|39)m|^\r\u001b\[2K`
const inOutput = new RegExp(`(${lineEnds}|${ourCodes})|${unseen}`, 'gu')
const inJson = new RegExp(String.raw`(?![\t\n])${unseen}`, 'gu')

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
  mayHide.test(text) ? text.replace(inOutput, (character, own: string | undefined) => own ?? escaped(character)) : text

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
export const hides = (text: string): boolean => mayNeedWork.test(text) && text.search(inName) >= 0

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

const jsonEscaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
