/**
 * Which files of a Go package are not built together: `//go:build !nomsgpack`, `pipe_linux.go`. A project's own tags are not set
 * in a plain build. Systems and machines are unknown, unless the using file is itself restricted to one.
 */
import { baseName } from '../folders.ts'
import { splitTop } from '../split-top.ts'

const systems = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos'.split(
    ' ',
  ),
)
const machines = new Set(
  '386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x sparc64 wasm'.split(' '),
)
const others = new Set(['unix', 'cgo', 'gc', 'gccgo'])

/** The combined constraint of a file's name and its `//go:build` line; '' for none. */
export function constraintOf(path: string, build: string | undefined): string {
  const parts = baseName(path)
    .replace(/(_test)?\.go$/, '')
    .split('_')
    .slice(1)
  const [last = '', before = ''] = parts.reverse()
  const named = machines.has(last)
    ? [before, last].filter((part) => systems.has(part) || part === last)
    : [last].filter((part) => systems.has(part))
  return [...named, ...(build === undefined ? [] : [`(${build})`])].join(' && ')
}

/** Is a file left out of a plain build, or of the one that a file with the constraint `beside` is part of? */
export function isLeftOut(constraint: string, beside = ''): boolean {
  return constraint !== '' && holds(constraint, assumedBy(beside), 0) === false
}

/** The tags that are certain when a constraint holds: all that it requires together. */
function assumedBy(constraint: string): Map<string, boolean> {
  const assumed = new Map<string, boolean>()
  const terms = [constraint]
  for (let term = terms.pop(); term !== undefined; term = terms.pop()) {
    const text = term.trim()
    const all = splitTop(text, '&').filter(Boolean)
    if (splitTop(text, '|').length > 1 || assumed.size > 50) continue
    if (all.length > 1) terms.push(...all)
    else if (isBracketed(text)) terms.push(text.slice(1, -1))
    else if (tag.test(text)) assumed.set(text.replace('!', ''), !text.startsWith('!'))
  }
  const system = [...assumed].find(([name, isSet]) => isSet && systems.has(name))?.[0]
  for (const other of system === undefined ? [] : systems) if (!assumed.has(other)) assumed.set(other, false)
  return assumed
}

const tag = /^!?[\p{L}\p{N}_.]+$/u
const isBracketed = (text: string): boolean => text.startsWith('(') && text.endsWith(')')

/** Nobody nests brackets deeper than this. */
const DEEPEST = 16

/** true, false, or undefined where it depends on the machine. */
function holds(written: string, assumed: ReadonlyMap<string, boolean>, depth: number): boolean | undefined {
  const text = written.trim()
  if (depth > DEEPEST) return undefined
  const any = splitTop(text, '|').filter(Boolean)
  if (any.length > 1) return anyOf(any.map((part) => holds(part, assumed, depth + 1)))
  const all = splitTop(text, '&').filter(Boolean)
  if (all.length > 1) return not(anyOf(all.map((part) => not(holds(part, assumed, depth + 1)))))
  if (text.startsWith('!')) return not(holds(text.slice(1), assumed, depth + 1))
  if (isBracketed(text)) return holds(text.slice(1, -1), assumed, depth + 1)
  if (assumed.has(text)) return assumed.get(text)
  return dependsOnMachine(text) || !tag.test(text) ? undefined : false
}

const dependsOnMachine = (name: string): boolean =>
  systems.has(name) || machines.has(name) || others.has(name) || /^go1\.\d+$/.test(name)

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value)

function anyOf(values: readonly (boolean | undefined)[]): boolean | undefined {
  if (values.includes(true)) return true
  return values.includes(undefined) ? undefined : false
}
