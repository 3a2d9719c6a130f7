/** Reads the class that a C or C++ type names: `const struct S *` is S, `std::unique_ptr<Foo>` is Foo. */
import type { TypeReading } from '../family.ts'

const builtin =
  /^(?:void|char|short|int|long|float|double|bool|_Bool|signed|unsigned|wchar_t|char(?:8|16|32)_t|s?size_t|ptrdiff_t|u?int(?:_fast|_least)?\d+_t|u?intptr_t|FILE|va_list|time_t|off_t|string)$/
const pointers =
  /^(?:std::|boost::|absl::)?(?:unique_ptr|shared_ptr|weak_ptr|intrusive_ptr|scoped_refptr|RefPtr|not_null|reference_wrapper|optional)$/

export function readCType(written: string): TypeReading {
  const text = written
    .replaceAll(
      /\b(?:const|volatile|struct|class|enum|union|typename|static|inline|extern|restrict|mutable|constexpr|virtual)\b/g,
      ' ',
    )
    .replaceAll(/__attribute__\s*\(\(.*?\)\)/g, ' ')
    .trim()
  if (/\[\s*\]\s*[*&]*$|\(/.test(text)) return undefined
  const bare = text.replace(/(?<![\s*&])[\s*&]+$/, '').trim()
  const [, head = '', args] =
    /^(?:::)?([\p{L}_][\p{L}\p{N}_]*(?:\s*::\s*[\p{L}_][\p{L}\p{N}_]*)*)\s*(?:<(.*)>)?$/su.exec(bare) ?? []
  if (head === '') return /^(?:unsigned|signed|long|short)\b/.test(bare) ? 'builtin' : undefined
  if (head === 'auto' || head === 'decltype') return undefined
  if (args !== undefined && pointers.test(head)) return readCType(firstOf(args))
  const path = head.split('::').map((part) => part.trim())
  return builtin.test(head) || path[0] === 'std' ? 'builtin' : { path }
}

const lists = /^(?:std::)?(?:vector|list|deque|array|set|unordered_set|span|initializer_list|forward_list|queue|stack)\s*<(.*)>$/s

/** `Foo *` and `Foo[]` are lists of Foo; so is `std::vector<Foo>`. */
export function elementOfCType(written: string): string | undefined {
  const text = written
    .replaceAll(/\bconst\b/g, '')
    .replace(/(?<![\s&])[\s&]+$/, '')
    .trim()
  const list = lists.exec(text)?.[1]
  if (list !== undefined) return firstOf(list)
  return /^(.+?)\s*(?:\*|\[\])$/s.exec(text)?.[1]
}

/** The first template argument. */
function firstOf(args: string): string {
  let depth = 0
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '<' || args[at] === '(') depth++
    else if (args[at] === '>' || args[at] === ')') depth--
    else if (args[at] === ',' && depth === 0) return args.slice(0, at).trim()
  }
  return args.trim()
}
