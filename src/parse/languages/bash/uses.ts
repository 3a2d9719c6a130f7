/** Uses of Bash that a table cannot express: which command a word is, and names that are not called. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { isBuiltin } from './builtins.ts'
import { commandsOf } from './commands.ts'

const NAME = /^[\p{L}_][\p{L}\p{N}_.:@+-]*$/u

export function useCommand(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const { name, word, arguments: given } of commandsOf(node, file)) {
    if (name !== '') useWord(word, name, 'calls', file)
    // Bats' `run` calls its argument; `trap clean EXIT` calls it later.
    const named =
      name === 'run' || name === 'trap' ? (given.find((one) => !tree.text.startsWith('-', tree.start(one))) ?? -1) : -1
    if (named >= 0) useWord(named, tree.textOf(named), name === 'run' ? 'calls' : 'references', file)
  }
}

function useWord(word: NodeIndex, name: string, use: 'calls' | 'references', file: FileFactsBuilder): void {
  const { tree } = file
  if (
    file.intents[word] === NOT_A_USE ||
    !tree.is(word, 'word') ||
    !NAME.test(name) ||
    (isBuiltin.command(name) && file.ordinalNamed(name) < 0)
  )
    return
  file.use(name, use, word)
  const fact = file.facts.uses.at(-1)
  const before = tree.textOf(word).slice(0, -name.length)
  if (!fact || before === '') return
  const lines = before.split('\n')
  fact.line += lines.length - 1
  fact.column = lines.length > 1 ? (lines.at(-1)?.length ?? 0) + 1 : fact.column + before.length
}

/** `export -f name` names a function, `export NAME` a variable that it changes. */
export function useDeclaration(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node)
  const ofFunctions = parts.some((part) => tree.is(part, 'word') && /^-\w*[fF]/.test(tree.textOf(part)))
  for (const part of parts) if (tree.is(part, 'variable_name')) useNamed(part, ofFunctions, file)
}

export function useUnset(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node)
  const ofFunctions = parts.some((part) => tree.is(part, 'word') && /^-\w*f/.test(tree.textOf(part)))
  for (const part of parts) if (tree.is(part, 'variable_name')) useNamed(part, ofFunctions, file)
}

function useNamed(name: NodeIndex, isFunction: boolean, file: FileFactsBuilder): void {
  if (!isFunction) file.intend(name, 'writes')
  else if (!file.scopes.isLocal(0, file.tree.textOf(name))) {
    file.notAUse(name)
    file.use(file.tree.textOf(name), 'references', name)
  }
}

/** `$1` is an argument, not a use. */
export function useVariable(node: NodeIndex, file: FileFactsBuilder): void {
  if (!/^\d/.test(file.tree.text.charAt(file.tree.start(node)))) file.useName(node, 'reads')
}
