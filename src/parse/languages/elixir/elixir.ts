/** Elixir. Its grammar knows only calls: their names decide what `def`, `alias` or `test` mean. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'
import { declareAttribute } from './declare-attributes.ts'
import { defineFields, defineFunction, functionWords } from './declare-functions.ts'
import { declareImport } from './declare-imports.ts'
import { defineImplementation, defineModule } from './declare-modules.ts'
import { declareMatch, declareStab } from './declare-names.ts'
import { declareTest } from './declare-tests.ts'
import { forgetAttributes, stateOf } from './file-state.ts'
import { useAlias, useAttribute, useCall, useIdentifier } from './uses.ts'

const sample = `defmodule A.B do
  @moduledoc """
  Doc #{1}
  """
  use C, x: 1
  alias D.{E, F}
  @type t(a) :: %__MODULE__{k: a} | String.t()
  @spec f(t, [x | y]) :: <<_::8>> when x: y
  def f(%{a: a} = m, k \\\\ ~w(a b)a) when is_map(m) and a > 0, do: m.a |> E.g(&h/1) |> then(&(&1 + 1))
  def f(_, _) do
    case @attr do
      {:ok, v} -> fn x -> x.(v) end
      _ -> "a #{b} c"
    end
  rescue
    e in [G] -> for x <- [1, 2], do: x
  end
end
`

type Declare = (node: NodeIndex, file: FileFactsBuilder) => void

const calls: Readonly<Record<string, Declare>> = {
  defmodule: (node, file) => defineModule(node, 'module', file),
  defprotocol: (node, file) => defineModule(node, 'interface', file),
  defimpl: defineImplementation,
  defstruct: defineFields,
  defexception: defineFields,
  alias: declareImport,
  import: declareImport,
  require: declareImport,
  use: declareImport,
  test: declareTest,
  property: declareTest,
  describe: declareTest,
  setup: declareTest,
  setup_all: declareTest,
}

function declareCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const target = tree.child(node, 'target')
  const word = tree.is(target, 'identifier') ? tree.textOf(target) : ''
  if (functionWords.has(word)) defineFunction(node, word, file)
  else if (Object.hasOwn(calls, word)) calls[word]?.(node, file)
  else return
  if (word !== 'alias' && word !== 'import') forgetAttributes(node, file)
}

export const elixir: CodeLanguage = {
  kind: 'code',
  grammar: 'elixir',
  sample,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: {
    replace: {
      arguments: '()',
      do_block: '',
      string: '""',
      charlist: '""',
      sigil: '""',
      list: '[]',
      map: '{}',
      tuple: '{}',
      binary_operator: '…',
      unary_operator: '…',
      anonymous_function: '…',
      access_call: '…',
    },
    spaced: [],
    drop: ['(', ')'],
  },
  declare: {
    call: declareCall,
    unary_operator: declareAttribute,
    binary_operator: declareMatch,
    stab_clause: declareStab,
    anonymous_function: { scope: 'block' },
  },
  use: {
    call: useCall,
    identifier: useIdentifier,
    alias: useAlias,
    unary_operator: useAttribute,
  },
  declared(file) {
    if (file.facts.doc === '') file.facts.doc = stateOf(file).module_doc || file.docs.ofModule(0)
  },
}
