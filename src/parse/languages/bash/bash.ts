/** Bash and similar shells, as tables. Functions and variables are separate namespaces: `foo` calls, `$foo` reads. */
import type { CodeLanguage } from '../../language.ts'
import { isBuiltin } from './builtins.ts'
import { completeFile, declareCommand } from './declare-commands.ts'
import { declareAssignment, declareLoop, declareVariables } from './declare-variables.ts'
import { mend } from './mend.ts'
import { defineUnread } from './unread.ts'
import { useCommand, useDeclaration, useUnset, useVariable } from './uses.ts'

const sample = `#!/bin/bash
# doc
function f { local -r x="\${1:-$(g "$y")}" z; [[ $x =~ a ]] && return 1; }
g () ( echo "$((x + 1))" | f 2>&1 )
export A=1 B=(a "b c")
for i in "$@"; do case $i in -h|--help) f;; *) A+=x;; esac; done
while read -r line; do source ./lib.sh; done < <(f)
cat <<EOF
$A
EOF
alias ll='ls -l'
`

export const bash: CodeLanguage = {
  kind: 'code',
  grammar: 'bash',
  sample,
  mend,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    function_definition: { define: 'function' },
    declaration_command: declareVariables,
    variable_assignment: declareAssignment,
    for_statement: declareLoop,
    command: declareCommand,
  },
  use: {
    command: useCommand,
    variable_name: useVariable,
    variable_assignment: { intend: { name: 'writes' } },
    subscript: { pass: 'name' },
    declaration_command: useDeclaration,
    unset_command: useUnset,
  },
  defined(symbol) {
    if (symbol.kind === 'function' && symbol.parent < 0 && !symbol.test) symbol.exported = true
  },
  declared(file) {
    defineUnread(file)
    completeFile(file)
    file.facts.doc = file.docs.ofModule(0)
    for (const name of isBuiltin.variables) file.scopes.declare(0, name, { local: true })
  },
}
