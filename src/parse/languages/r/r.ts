/** R: functions are named values; classes are created by calls. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'
import { declareAssignment, declareCall, declareMember, declareParameters, isInTest } from './declare.ts'

const sample = `#' Doc
#' @export
f <- function(x, y = 2, ...) { z <- g(x); z$a[["b"]] + pkg::h(y) }
\`%+%\` = \\(a, b) a
if (TRUE) for (i in 1:10) repeat break else while (FALSE) next
K <- R6Class("K", public = list(m = function() self$m()))
`

export const r: CodeLanguage = {
  kind: 'code',
  grammar: 'r',
  sample,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: {
    replace: { arguments: '()', string: '""', subset: '[]', subset2: '[]', function_definition: '…', binary_operator: '…' },
    spaced: [],
    drop: ['(', ')'],
  },
  declare: {
    binary_operator: declareAssignment,
    call: declareCall,
    function_definition: { scope: 'function' },
    parameters: declareParameters,
    argument: declareMember,
    for_statement: (node, file) => bindLoop(node, file),
  },
  use: {
    identifier: { name: 'reads' },
    call: { call: 'function' },
    extract_operator: { object: 'lhs', property: 'rhs' },
    namespace_operator: { object: 'lhs', property: 'rhs', use: 'references' },
    binary_operator: (node, file) => {
      const operator = file.tree.textOf(file.tree.child(node, 'operator'))
      if (/^(?:<-|<<-|=)$/.test(operator)) file.intend(file.tree.child(node, 'lhs'), 'writes')
      else if (/^->>?$/.test(operator)) file.intend(file.tree.child(node, 'rhs'), 'writes')
    },
    argument: (node, file) => file.notAUse(file.tree.child(node, 'name')),
    parameter: (node, file) => file.notAUse(file.tree.child(node, 'name')),
  },
  defined(symbol, node, file) {
    // roxygen: `#'` is a documentation comment.
    symbol.doc = symbol.doc.replaceAll(/^' ?/gm, '')
    if (/^@export\b/m.test(symbol.doc)) symbol.exported = true
    if (isInTest(node, file)) symbol.test = true
  },
  declared(file) {
    file.facts.doc = file.docs.ofModule(0).replaceAll(/^' ?/gm, '')
  },
}

function bindLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'variable')
  if (name < 0) return
  if (file.isLocalScope(node)) file.bind({ name, at: node, role: 'variable' })
  else file.notAUse(name)
}
