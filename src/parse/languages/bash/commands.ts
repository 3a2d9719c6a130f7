/**
 * The commands of a node. The grammar reads a line that starts with a backslash (`\cd`, `\. lib.sh`) as more arguments of the
 * command above: such an argument starts with the line end, and begins a command of its own.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export type Command = {
  /** As written, without the backslash that suppresses aliases; '' when it is computed. */
  name: string
  word: NodeIndex
  arguments: NodeIndex[]
}

export function commandsOf(node: NodeIndex, file: FileFactsBuilder): Command[] {
  const { tree } = file
  const name = tree.child(node, 'name')
  const word = name < 0 ? -1 : name + 1
  let last: Command = { name: nameOf(word, file), word, arguments: [] }
  const commands = [last]
  for (const argument of tree.childrenIn(node, 'argument')) {
    if (!startsLine(argument, file)) last.arguments.push(argument)
    else {
      last = { name: nameOf(argument, file), word: argument, arguments: [] }
      commands.push(last)
    }
  }
  return commands
}

const startsLine = (word: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(word, 'word') && /[\r\n]/.test(file.tree.text.charAt(file.tree.start(word)))

function nameOf(word: NodeIndex, file: FileFactsBuilder): string {
  return file.tree.is(word, 'word') ? file.tree.textOf(word).replace(/^\s*\\/, '') : ''
}
