/** What a caller means by a symbol: a name, a qualified name, an anchor, or a place in a file. */
import type { SymbolFact } from '../contract/facts.ts'
import { modulePath } from '../contract/identity.ts'

export type SymbolQuestion =
  | { by: 'place'; path: string; line: number; column: number | null }
  /** `src.auth.Auth.login` of `sym:src.auth.Auth.login`, with its mark if it has one. */
  | { by: 'anchor'; body: string }
  /** Dots between the parts, however the language writes them. */
  | { by: 'name'; name: string }

export function readSymbolQuestion(text: string): SymbolQuestion {
  const trimmed = text.trim()
  if (trimmed.startsWith('sym:')) return { by: 'anchor', body: trimmed.slice(4) }
  const place = /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(trimmed)
  if (place && !trimmed.includes('::')) {
    const path = (place[1] ?? '').replace(/^(?:\.\/)+/, '')
    return { by: 'place', path, line: Number(place[2]), column: place[3] === undefined ? null : Number(place[3]) }
  }
  const name = trimmed.replace(/\(\)$/, '').replaceAll(/::|->|#/g, '.')
  return { by: 'name', name }
}

/** The name to look for in texts; '' for a place, which has none of its own. */
export function lastName(question: SymbolQuestion): string {
  if (question.by === 'place') return ''
  const body = question.by === 'anchor' ? question.body.replace(/~[^~]*$/, '') : question.name
  return body.split('.').at(-1) ?? ''
}

/** Whether the question means this symbol. A qualified name may leave out what stands before it, never a part between. */
export function meansSymbol(question: SymbolQuestion, path: string, symbol: Pick<SymbolFact, 'qualified_name' | 'tag'>): boolean {
  const full = `${modulePath(path)}.${symbol.qualified_name}`
  switch (question.by) {
    case 'name':
      return full === question.name || full.endsWith(`.${question.name}`)
    case 'anchor':
      return full === question.body || fitsMarked(question.body, full, path, symbol.tag)
    case 'place':
      return false
    default:
      return question satisfies never
  }
}

/** `~` and the extension, the tag or the path: whatever was once printed is still understood. */
function fitsMarked(body: string, full: string, path: string, tag: string): boolean {
  if (!body.startsWith(`${full}~`)) return false
  const mark = body.slice(full.length + 1)
  return mark === tag || mark === path || path.endsWith(`.${mark}`)
}
