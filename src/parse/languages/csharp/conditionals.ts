/**
 * The grammar knows `#if` around whole declarations and statements, not inside them. Where one cuts a declaration in two, the
 * file is misread around it; with only the first branch, just the other branches are lost.
 */

type Branch = { from: number; to: number }
type Conditional = { before: number; branches: Branch[]; marks: Branch[] }

/** As long as the text, with the same line ends. */
export function withoutBrokenConditionals(text: string): { text: string; isWhole: boolean } {
  const broken = conditionalsOf(text).filter((one) => isBroken(one, text))
  const others = broken.flatMap((one) => otherBranches(one, text))
  const isWhole = others.every(({ from, to }) => codeIn(text.slice(from, to)) === '')
  return { text: withoutParts(text, [...broken.flatMap(({ marks }) => marks), ...others]), isWhole }
}

function withoutParts(text: string, parts: readonly Branch[]): string {
  let shown = ''
  let at = 0
  for (const { from, to } of parts.toSorted((one, other) => one.from - other.from)) {
    if (to <= at) continue
    const start = Math.max(from, at)
    shown += text.slice(at, start) + text.slice(start, to).replaceAll(/[^\n]/g, ' ')
    at = to
  }
  return shown + text.slice(at)
}

const directive = /^[ \t]*#[ \t]*(if|elif|else|endif)\b.*$/gm

function conditionalsOf(text: string): Conditional[] {
  const open: Conditional[] = []
  const closed: Conditional[] = []
  for (const match of text.matchAll(directive)) {
    const mark = { from: match.index, to: match.index + match[0].length }
    if (match[1] === 'if') {
      open.push({ before: mark.from, branches: [{ from: mark.to, to: -1 }], marks: [mark] })
      continue
    }
    const current = open.at(-1)
    const branch = current?.branches.at(-1)
    if (!current || !branch) continue
    branch.to = mark.from
    current.marks.push(mark)
    if (match[1] === 'endif') closed.push(...open.splice(-1))
    else current.branches.push({ from: mark.to, to: -1 })
  }
  return closed
}

/** Anything but whole declarations, statements or attributes in a branch, or an incomplete one before or after it. */
function isBroken({ before, branches, marks }: Conditional, text: string): boolean {
  const lead = codeIn(text.slice(Math.max(0, before - LOOK_AROUND), before))
  if (lead !== '' && !/[;{}\]]$|\b(?:case\b[^;{}]*|default\s*):$/.test(lead)) return true
  const end = marks.at(-1)?.to ?? text.length
  if (goesOn.test(codeIn(text.slice(end, end + LOOK_AROUND)).trimStart())) return true
  // The grammar allows one attribute there; without the directives any number.
  if (branches.length === 1 && /\]$/.test(codeIn(text.slice(branches[0]?.from, branches[0]?.to)))) return true
  return branches.some(({ from, to }) => {
    const code = codeIn(text.slice(from, to))
    return (
      code !== '' &&
      (!/[;}\]]$/.test(code) || goesOn.test(code.trimStart()) || section.test(code.trimStart()) || !isBalanced(code))
    )
  })
}

/** Parts of a `switch`, around which the grammar does not know `#if`. */
const section = /^(?:case|default)\b/

/** No statement or declaration starts like this. */
const goesOn = /^(?:(?:else|catch|finally|when|where)\b|[.,;){:?&|=<>%/])/

/** A longer comment may be read as code; then a complete conditional is only treated as a broken one. */
const LOOK_AROUND = 2000

/** Without comments, strings, directives and trailing space. */
const codeIn = (text: string): string =>
  text
    .replace(/^[ \t]*#.*$/gm, '')
    .replace(/@"(?:[^"]|"")*"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|\/\/.*$|\/\*[\s\S]*?(?:\*\/|$)/gm, (part) =>
      part.startsWith('/') ? '' : '""',
    )
    .trimEnd()

function isBalanced(code: string): boolean {
  const closers: string[] = []
  for (const unit of code) {
    const closer = brackets[unit]
    if (closer) closers.push(closer)
    else if ((unit === ')' || unit === ']' || unit === '}') && closers.pop() !== unit) return false
  }
  return closers.length === 0
}

const brackets: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** All but the first that contains code. */
function otherBranches({ branches }: Conditional, text: string): Branch[] {
  const kept = branches.find(({ from, to }) => codeIn(text.slice(from, to)) !== '') ?? branches[0]
  return branches.filter((branch) => branch !== kept)
}
