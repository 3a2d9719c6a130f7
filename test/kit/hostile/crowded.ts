/**
 * Files that are small and cost much to link: thousands of equal names, circles, wide classes, chains, star imports, for each family
 * of languages. `size`: how many of each.
 */

const lines = (count: number, line: (at: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(between)

/** Four bases each: what they have in common must not count again for every way to it. */
const bases = (at: number, name: string): string =>
  [1, 2, 3, 4].map((back) => `${name}${at - back < 0 ? `Outside${back}` : at - back}`).join(', ')

/** A dotted name of a hundred parts, as the name of a package or a module. */
const long = (of = 'a', between = '.'): string => lines(100, (i) => `${of}${i % 7}`, between)

/** Language → name of the case → text. */
export function crowdedFiles(size: number): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    python: {
      lattice: lines(size, (i) => `class C${i}(${bases(i, 'C')}):\n    def m(self):\n        return super().m()`),
      twins: `class A:\n    pass\n${lines(size, (_i) => `def f(x):\n    return f(x).f.g(f)\n`)}`,
      wide: `class A:\n${lines(size, (i) => `    def m${i}(self):\n        return self.m${(i * 7) % size}().m${(i * 13) % size}`)}`,
      inherit: lines(size, (i) => `class C${i}(C${(i + 1) % size}):\n    def m(self):\n        return self.x.m()`),
      alias: lines(size, (i) => `a${i} = a${(i + 1) % size}\na${i}.x()`),
      chain: `x = a${lines(size, (i) => `.b${i}`, '')}\n${lines(200, (_i) => 'y = a.b.c.d.e.f.g()')}`,
      stars: lines(size, (i) => `from m${i} import *\nfoo${i}()`),
      long: lines(size, (i) => `from ${long()}.m${i} import *\nimport ${long()}\nfoo${i}(a0.a1.x)`),
      bind: `x = 1\n${lines(size, (_i) => `x = x.y(x)\nx.z()`)}`,
      nest: `${lines(400, (i) => `${' '.repeat(i)}def f${i}(a):`)}\n${' '.repeat(400)}return a.b.c()`,
      assign: `class A:\n  def f(self):\n${lines(size, (_i) => `    self.a = self.a.b`)}`,
    },
    typescript: {
      lattice: lines(size, (i) => `interface C${i} extends ${bases(i, 'C')} { m(): C${i} }\nlet v${i}: C${i}; v${i}.m().m()`),
      twins: lines(size, (_i) => `function f(a: number): f\nfunction f(a: string) { return f(f(a)).f.g }`),
      wide: `class A {\n${lines(size, (i) => `m${i}() { return this.m${(i * 7) % size}().m${(i * 13) % size}() }`)}}`,
      inherit: lines(size, (i) => `class C${i} extends C${(i + 1) % size} { m() { return this.x.m() } }`),
      types: lines(size, (i) => `type T${i} = T${(i + 1) % size} | T${(i + 2) % size}\nlet v${i}: T${i}; v${i}.foo()`),
      stars: lines(size, (i) => `export * from './m${i}'\nfoo${i}()`),
      overloads: `class A {\n${lines(size, (i) => `f(a: T${i}): void`)}\n}\nconst a = new A()\n${lines(size, (i) => `a.f(x${i})`)}`,
      imports: lines(size, (_i) => `import { a } from './x'\na.b()`),
      self: `export * from './a'\nexport * from '.'\n${lines(size, (i) => `foo${i}()`)}`,
      ns: lines(size, (_i) => `namespace N { export function f() { return N.f().g() } }`),
    },
    javascript: {
      proto: lines(size, (_i) => `A.prototype.f = function () { return this.f().g }`),
      obj: `const o = {${lines(size, (i) => `f${i}() { return o.f${(i * 7) % size}() }`, ',')}}`,
      exports: lines(size, (_i) => `exports.a = require('./b').a\nexports.a()`),
    },
    java: {
      lattice: lines(size, (i) => `interface C${i} extends ${bases(i, 'C')} { default void m() { this.m(); x(); } }`),
      twins: `class A {\n${lines(size, (i) => `void f(T${i} a) { f(b); this.f(c).g(); }`)}}`,
      inherit: lines(size, (i) => `class C${i} extends C${(i + 1) % size} { void m() { x.m(); m(); } }`),
      generic: lines(size, (i) => `class C${i}<T extends C${(i + 1) % size}<T>> { T t; void m() { t.t.t.t.m(); } }`),
      imports: `${lines(size, (i) => `import a.b.C${i};`)}\nclass A { void f() {${lines(size, (i) => `C${i}.foo(C${i}.bar);`)}}}`,
      stars: `${lines(size, (i) => `import a.b${i}.*;`)}\nclass A { void f() {${lines(size, (i) => `X${i}.foo();`)}}}`,
      long: `package ${long()};\n${lines(size, (i) => `import ${long()}.B${i}.*;`)}\nclass A { void f() {${lines(size, (i) => `X${i}.foo();`)}}}`,
    },
    csharp: {
      lattice: lines(size, (i) => `interface C${i} : ${bases(i, 'C')} { void M() { this.M(); X(); } }`),
      twins: `class A {\n${lines(size, (i) => `void F(T${i} a) { F(b); this.F(c).G(); }`)}}`,
      usings: `${lines(size, (i) => `using A.B${i};`)}\nclass A { void F() {${lines(size, (i) => `X${i}.Foo(x => x.Y);`)}}}`,
      inherit: lines(size, (i) => `class C${i} : C${(i + 1) % size} { void M() { x.M(); M(); } }`),
      ext: `static class E {\n${lines(size, (i) => `static T${i} F(this T${i} a) { return a.F().F(); }`)}}`,
      partial: lines(size, (i) => `partial class A { void M${i}() { M${(i * 7) % size}(); } }`),
      long: `${lines(size, (i) => `using ${long()}.B${i};`)}\nnamespace ${long()} { class A { void F() {${lines(size, (i) => `X${i}.Foo(Y.Z);`)}}} }`,
      lambda: `class A { void F() {${lines(size, (_i) => `F(x => x.G(y => y.H(z => z.I)));`)}}}`,
    },
    kotlin: {
      lattice: lines(size, (i) => `interface C${i} : ${bases(i, 'C')} { fun m() { this.m(); x() } }`),
      twins: lines(size, (i) => `fun f(a: T${i}) = f(b).f(c)`),
      ext: lines(size, (i) => `fun T${i}.f(): T${(i + 1) % size} = this.f().f()`),
      inherit: lines(size, (i) => `open class C${i} : C${(i + 1) % size}() { fun m() = x.m() }`),
      imports: `${lines(size, (i) => `import a.b.C${i}`)}\nfun f() {\n${lines(size, (i) => `C${i}.foo()`)}}`,
      alias: lines(size, (i) => `typealias T${i} = T${(i + 1) % size}\nval v${i}: T${i} = x\nval w${i} = v${i}.foo()`),
      wildcards: `package a\n${lines(size, () => 'import a.a.*')}\n${lines(size, () => 'class a { fun f() = 1 }')}\nfun go() {\n${lines(size, (i) => `q${i}(a.z${i}())`)}}`,
      long: `package ${long()}\n${lines(size, (i) => `import ${long()}.B${i}.*`)}\nfun go() {\n${lines(size, (i) => `q${i}(z${i}.w())`)}}`,
    },
    scala: {
      lattice: lines(size, (i) => `trait C${i} extends ${bases(i, 'C').replaceAll(',', ' with')} { def m = this.m.x }`),
      twins: `object A {\n${lines(size, (i) => `def f(a: T${i}) = f(b).f(c)`)}}`,
      imports: `${lines(size, (i) => `import a.b${i}._`)}\nobject A {\n${lines(size, (i) => `X${i}.foo()`)}}`,
      inherit: lines(size, (i) => `class C${i} extends C${(i + 1) % size} { def m = x.m }`),
      implicit: lines(size, (i) => `implicit class I${i}(a: T${i}) { def f = a.f }`),
      wildcards: `package a\n${lines(size, () => 'import a.a._')}\n${lines(size, () => 'class a { def f = 1 }')}\nobject B {\n${lines(size, (i) => `q${i}(a.z${i}())`)}}`,
      long: `${lines(200, (i) => `package a${i % 7}`)}\n${lines(size, (i) => `package object o${i} { type T = Int }\nimport ${long()}.b${i}.{x${i}, _}`)}\nobject B {\n${lines(size, (i) => `q${i}(z${i}.w())`)}}`,
    },
    go: {
      twins: `package a\n${lines(size, (i) => `func f(a T${i}) { f(b).f(c) }`)}`,
      methods: `package a\n${lines(size, (i) => `func (a *A) M${i}() *A { return a.M${(i * 7) % size}().M() }`)}`,
      embed:
        'package a\n' +
        lines(size, (i) => `type C${i} struct { C${(i + 1) % size}; *C${(i + 2) % size} }\nfunc g${i}(c C${i}) { c.foo() }`),
      imports: `package a\n${lines(size, (i) => `import "x/y${i}"`)}\nfunc f() {\n${lines(size, (i) => `y${i}.Foo()`)}}`,
    },
    rust: {
      twins: lines(size, (i) => `fn f(a: T${i}) { f(b).f(c); }`),
      impls: lines(size, (i) => `impl A { fn m${i}(&self) -> A { self.m${(i * 7) % size}().m() } }`),
      traits: lines(size, (i) => `impl T${i} for A { fn f(&self) { self.f(); } }`),
      long: lines(size, (i) => `use ${long('a', '::')}::m${i}::*;\nfn g${i}() { foo${i}(); a0::a1::b(); }`),
      uses: lines(
        size,
        (i) => `pub use self::m${(i + 1) % size}::*;\npub mod m${i} { pub use super::*; }\nfn g${i}() { foo${i}(); }`,
      ),
      alias: lines(size, (i) => `type T${i} = T${(i + 1) % size};\nfn g${i}(a: T${i}) { a.foo(); }`),
      modnest: `${lines(200, (i) => `mod m${i} {`)}fn f() { super::super::f() }${'}'.repeat(200)}`,
    },
    c: {
      begin: lines(size * 3, (_i) => 'begin'),
      macros: lines(size, (i) => `#define M${i} M${(i + 1) % size}\nint x${i} = M${i};`),
      protos: lines(size, (i) => `int f(int a, T${i} b);\nint g${i}(void) { return f(1, 2); }`),
      params: `int f(${lines(size, (i) => `int a${i}`, ', ')});\nint g() { return f(${lines(size, (i) => `a${i}`, ', ')}); }`,
      structs: lines(
        size,
        (i) => `struct S${i} { struct S${(i + 1) % size} *n; };\nint h${i}(struct S${i} *s) { return s->n->n->n->x; }`,
      ),
      vars: lines(size, (_i) => `x x;\ny x;`),
    },
    cpp: {
      lattice: lines(size, (i) => `struct C${i} : ${bases(i, 'C')} { void m() { this->m(); x(); } };`),
      overloads: lines(size, (i) => `void f(T${i} a) { f(b); f(c, d); }`),
      ns: lines(size, (_i) => `namespace n { void f() { n::f(); f(); } }`),
      usingns: `${lines(size, (i) => `using namespace a${i};`)}\nvoid g() {\n${lines(size, (i) => `foo${i}();`)}}`,
      inherit: lines(size, (i) => `class C${i} : public C${(i + 1) % size} { void m() { x.m(); m(); } };`),
      templ: lines(size, (i) => `template<> struct S<T${i}> { S<int> f() { return S::f(); } };`),
      using: lines(size, (i) => `using T${i} = T${(i + 1) % size};\nvoid g${i}(T${i} a) { a.foo(); }`),
    },
    ruby: {
      open: lines(size, (_i) => `class A\n def f\n  f.f(A.new.f)\n end\nend`),
      wide: `class A\n${lines(size, (i) => `def m${i}\n m${(i * 7) % size}\n self.m${(i * 13) % size}\nend`)}\nend`,
      inherit: lines(size, (i) => `class C${i} < C${(i + 1) % size}\n def m\n  x.m\n  m\n end\nend`),
      mixin: `class A\n${lines(size, (i) => `include M${i}\ndef f${i}\n g${i}\nend`)}\nend`,
      consts: lines(size, (i) => `A${i} = A${(i + 1) % size}\nA${i}::B::C.foo`),
      nest: `${lines(150, (i) => `module M${i}`)}\nA::B.c\n${lines(150, (_i) => 'end')}`,
    },
    php: {
      lattice: `<?php\n${lines(size, (i) => `interface C${i} extends ${bases(i, 'C')} { function m(); }`)}`,
      twins: `<?php\n${lines(size, (_i) => `function f($a) { return f($b)->f(f($c)); }`)}`,
      uses: `<?php\n${lines(size, (i) => `use A\\B${i};`)}\n${lines(size, (i) => `B${i}::foo();`)}`,
      long: `<?php\nnamespace ${long('A', '\\')};\n${lines(size, (i) => `use ${long('A', '\\')}\\B${i};`)}\n${lines(size, (i) => `B${i}::foo(); C${i}\\D::f();`)}`,
      inherit: `<?php\n${lines(size, (i) => `class C${i} extends C${(i + 1) % size} { function m() { $this->x->m(); parent::m(); } }`)}`,
      traits: `<?php\nclass A {\n${lines(size, (i) => `use T${i};\nfunction f${i}() { $this->g${i}(); }`)}}`,
    },
    swift: {
      lattice: lines(
        size,
        (i) => `protocol C${i}: ${bases(i, 'C')} { func m() }\nextension C${i} { func m() { self.m(); x() } }`,
      ),
      twins: lines(size, (i) => `func f(a: T${i}) -> A { return f(a: b).f(c) }`),
      ext: lines(size, (i) => `extension A { func m${i}() { m${(i * 7) % size}(); self.m() } }`),
      inherit: lines(size, (i) => `class C${i}: C${(i + 1) % size} { func m() { x.m() } }`),
      enums: `enum E {\n${lines(size, (i) => `case a${i}`)}}\nfunc f() {\n${lines(size, (i) => `let x${i}: E = .a${i}`)}}`,
      imports: lines(size, (i) => `import M${i}\nfoo${i}()`),
    },
    bash: { fns: lines(size, (_i) => `f() { f; f "$x"; }`), source: lines(size, (i) => `. ./m${i}.sh\nfoo${i}`) },
    lua: {
      req: lines(size, (i) => `local m${i} = require('m${i}')\nm${i}.foo()`),
      tab: `local M = {}\n${lines(size, (_i) => `function M.f() return M.f().g end`)}\nreturn M`,
      self: `local M = {}\n${lines(size, (i) => `function M:f${i}() return self:f${(i * 7) % size}() end`)}`,
    },
    elixir: {
      defs: `defmodule A do\n${lines(size, (_i) => `def f(a) do\n f(b)\nend`)}\nend`,
      alias: `defmodule A do\n${lines(size, (i) => `alias X.B${i}\ndef f${i}, do: B${i}.foo()`)}\nend`,
      imports: `defmodule A do\n${lines(size, (i) => `import X${i}\ndef f${i}, do: g${i}()`)}\nend`,
    },
    haskell: {
      imports: `module A where\n${lines(size, (i) => `import X${i}`)}\n${lines(size, (i) => `f${i} = g${i} x`)}`,
      defs: `module A where\n${lines(size, (i) => `f ${i} = f x`)}`,
    },
    zig: {
      defs: lines(size, (_i) => `fn f(a: T) void { f(b).f(c); }`),
      imports: lines(size, (i) => `const m${i} = @import("m${i}.zig");\nconst x${i} = m${i}.foo();`),
      alias: lines(size, (i) => `const T${i} = T${(i + 1) % size};\nfn g${i}(a: T${i}) void { a.foo(); }`),
    },
    terraform: {
      vars: lines(size, (i) => `variable "a" {}\noutput "b${i}" { value = var.a }`),
      locals: `locals {\n${lines(size, (i) => `x${i} = local.x${(i + 1) % size}`)}\n}`,
    },
    vue: {
      tpl:
        '<script setup>\n' +
        lines(size, (i) => `const a${i} = a${(i + 1) % size}`) +
        '\n</script>\n<template>\n' +
        lines(size, (i) => `<div :x="a${i}.b" @click="a${i}()"/>`) +
        '\n</template>',
    },
    html: {
      s: `<script>\n${lines(size, (_i) => `function f(){ f() }`)}\n</script>\n${lines(size, (_i) => `<a onclick="f()">`)}`,
    },
  }
}
