/** The string literals of a TypeScript source, in order, each with the code since the previous one. Comments are skipped. */

/** Holes of a template are written `…`. */
export type Literal = { text: string; before: string }

export function literalsOf(source: string): Literal[] {
  const found: Literal[] = []
  let code = ''
  let at = 0
  const add = (text: string): void => {
    found.push({ text, before: code })
    code = ''
  }
  while (at < source.length) {
    const rest = source.slice(at, at + 2)
    const letter = source[at] ?? ''
    if (rest === '//') at = endOf(source, '\n', at)
    else if (rest === '/*') at = endOf(source, '*/', at + 2)
    else if (letter === '/' && /(?:^|[(,=:[!&|?{};]|return|=>)\s*$/.test(code)) at = endOfRegex(source, at + 1)
    else if (letter === "'" || letter === '"') {
      const end = endOfString(source, letter, at + 1)
      add(source.slice(at + 1, end - 1).replace(/\\(.)/g, '$1'))
      at = end
    } else if (letter === '`') at = template(source, at + 1, add, found)
    else {
      code += letter
      at++
    }
  }
  return found
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from)
  return end < 0 ? source.length : end + mark.length
}

function endOfString(source: string, quote: string, from: number): number {
  let at = from
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfRegex(source: string, from: number): number {
  let inClass = false
  let at = from
  for (; at < source.length && (inClass || source[at] !== '/'); at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') inClass = true
    else if (source[at] === ']') inClass = false
  }
  return at + 1
}

function template(source: string, from: number, add: (text: string) => void, found: Literal[]): number {
  let text = ''
  let at = from
  const inner: Literal[] = []
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') {
      text += source[at + 1] ?? ''
      at += 2
    } else if (source.startsWith('${', at)) {
      const end = endOfHole(source, at + 2)
      inner.push(...literalsOf(source.slice(at + 2, end - 1)))
      text += '…'
      at = end
    } else text += source[at++]
  }
  add(text)
  found.push(...inner)
  return at + 1
}

function endOfHole(source: string, from: number): number {
  let depth = 1
  let at = from
  while (at < source.length && depth > 0) {
    const letter = source[at] ?? ''
    if (letter === "'" || letter === '"') at = endOfString(source, letter, at + 1)
    else if (letter === '`') at = template(source, at + 1, () => undefined, [])
    else {
      if (letter === '{') depth++
      if (letter === '}') depth--
      at++
    }
  }
  return at
}
