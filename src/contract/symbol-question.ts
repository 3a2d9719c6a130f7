/**
 * How a caller names a symbol: by a name, a qualified name, an anchor, or a position in a file. The index and the live search of
 * files use the same parser and the same matching rule.
 */
import { calledQualified } from './component-name.ts'
import type { SymbolFact } from './facts.ts'
import { modulePath } from './identity.ts'

/** `text`: as it was written. */
export type SymbolQuestion = { text: string } & (
  | { by: 'position'; path: string; line: number; column: number | null }
  /** `src.auth.Auth.login` of `sym:src.auth.Auth.login`, including a `~…` suffix. */
  | { by: 'anchor'; body: string }
  /** Dots between the parts, however the language writes them: `Auth::login`, `Auth#login`, `App\Auth->login`. */
  | { by: 'name'; name: string }
)

export type Position = Extract<SymbolQuestion, { by: 'position' }>

export function readSymbolQuestion(text: string): SymbolQuestion {
  const asked = text.trim()
  if (asked.startsWith('sym:')) return { text: asked, by: 'anchor', body: asked.slice('sym:'.length) }
  const [, path, line, column] = /^(?:\.\/)*(?!\.\/)(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(asked) ?? []
  if (path !== undefined && !asked.includes('::'))
    return { text: asked, by: 'position', path, line: Number(line), column: column === undefined ? null : Number(column) }
  const name = asked
    .replace(/^\\|^(?:crate|self|super)::/, '')
    // Elixir and Erlang append the number of arguments.
    .replace(/^([\w.!?]+)\/\d+$/, '$1')
    .replace(/\(\)$/, '')
    .replaceAll(/::|->|#|\\/g, '.')
  return { text: asked, by: 'name', name }
}

/** The name to look for in texts; '' for a position, which contains no name. */
export function lastName(question: SymbolQuestion): string {
  if (question.by === 'position') return ''
  const body = question.by === 'anchor' ? question.body.replace(/~[^~]*$/, '') : question.name
  return body.slice(body.lastIndexOf('.') + 1)
}

/** A symbol, with its file's path and package. */
export type SymbolInFile = {
  path: string
  symbol: Pick<SymbolFact, 'qualified_name' | 'tag'>
  /** The package or namespace that the file declares; '' when it declares none. */
  package: string
}

/** Whether the question names this symbol. A qualified name may leave out parts at its beginning, but none in the middle. */
export function meansSymbol(question: SymbolQuestion, { path, symbol, package: said }: SymbolInFile): boolean {
  const { qualified_name, tag } = symbol
  switch (question.by) {
    case 'name':
      return meansByName(question.name, path, qualified_name, said)
    case 'anchor': {
      const full = `${modulePath(path)}.${qualified_name}`
      return full === question.body || fitsMarked(question.body, full, path, tag)
    }
    case 'position':
      return false
    default:
      return question satisfies never
  }
}

/** `login`, `Auth.login`, optionally after the module, the folder (a package of Go) or the namespace that the file declares. */
function meansByName(wanted: string, path: string, qualified: string, said: string): boolean {
  if ([qualified, ...calledQualified(path, qualified)].some((called) => endsInto(called, wanted))) return true
  if (!wanted.endsWith(`.${qualified}`)) return false
  const front = wanted.slice(0, -qualified.length - 1)
  const module = modulePath(path)
  const folder = module.slice(0, Math.max(0, module.lastIndexOf('.')))
  return [module, folder, said.replaceAll(/\\|::|\//g, '.')].some((whole) => whole !== '' && endsInto(whole, front))
}

const endsInto = (whole: string, end: string): boolean => whole === end || whole.endsWith(`.${end}`)

/** `~` and the extension, the tag or the path: every form that was ever printed is accepted. */
function fitsMarked(body: string, full: string, path: string, tag: string): boolean {
  if (!body.startsWith(`${full}~`)) return false
  const mark = body.slice(full.length + 1)
  return mark === tag || mark === path || mark === `${path}~${tag}` || path.endsWith(`.${mark}`)
}
