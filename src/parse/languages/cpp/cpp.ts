/** C++: the tables of C, plus classes, namespaces, templates and lambdas. */
import type { CodeLanguage } from '../../language.ts'
import { cDeclare, cReceiver, cUse } from '../c/c.ts'
import { completeDefinition } from '../c/complete.ts'
import {
  completeFile,
  declareCapture,
  declareLambda,
  declareLoopVariable,
  declareNamespaceAlias,
  declareTypeParameter,
  declareUsing,
} from '../c/declare-names.ts'
import { defineAlias, defineConcept, defineNamespace, defineType } from '../c/declare-types.ts'
import { declareParameter } from '../c/declare-values.ts'
import { makeReady } from '../c/ready/ready.ts'
import { useInitializer, useQualified, useTypeName } from '../c/uses.ts'

const sample = `// Doc.
#include <vector>
namespace a::b { inline namespace v1 { namespace { int hidden; } } }
namespace fs = std::filesystem;
using namespace std; using std::string;
template <typename T, int N = 3> class Foo final : public Base<T>, virtual private ns::Other {
 public:
  explicit Foo(int x) : a_(x), Base<T>(x) {}
  ~Foo() override = default;
  operator bool() const noexcept { return true; }
  friend class Bar;
  template <class U> auto get(U&& u) const& -> decltype(u.x());
  using value_type = T;
  enum class Color : int { Red, Green = 2 };
  int a_ = 1, *b_;
};
template <> class Foo<int> { };
template <typename T> void Foo<T>::Inner::f() const {}
template <typename T> concept Ok = requires(T t) { t.x(); };
auto lam = [&x, y = 1](int z) mutable { return x.run(z); };
extern "C" { void cfun(int); }
int go() {
  auto p = new Foo<int>(3); for (auto& [k, v] : list) ns::call<int>(k, v);
  try { this->m(); } catch (const Err& e) { return static_cast<Foo*>(p)->bar(); }
}
`

export const cpp: CodeLanguage = {
  kind: 'code',
  grammar: 'cpp',
  sample,
  comments: ['comment'],
  wrappers: ['linkage_specification', 'template_declaration', 'export_declaration'],
  decorators: [],
  mask: (text) => makeReady(text, { plusPlus: true }),
  receiver: cReceiver,
  declare: {
    ...cDeclare,
    namespace_definition: defineNamespace,
    namespace_alias_definition: declareNamespaceAlias,
    using_declaration: declareUsing,
    alias_declaration: defineAlias,
    concept_definition: defineConcept,
    class_specifier: defineType,
    template_declaration: { scope: 'block' },
    type_parameter_declaration: declareTypeParameter,
    variadic_type_parameter_declaration: declareTypeParameter,
    optional_type_parameter_declaration: declareTypeParameter,
    template_template_parameter_declaration: declareTypeParameter,
    optional_parameter_declaration: declareParameter,
    variadic_parameter_declaration: declareParameter,
    lambda_expression: declareLambda,
    lambda_capture_initializer: declareCapture,
    requires_expression: { scope: 'function' },
    for_range_loop: declareLoopVariable,
    if_statement: { scope: 'block' },
    while_statement: { scope: 'block' },
    switch_statement: { scope: 'block' },
    catch_clause: { scope: 'block' },
  },
  use: {
    ...cUse,
    class_specifier: useTypeName,
    qualified_identifier: useQualified,
    namespace_identifier: { name: 'references' },
    template_type: { pass: 'name' },
    template_function: { pass: 'name' },
    template_method: { pass: 'name' },
    dependent_type: { pass: '*' },
    base_class_clause: { intend: { '*': 'extends' } },
    new_expression: { intend: { type: 'calls' } },
    compound_literal_expression: { intend: { type: 'calls' } },
    field_initializer: useInitializer,
    friend_declaration: { intend: { '*': 'references' } },
    concept_definition: { pass: 'name' },
    using_declaration: { skip: true },
    namespace_alias_definition: { skip: true },
  },
  defined: completeDefinition,
  declared: completeFile,
}
