/** Terraform and other HCL: blocks with labels, named as in expressions (`var.name`, `aws_s3_bucket.logs`). */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'
import { withoutQuotes } from '../defined-by.ts'

const sample = `# doc
resource "a" "b" {
  x = var.y
  z = [for k, v in local.m : "\${k}-\${v}" if v != ""]
  dynamic "d" { for_each = data.a.b[0].c }
  t = <<-EOT
    a
  EOT
}
locals { m = { a = 1 } }
`

/** Block → kind, and the prefix of its labels in an expression. */
const blocks: Readonly<Record<string, readonly [kind: SymbolKind, prefix: string]>> = {
  resource: ['struct', ''],
  data: ['struct', 'data'],
  ephemeral: ['struct', 'ephemeral'],
  variable: ['variable', 'var'],
  module: ['module', 'module'],
  output: ['property', 'output'],
  provider: ['module', 'provider'],
  check: ['function', 'check'],
}

function defineBlock(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [type = -1, ...labels] = tree.namedChildren(node).filter((one) => tree.is(one, 'identifier', 'string_lit'))
  file.notAUse(type)
  const isTop = tree.is(tree.parent(tree.parent(node)), 'config_file')
  const word = tree.textOf(type)
  if (word === 'locals' && isTop) defineLocals(node, file)
  const name = labels.at(-1) ?? -1
  if (!isTop || name < 0) return
  const [kind, prefix] = (Object.hasOwn(blocks, word) ? blocks[word] : undefined) ?? (['struct', word] as const)
  const before = labels.slice(0, -1).map((label) => withoutQuotes(tree.textOf(label)))
  const ordinal = file.define({
    node,
    kind,
    name,
    nameText: withoutQuotes(tree.textOf(name)),
    qualifier: [prefix, ...before].filter((part) => part !== '').join('.'),
    parent: -1,
    body: tree.childOfType(node, 'block_start'),
    type: attributeText(node, 'type', file),
    exported: true,
    opens: 'none',
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (!symbol) return
  if (tree.is(name, 'string_lit')) symbol.name_column++
  if (symbol.doc === '') symbol.doc = withoutQuotes(attributeText(node, 'description', file))
  const source = word === 'module' ? attribute(node, 'source', file) : -1
  const module = withoutQuotes(tree.textOf(source))
  if (source >= 0 && module !== '') file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only: false }, source)
}

function defineLocals(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const item of tree.namedChildren(tree.childOfType(node, 'body'))) {
    const name = tree.childOfType(item, 'identifier')
    if (!tree.is(item, 'attribute') || name < 0) continue
    const signature = tree
      .textOf(item)
      .slice(0, 160)
      .replace(/(?<!\s)\s*\n[\s\S]*/, ' …')
    file.define({ node: item, kind: 'constant', name, qualifier: 'local', parent: -1, signature, opens: 'none', binds: false })
  }
}

function attribute(block: NodeIndex, name: string, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const items = tree.namedChildren(tree.childOfType(block, 'body'))
  const found = items.find((item) => tree.is(item, 'attribute') && tree.textOf(tree.childOfType(item, 'identifier')) === name)
  return found === undefined ? -1 : tree.childOfType(found, 'expression')
}
const attributeText = (block: NodeIndex, name: string, file: FileFactsBuilder): string =>
  file.typeText(attribute(block, name, file))

/** `var.name.x`, `data.aws_ami.ubuntu.id`, `aws_s3_bucket.logs[0].id`: the named block, not its attribute. */
function useReference(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const first = tree.childOfType(node, 'identifier')
  const word = tree.textOf(first)
  if (first < 0 || /^(?:each|count|self|path|terraform)$/.test(word)) return
  const parts: NodeIndex[] = []
  const depth = word === 'data' || word === 'ephemeral' ? 2 : 1
  for (
    let at = tree.after(node);
    at < tree.after(tree.parent(node)) && parts.length < depth && tree.is(at, 'get_attr');
    at = tree.after(at)
  )
    parts.push(tree.childOfType(at, 'identifier'))
  const name = parts.at(-1) ?? -1
  if (parts.length < depth || name < 0) return
  const receiver = [first, ...parts.slice(0, -1)].map((part) => tree.textOf(part)).join('.')
  file.use(tree.textOf(name), 'reads', name, receiver)
}

export const terraform: CodeLanguage = {
  kind: 'code',
  grammar: 'hcl',
  sample,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: { block: defineBlock },
  use: {
    variable_expr: useReference,
    attribute: (node, file) => {
      // `name = "x"` in a `.tfvars` file sets a variable.
      const name = file.tree.childOfType(node, 'identifier')
      if (file.tree.is(file.tree.parent(file.tree.parent(node)), 'config_file'))
        file.use(file.tree.textOf(name), 'writes', name, 'var')
    },
  },
  declared(file) {
    file.facts.doc = file.docs.ofModule(0)
  },
}
