/** Packages: `package A::B;` extends to the next one or to the end of its block, `package A::B { … }` covers its own block. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { packageAround } from './file-state.ts'
import { defineWord, splitName, wordAt } from './words.ts'

export function definePackage(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0 || tree.start(name) === tree.end(name)) return
  const block = tree.childOfType(node, 'block')
  const until = block < 0 ? lastOf(node, file) : node
  const isClass = tree.is(node, 'class_statement') || looksLikeClass(tree.text.slice(tree.start(node), tree.end(until)))
  const definition = {
    node,
    until,
    kind: isClass ? ('class' as const) : ('module' as const),
    body: block < 0 ? tree.childOfType(node, ';') : block,
    // A package's full name is its written name, whatever package contains it. Names declared by `my` are independent of
    // packages.
    parent: -1,
    qualifier: splitName(tree.textOf(name)).owner.replaceAll('::', '.'),
    exported: true,
    opens: 'none' as const,
    binds: false,
  }
  const ordinal = defineWord(wordAt(name, file), definition, file)
  // What follows is not a child of the statement, but belongs to it.
  if (block < 0) file.owner[tree.parent(node)] = ordinal
}

/** Last sibling before the next package, or before the code ends. */
function lastOf(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const end = tree.after(tree.parent(node))
  let last = node
  for (let at = tree.after(node); at < end; at = tree.after(at)) {
    const isNext = tree.is(at, 'package_statement', 'class_statement') && tree.childOfType(at, 'block') < 0
    if (isNext || tree.is(at, 'eof_marker', '}')) break
    if (!tree.is(at, 'pod', 'comment')) last = at
  }
  return last
}

/** Deep nesting must not read the same text repeatedly. */
const LOOKED_AT = 20_000
const signs =
  /\bbless\b[^;]{0,400},\s*(?:\$(?:class|proto|package)\b|__PACKAGE__|\(?ref\b|shift\b|\$_\[0\])|\bsub\s+new\b|\buse\s+(?:fields|Mojo::Base\s+(?:['"]|-base|-role)|Moo|Moose|Mouse|Mojo::Base\b(?!\s+-strict)|Role::Tiny|Class::\w+|Object::\w+|Test::Class)\b/

/** From anything but Exporter, which only provides functions. */
const descends = /(?:@ISA\s*=|\bpush\s*(?:\(\s*)?@ISA\s*,|\buse\s+(?:parent|base)\b)(?!\W*(?:qw\W+)?Exporter\b)/

/** Up to the next package: one in a block of its own says nothing about this one. */
function looksLikeClass(text: string): boolean {
  const [own = ''] = text.slice('package'.length, LOOKED_AT).split(/(?<![^\n])[^\S\n]*package\b/, 1)
  return signs.test(own) || descends.test(own)
}

export const isInClass = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  file.symbol(packageAround(node, file))?.kind === 'class'
