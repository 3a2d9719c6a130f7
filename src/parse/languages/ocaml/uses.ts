/** Uses of OCaml: a path is the last name in it, with the modules before it as receiver. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex, Visit } from '../../language.ts'

export function usePath(nameType: string, fallback: EdgeKind): Visit {
  return (node, file) => {
    const { tree } = file
    const name = tree.namedChildren(node).findLast((one) => tree.is(one, nameType)) ?? -1
    if (name < 0 || file.intents[node] === NOT_A_USE || file.intents[name] === NOT_A_USE) return
    const path = tree.childOfType(node, 'module_path')
    const text = tree.textOf(name)
    const receiver = tree.textOf(path).replaceAll(/\s+/g, '').slice(0, 120)
    if (receiver === '' && (standard.has(text) || file.scopes.isLocal(file.scope[name] ?? 0, text))) return
    file.use(text, file.intentOf(node) ?? fallback, name, receiver)
  }
}

export function useApplication(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.child(node, 'function'), 'calls')
}

const standard: ReadonlySet<string> = new Set(
  `int float string bool char unit bytes list array option exn ref result true false not fst snd ignore raise failwith
  invalid_arg print_endline print_string Some None Ok Error`.split(/\s+/),
)
