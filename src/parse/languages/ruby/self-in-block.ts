/** The object whose methods a bare name calls in a block: another object may run the blocks of a DSL. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'

/** Blocks nested deeper are hostile or generated. */
const MAX_BLOCKS = 64

const evaluating = /^(?:instance|class|module)_(?:eval|exec)$/
const making: ReadonlySet<string> = new Set(['Class.new', 'Module.new', 'Struct.new', 'Data.define'])
/** Calls outside of methods whose blocks know the definitions next to them. */
const keeping =
  /^(?:describe|context|feature|scenario|it|its|specify|example|before|after|around|let!?|subject!?|shared_examples\w*|shared_context|expect|aggregate_failures|test|setup|teardown|should|assert\w*|refute\w*|loop|lambda|proc|catch|at_exit|fork|namespace|task|file|multitask)$/

/** Is it unknown which object runs this code? */
export function isRunElsewhere(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const bare: string[] = []
  const nearest = runnersIn(tree)
  let at = node
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    at = nearest[tree.parent(at)] ?? -1
    if (!tree.is(at, 'block', 'do_block')) break
    const call = tree.parent(at)
    const word = tree.is(call, 'call') ? tree.textOf(tree.child(call, 'method')) : ''
    const receiver = tree.child(call, 'receiver')
    if (word === 'define_method') return false
    if (evaluating.test(word) || making.has(`${tree.textOf(receiver)}.${word}`)) return !isDefined(call, file)
    if (word !== '' && receiver < 0) bare.push(word)
  }
  if (tree.is(at, 'method', 'singleton_method')) return false
  return at >= 0 ? bare.some((word) => word !== 'test') : bare.some((word) => !keeping.test(word))
}

/** `Point = Struct.new(:x) do … end` is a class, and the block its body. */
const isDefined = (call: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(file.tree.parent(call), 'assignment') && file.tree.is(file.tree.child(file.tree.parent(call), 'left'), 'constant')

const known = new WeakMap<SyntaxTree, Int32Array>()
/**
 * For each node the nearest ancestor, itself included, that decides which object runs the code; -1: none. Walking up from every
 * call would be quadratic.
 */
function runnersIn(tree: SyntaxTree): Int32Array {
  const found = known.get(tree)
  if (found) return found
  const nearest = new Int32Array(tree.count)
  for (let node = 0; node < tree.count; node++) {
    const isRunner = tree.is(node, 'block', 'do_block', 'method', 'singleton_method', 'class', 'module')
    nearest[node] = isRunner ? node : node === 0 ? -1 : (nearest[tree.parent(node)] as number)
  }
  known.set(tree, nearest)
  return nearest
}
