/** `//go:build !nomsgpack`: is a file left out of a plain `go build`? Of systems and machines that cannot be said. */
import { splitTop } from '../split-top.ts'

/** Everything a build may set without being asked to. */
const given = new Set(
  (
    'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos unix ' +
    '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x sparc64 wasm cgo gc gccgo'
  ).split(' '),
)

export const isLeftOut = (constraint: string | undefined): boolean => constraint !== undefined && holds(constraint, 0) === false

/** Deeper brackets than this nobody writes. */
const DEEPEST = 16

/** true, false, or undefined where it depends on the machine. Tags of a project's own are not set. */
function holds(written: string, depth: number): boolean | undefined {
  const text = written.trim()
  if (depth > DEEPEST) return undefined
  const any = splitTop(text, '|').filter(Boolean)
  if (any.length > 1) return anyOf(any.map((part) => holds(part, depth + 1)))
  const all = splitTop(text, '&').filter(Boolean)
  if (all.length > 1) return not(anyOf(all.map((part) => not(holds(part, depth + 1)))))
  if (text.startsWith('!')) return not(holds(text.slice(1), depth + 1))
  if (text.startsWith('(') && text.endsWith(')')) return holds(text.slice(1, -1), depth + 1)
  return given.has(text) || /^go1\.\d+$/.test(text) || !/^[\p{L}\p{N}_.]+$/u.test(text) ? undefined : false
}

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value)

function anyOf(values: readonly (boolean | undefined)[]): boolean | undefined {
  if (values.includes(true)) return true
  return values.includes(undefined) ? undefined : false
}
