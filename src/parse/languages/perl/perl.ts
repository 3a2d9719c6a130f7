/** Perl: packages, subs in all their forms, `our` and constants, POD as doc. The sigil tells what a name is. */
import type { CodeLanguage } from '../../language.ts'
import { declareExports, declareRequire, declareUse, useHeritageCall, useIsa, useParents } from './declare-imports.ts'
import { definePackage } from './declare-packages.ts'
import { bindParameter, defineAnonymous, defineSub } from './declare-subs.ts'
import { declareLoop, declareVariables, defineAttributes } from './declare-values.ts'
import { completeDefinition, completeFile, notePod } from './pod.ts'
import { useBareword, useFunction, useMethod, useTarget, useVariable } from './uses.ts'

const sample = `package App::Store;
use strict;
use parent -norequire, 'Base';
use List::Util qw(first max);
use constant { A => 1, B => 2 };
our ($VERSION, @list) = ('1.0', 1);
my $helper = sub { return shift };

=head2 run

Runs it.

=cut

sub run ($self, $x = 1, @rest) {
  my %seen = map { $_ => 1 } @rest;
  $self->other($x)->{name}[0] = "hi $x @{[ max(1, 2) ]}";
  for my $i (1, 2) { $list[$i]++ unless $seen{$i} =~ /a(b)?/x }
  local $_ = App::Other->new(a => \\&run);
  return $helper->(A) || $App::Other::VERSION;
}
sub ahead;
package App::Two { sub two { eval { main::go() } or die } }
*alias = sub { 1 };
print <<"END";
text $VERSION
END
1;
`

export const perl: CodeLanguage = {
  kind: 'code',
  grammar: 'perl',
  sample,
  // `s/a/$1->/`: the grammar continues after the arrow, up to the next slash wherever that is.
  mask: (text) => text.replaceAll('->/', '  /'),
  comments: ['comment', 'pod'],
  wrappers: [],
  decorators: [],
  receiver: {
    replace: { string_literal: '""', interpolated_string_literal: '""' },
    spaced: [],
    drop: [],
    dropFields: ['arguments', 'index'],
  },
  declare: {
    pod: notePod,
    package_statement: definePackage,
    class_statement: definePackage,
    subroutine_declaration_statement: defineSub,
    method_declaration_statement: defineSub,
    anonymous_subroutine_expression: defineAnonymous,
    mandatory_parameter: bindParameter,
    optional_parameter: bindParameter,
    slurpy_parameter: bindParameter,
    named_parameter: bindParameter,
    variable_declaration: declareVariables,
    ambiguous_function_call_expression: defineAttributes,
    function_call_expression: defineAttributes,
    assignment_expression: declareExports,
    use_statement: declareUse,
    require_expression: declareRequire,
    for_statement: declareLoop,
    try_statement: declareLoop,
    block: { scope: 'block' },
    block_statement: { scope: 'block' },
  },
  use: {
    function: useFunction,
    method_call_expression: useMethod,
    bareword: useBareword,
    scalar: useVariable,
    array: useVariable,
    hash: useVariable,
    arraylen: useVariable,
    container_variable: useVariable,
    slice_container_variable: useVariable,
    keyval_container_variable: useVariable,
    coderef_call_expression: (node, file) => file.intend(file.tree.namedChildren(node)[0] ?? -1, 'calls'),
    use_statement: useParents,
    assignment_expression: (node, file) => {
      useIsa(node, file)
      useTarget('left')(node, file)
    },
    localization_expression: useTarget(''),
    postinc_expression: useTarget('operand'),
    preinc_expression: useTarget('operand'),
    ambiguous_function_call_expression: useHeritageCall,
    function_call_expression: useHeritageCall,
    attrlist: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
