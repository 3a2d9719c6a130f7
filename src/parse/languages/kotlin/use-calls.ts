/** Calls of Kotlin: a bare name, or a member, with its arguments. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { argumentsOf } from './arguments.ts'
import { useBareName } from './implicit-receiver.ts'
import { useBefore } from './uses.ts'
import { receiverOf } from './value-type.ts'

export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [callee = -1] = tree.children(node)
  if (tree.is(callee, 'identifier')) {
    file.intend(callee, 'calls')
    useBareName(callee, file, 'calls', argumentsOf(node, file))
    file.notAUse(callee)
    return
  }
  if (!tree.is(callee, 'navigation_expression')) return
  const [object = -1] = tree.children(callee)
  const name = tree.namedChildren(callee).at(-1) ?? -1
  if (!tree.is(name, 'identifier') || name === object) return
  useBefore(object, file)
  file.notAUse(callee)
  file.notAUse(name)
  if (tree.textOf(name) !== '') file.use(file.nameOf(name), 'calls', name, receiverOf(object, file), argumentsOf(node, file))
}
