/** Dockerfiles: stages, with the variables that are set in them. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'

const sample = `# syntax=docker/dockerfile:1
ARG V=1
FROM node:\${V} AS build
ENV A=b C="d e"
COPY --from=build /a /b
RUN echo $A && \\
  ls
CMD ["x", "y"]
`

/** A stage ends at the next `FROM`; without `AS` it has no name. */
function defineStage(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'as')
  if (name < 0) return
  let last = node
  for (let at = tree.after(node); at < tree.after(0) && !tree.is(at, 'from_instruction'); at = tree.after(at))
    if (tree.isNamed(at) && !tree.is(at, 'comment')) last = at
  const ordinal = file.define({
    node,
    kind: 'namespace',
    name,
    until: last,
    exported: true,
    opens: 'none',
    signature: oneLine(tree.textOf(node)),
  })
  stages.set(file, ordinal)
}

const oneLine = (text: string): string =>
  text
    .slice(0, 200)
    .replaceAll(/\\?\s+/g, ' ')
    .trim()

/** `ARG NAME=default`, `ENV A=b C=d` */
function defineVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const parent = stageOf(node, file)
  const text = tree.textOf(name)
  const qualified = parent < 0 ? text : `${file.symbol(parent)?.qualified_name}.${text}`
  if (file.ordinalNamed(qualified) >= 0) return
  const word = tree.is(node, 'arg_instruction') ? '' : 'ENV '
  file.define({ node, kind: 'variable', name, parent, signature: `${word}${oneLine(tree.textOf(node))}`, opens: 'none' })
}

/** The current stage, by file being read. */
const stages = new WeakMap<FileFactsBuilder, number>()

function stageOf(node: NodeIndex, file: FileFactsBuilder): number {
  const last = stages.get(file) ?? -1
  return file.tree.line(node) <= (file.symbol(last)?.end_line ?? 0) ? last : -1
}

export const dockerfile: CodeLanguage = {
  kind: 'code',
  grammar: 'dockerfile',
  sample,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: { from_instruction: defineStage, arg_instruction: defineVariable, env_pair: defineVariable },
  use: {
    variable: { name: 'reads' },
    image_spec: (node, file) => {
      // `FROM build AS final` continues a stage of this file.
      const name = file.tree.child(node, 'name')
      if (file.symbol(file.ordinalNamed(file.tree.textOf(name)))?.kind === 'namespace')
        file.use(file.tree.textOf(name), 'extends', name)
    },
    param: (node, file) => {
      const stage = /^--from=(\S+)$/.exec(file.tree.textOf(node))?.[1]
      if (stage === undefined || file.ordinalNamed(stage) < 0) return
      file.use(stage, 'references', node)
      const fact = file.facts.uses.at(-1)
      if (fact) fact.column += '--from='.length
    },
  },
  declared(file) {
    // Instructions of a stage belong to it.
    let stage = -1
    for (const statement of file.tree.children(0)) {
      if (file.tree.is(statement, 'from_instruction')) stage = file.owner[statement] ?? -1
      for (let at = statement; stage >= 0 && at < file.tree.after(statement); at++)
        if (file.owner[at] === -1) file.owner[at] = stage
    }
    file.facts.doc = file.docs.ofModule(0)
  },
}
