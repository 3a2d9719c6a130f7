/** The package a Go file belongs to and the packages it imports. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export function declarePackage(node: NodeIndex, file: FileFactsBuilder): void {
  file.facts.package = file.tree.textOf(file.tree.childOfType(node, 'package_identifier'))
  file.facts.doc = file.docs.above(node)
  const build = /^\/\/go:build[ \t]+(\S.*)$/m.exec(file.tree.text.slice(0, file.tree.start(node)))?.[1]
  if (build !== undefined) file.facts.build = build.trim().slice(0, 500)
}

export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const path = tree.child(node, 'path')
  const module = tree.textOf(path).slice(1, -1)
  if (module === '') return
  const alias = tree.textOf(tree.child(node, 'name'))
  const kind = alias === '.' ? 'wildcard' : alias === '_' ? 'side-effect' : 'namespace'
  file.addImport(
    { module, name: '', alias: kind === 'namespace' ? alias || packageName(module) : '', kind, type_only: false },
    path,
  )
}

/** A package usually has the name of the last part of its path, without versions and `go-`. */
function packageName(path: string): string {
  const parts = path.split('/')
  const last = parts.at(-1) ?? ''
  const named = /^v\d+$/.test(last) && parts.length > 1 ? (parts.at(-2) ?? last) : last
  return named
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[-.]go$/, '')
    .replaceAll(/[^\p{L}\p{N}_]/gu, '_')
}

/** After the whole file: built-in names are not uses of a repo's symbols. Those that packages often redefine are left out. */
export function completeFile(file: FileFactsBuilder): void {
  for (const name of universe) file.scopes.declare(0, name, { local: true })
}

const universe = (
  '_ nil true false iota any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 ' +
  'uint32 uint64 uintptr append cap len make new panic recover'
).split(' ')
