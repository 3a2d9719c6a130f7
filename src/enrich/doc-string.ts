/**
 * Removes the doc string of a Python definition from its code, because the text of a definition has its doc as a part of its own
 * (`embed-texts.ts`). Other languages write it outside. No line is read more than twice, whatever it contains: code may be hostile.
 */

/** The code without the first string of the first definition in it; as it is when there is none, or its end is not in the text. */
export function withoutDocString(code: string): string {
  const lines = code.split('\n')
  const head = lines.findIndex((line) => !/^\s*(?:@|$)/.test(line))
  if (head < 0 || !/^\s*(?:async\s+)?(?:def|class)\b/.test(lines[head] as string)) return code
  const quoted = lines.findIndex((line, at) => at > head && opening.test(line))
  const before = quoted < 0 ? undefined : linesBefore(lines, head, quoted)
  if (before === undefined) return code
  const line = lines[quoted] as string
  const [upTo = '', quotes = ''] = opening.exec(line) ?? []
  const end = code.indexOf(quotes, offsetOf(lines, quoted) + upTo.length)
  return end < 0 ? code : code.slice(0, offsetOf(lines, before)) + code.slice(end + quotes.length).replace(/^[ \t]*\n?/, '')
}

const opening = /^\s*[rRuU]?("""|''')/
const isBlank = (line: string | undefined): boolean => line?.trim() === ''
const endsHead = (line: string): boolean => line.trimEnd().endsWith(':')
const offsetOf = (lines: readonly string[], at: number): number =>
  lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0)

/**
 * How many lines are the head, if the string follows the colon that ends it. Only blank lines and one comment may be in between, and
 * no quote in the lines of the head after the first.
 */
function linesBefore(lines: readonly string[], head: number, quoted: number): number | undefined {
  const last = lastWithText(lines, quoted)
  const line = lines[last] as string
  const isPlain = (upTo: number): boolean => !lines.slice(head + 1, upTo + 1).some((each) => /["']/.test(each))
  if (endsHead(line) && isPlain(last)) return quoted
  const withComment = last === head ? /:\s*#/ : /^[^"']*:\s*#/
  if (withComment.test(line) && isPlain(last - 1)) return last + 1
  if (last === head || !/^\s*#/.test(line)) return undefined
  const earlier = lastWithText(lines, last)
  return endsHead(lines[earlier] as string) && isPlain(earlier) ? last + 1 : undefined
}

function lastWithText(lines: readonly string[], before: number): number {
  let at = before - 1
  while (isBlank(lines[at])) at--
  return at
}
