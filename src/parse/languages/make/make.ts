/** Makefiles: targets and variables. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'

const sample = `# doc
CC := gcc
export A ?= b
define H
x
endef
include common.mk
.PHONY: all
all: b.o $(OBJS) | dir
	@$(CC) -o $@ $^ $(call f,x)
%.o: %.c ; cc $<
ifeq ($(X),1)
Y += 2
endif
`

/** Every plain target of a rule; patterns and special targets of Make (`.PHONY`) do not count. */
function defineTargets(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const targets = tree.namedChildren(tree.childOfType(node, 'targets')).filter((one) => isTarget(tree.textOf(one)))
  const recipe = tree.childOfType(node, 'recipe')
  const height = heightOf(node, file)
  const head = tree.text.slice(tree.start(node), recipe < 0 ? tree.end(node) : tree.start(recipe)).slice(0, 240)
  // `all: x` and `all: y` add to one target; the rule with the recipe, or the first, represents it.
  for (const name of targets) {
    if (recipe < 0 && file.ordinalNamed(tree.textOf(name)) >= 0) continue
    const ordinal = file.define({
      node: targets.length === 1 ? node : name,
      kind: 'function',
      name,
      // The grammar reads what follows a recipe as part of it.
      parent: -1,
      span: node,
      signature: head.replaceAll(/\\?\s+/g, ' ').trim(),
      exported: true,
      opens: 'none',
    })
    setHeight(ordinal, height, file)
  }
}

/** In lines. A node of this grammar includes the empty lines after it. */
const heightOf = (node: NodeIndex, file: FileFactsBuilder): number => file.tree.textOf(node).trimEnd().split('\n').length

function setHeight(ordinal: number, height: number, file: FileFactsBuilder): void {
  const symbol = file.symbol(ordinal)
  if (symbol) symbol.end_line = symbol.start_line + height - 1
}

const isTarget = (text: string): boolean => !/[%$*?]/.test(text) && !/^\.[A-Z]/.test(text) && text !== ''

function defineVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  // `A?=b` without spaces: the grammar reads the `?` as part of the name.
  const text = tree.textOf(name).replace(/(?<![?+:!])[?+:!]+$/, '')
  if (!tree.is(name, 'word') || text === '' || variables(file).has(text)) return
  variables(file).add(text)
  const ordinal = file.define({
    node: name,
    kind: tree.is(node, 'define_directive') ? 'macro' : 'variable',
    name,
    nameText: text,
    parent: -1,
    span: node,
    signature: (tree.textOf(node).slice(0, 200).split('\n', 1)[0] ?? '').trim(),
    opens: 'none',
    owns: false,
    exported: true,
  })
  file.notAUse(name)
  setHeight(ordinal, heightOf(node, file), file)
}

const seen = new WeakMap<FileFactsBuilder, Set<string>>()
function variables(file: FileFactsBuilder): Set<string> {
  let names = seen.get(file)
  if (!names) {
    names = new Set()
    seen.set(file, names)
  }
  return names
}

export const make: CodeLanguage = {
  kind: 'code',
  grammar: 'make',
  sample,
  comments: ['comment'],
  wrappers: ['export_directive'],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    rule: defineTargets,
    variable_assignment: defineVariable,
    define_directive: defineVariable,
    include_directive: (node, file) => {
      for (const name of file.tree.namedChildren(file.tree.child(node, 'filenames')))
        file.addImport({ module: file.tree.textOf(name), name: '', alias: '', kind: 'wildcard', type_only: false }, name)
    },
  },
  use: {
    variable_reference: (node, file) => {
      const name = file.tree.childOfType(node, 'word')
      if (name >= 0 && !/^(?:MAKE|MAKEFLAGS|CURDIR|SHELL|MAKECMDGOALS)$/.test(file.tree.textOf(name)))
        file.use(file.tree.textOf(name), 'reads', name)
    },
    variable_assignment: (node, file) => {
      const name = file.tree.child(node, 'name')
      if (file.tree.is(name, 'word') && file.intents[name] === 0) file.use(file.tree.textOf(name), 'writes', name)
    },
    prerequisites: (node, file) => {
      for (const name of file.tree.namedChildren(node))
        if (file.tree.is(name, 'word') && isTarget(file.tree.textOf(name))) file.use(file.tree.textOf(name), 'references', name)
    },
  },
  declared(file) {
    file.facts.doc = file.docs.ofModule(0)
  },
}
