/** Hostile sources of languages with declared types: C, C++, C#, Go, Haskell, Java, Kotlin, Rust, Scala, Swift, Terraform, Zig. */
import { type HostileWorld, nest } from './world.ts'

const go: HostileWorld = {
  files: {
    'p#/a.go': (at, next) =>
      next === undefined
        ? `package p${at}\n\ntype T struct{}\n\nfunc (t T) Go() {}\n\ntype A = T\n\nvar V = T{}\n\nfunc Finish() T { return V }\n\ntype I interface{ Go() }\n`
        : `package p${at}\n\nimport "x/p${next}"\n\ntype T struct{ p${next}.T }\n\ntype A = p${next}.A\n\ntype I interface{ p${next}.I }\n\nvar V = p${next}.V\n\nfunc Finish() p${next}.A { return p${next}.Finish() }\n\nfunc use(t T, a A, i I) {\n\tt.Go()\n\ta.Go()\n\ti.Go()\n\tV.Go()\n\tp${next}.Finish().Go()\n}\n`,
  },
  lines: {
    'one.go': (at, next) =>
      next === undefined
        ? `type T${at} struct{}\nfunc (t T${at}) Go() {}\ntype A${at} = T${at}\nvar v${at} = T${at}{}\nfunc f${at}() T${at} { return v${at} }`
        : `type T${at} struct{ T${next} }\ntype A${at} = A${next}\ntype B${at} A${next}\nvar v${at} = v${next}\nfunc f${at}() A${next} { return f${next}() }\nvar w${at} = f${next}()\nvar l${at} = l${next}[0]\nfunc g${at}[X A${next}](t T${at}, a A${at}, x X) { t.Go(); a.Go(); x.Go(); v${at}.Go(); w${at}.Go(); l${at}.Go(); f${at}().Go() }`,
  },
  head: 'package one',
  deep: {
    'deep.go': (times) =>
      `package deep\n\nvar x ${nest('(', 'T', ')', times)}\nvar z ${'[]'.repeat(times)}T\nvar y = a.\n${'b().\n'.repeat(times)}c()\nvar q = ${'&*'.repeat(times)}x\nfunc f() { y.Go(); x.Go(); z[0].Go(); q.Go() }\n`,
  },
  beside: () => ({ 'go.mod': 'module x\n' }),
  found: ['Go'],
}

const java: HostileWorld = {
  files: {
    'src/p/K#.java': (at, next) =>
      next === undefined
        ? `package p;\npublic class K${at} { public void go() {} public static void finish() {} public static class N { public void inner() {} } }\n`
        : `package p;\nimport static p.K${next}.*;\nimport p.K${next}.N;\npublic class K${at} extends K${next} {\n  K${next} next;\n  <T extends K${next}> void use(T t) { go(); t.go(); next.go(); new K${at}().go(); K${at}.finish(); super.go(); next.next.next.go(); }\n}\n`,
    'src/p/I#.java': (at, next) =>
      next === undefined
        ? `package p;\npublic interface I${at} { void act(); }\n`
        : `package p;\npublic interface I${at} extends I${next} { default void use(I${at} i) { i.act(); } }\n`,
  },
  lines: {
    'One.java': (at, next) =>
      next === undefined
        ? `class K${at} { void go() {} K${at} me() { return this; } class N${at} {} }`
        : `class K${at}<T extends K${next}> extends K${next} { K${next} me() { return null; } class N${at} extends K${next}.N${next} {} void use(T t) { go(); t.go(); me().go(); new K${at}().me().go(); } }`,
  },
  deep: {
    'Deep.java': (times) =>
      `class Deep { ${nest('List<', 'Foo', '>', times)} x; void f() { x.go(); var y = a${'\n.b()'.repeat(times)}; y.go(); } }\n${nest('class A {', '', '}', times)}`,
  },
  found: ['go', 'finish', 'act'],
}

const kotlin: HostileWorld = {
  files: {
    'src/p/M#.kt': (at, next) =>
      next === undefined
        ? `package p\nopen class K${at} { open fun go() {} }\ntypealias A${at} = K${at}\nval v${at} = K${at}()\nfun K${at}.finish${at}() {}\ninterface I${at} { fun act() }\n`
        : `package p\nimport p.A${next} as Next\nimport p.K${next}.*\nopen class K${at} : K${next}() { companion object : K${next}() {} }\ninterface I${at} : I${next}\ntypealias A${at} = Next\nval v${at} = v${next}\nfun K${at}.finish${at}() = finish${next}()\nfun <T : A${next}> use(t: T, a: A${at}, k: K${at}, i: I${at}) { t.go(); a.go(); k.go(); i.act(); v${at}.go(); k.finish${at}(); K${at}.go() }\nclass By${at}(val i: I${next}) : I${next} by i\n`,
  },
  lines: {
    'one.kt': (at, next) =>
      next === undefined
        ? `open class K${at} { open fun go() {} }\ntypealias A${at} = K${at}\nfun f${at}(): K${at} = K${at}()\nval v${at} = K${at}()`
        : `open class K${at} : K${next}()\ntypealias A${at} = A${next}\nfun f${at}(): A${next} = f${next}()\nval v${at} = v${next}\nval w${at} = f${next}()\nfun <T : A${next}> g${at}(t: T) { t.go(); K${at}().go(); v${at}.go(); w${at}.go(); f${at}().go() }`,
  },
  deep: {
    'deep.kt': (times) =>
      `val x: ${nest('List<', 'Foo', '>', times)} = y\nfun f() {\n x.go()\n val z = a${'\n.apply { }'.repeat(times)}\n z.go()\n val q = a${'\n.b()'.repeat(times)}\n q.go()\n}\n`,
  },
  found: ['go', 'act'],
}

const scala: HostileWorld = {
  files: {
    'src/p/M#.scala': (at, next) =>
      next === undefined
        ? `package p\nclass K${at} { def go(): Unit = () }\nobject O${at} { type A = K${at}; val v = new K${at}(); def finish(): K${at} = v }\n`
        : `package p\nimport p.O${next}._\nimport p.O${next}.{v => w, A => B}\nclass K${at} extends K${next}\ntrait T${at} extends T${next} with O${next}\nobject O${at} {\n  import O${next}._\n  type A = O${next}.A\n  val v = O${next}.v\n  def finish(): O${next}.A = O${next}.finish()\n  def use[X <: K${next}](x: X, a: A): Unit = { x.go(); a.go(); v.go(); w.go(); finish().go(); new K${at}().go() }\n}\n`,
  },
  lines: {
    'one.scala': (at, next) =>
      next === undefined
        ? `class K${at} { def go(): Unit = () }\nobject O${at} { type A = K${at}; val v = new K${at}() }`
        : `class K${at} extends K${next}\nobject O${at} { type A = O${next}.A; val v = O${next}.v; def f: A = O${next}.f; def use(a: A) = { a.go(); v.go(); f.go(); new K${at}().go() } }`,
  },
  deep: {
    'deep.scala': (times) =>
      `object D {\n val x: ${nest('List[', 'Foo', ']', times)} = y\n x.go()\n val z = a${'\n.b()'.repeat(times)}\n z.go()\n}\n`,
  },
  mostText: 100_000,
  found: ['go'],
}

const csharp: HostileWorld = {
  files: {
    'K#.cs': (at, next) =>
      next === undefined
        ? `namespace P;\npublic partial class K${at} { public void Go() {} public static void Finish() {} public class N { } }\npublic interface I${at} { void Act(); }\npublic class G${at}<T> { public T Get() => default; }\n`
        : `using static P.K${next};\nusing Alias${at} = P.K${next};\nusing Again${at} = Alias${at};\nnamespace P;\npublic class Pair<A, B> { }\npublic partial class K${at} : K${next} { K${next} next; public K${next} Next => next; void Use<T>(T t, Alias${at} a, I${at} i, G${at}<K${at}> g) where T : K${next} { Go(); t.Go(); a.Go(); i.Act(); new K${at}().Go(); Finish(); base.Go(); next.next.next.Go(); g.Get().Go(); var v = Next; v.Go(); } }\npublic partial class K${at} : I${next} { }\npublic interface I${at} : I${next} { }\npublic class G${at}<T> : G${next}<Pair<T, T>> { }\npublic static class E${at} { public static K${next} Ext(this K${at} k) => k.Ext(); }\n`,
  },
  lines: {
    'One.cs': (at, next) =>
      next === undefined
        ? `public class K${at} { public void Go() {} public K${at} Me() => this; }`
        : `public class K${at}<T> : K${next}<K${at}<T>> where T : K${next} { public K${next} Me() => null; class N${at} : N${next} { } void Use(T t) { Go(); t.Go(); Me().Go(); var v = Me(); v.Go(); } }\npublic class L${at} : L${next} { L${next} l; void Use() { l.Go(); l.l.l.Go(); } }`,
  },
  deep: {
    'Deep.cs': (times) =>
      `class D { ${nest('List<', 'Foo', '>', times)} x; async void F() { x.Go(); var y = a${'\n.B()'.repeat(times)}; y.Go(); var z = ${'(await '.repeat(times)}a()${').b()'.repeat(times)}; z.Go(); } }\n${nest('#if A', '', '#endif', times)}var t = A${'\n.B'.repeat(times)};\n`,
  },
  found: ['Go', 'Finish', 'Act'],
}

const rust: HostileWorld = {
  files: {
    'src/m#.rs': (_, next) =>
      next === undefined
        ? `pub fn finish() {}\npub use self::finish as done;\npub struct S;\nimpl S { pub fn go(&self) {} }\npub type A = S;\npub trait T { fn act(&self); }\npub type D<X> = (X, X);\npub fn make() -> S { S }\n`
        : `pub use crate::m${next}::*;\npub use crate::m${next}::done;\nuse crate::m${next} as whole;\npub type A = crate::m${next}::A;\npub trait T: crate::m${next}::T {}\npub type D<X> = crate::m${next}::D<(X, X)>;\npub fn make() -> whole::A { whole::make() }\npub fn run<X: T>(a: A, x: X, d: D<A>) { finish(); done(); whole::finish(); a.go(); x.act(); make().go(); let v = make(); v.go(); d.0.go(); A::go(&v); crate::m${next}::A::go(&v); }\n`,
    'src/path#.rs': (_, next) =>
      next === undefined
        ? `pub fn finish() {}\n`
        : `#[path = "path${next}.rs"]\npub mod inner;\ninner::finish();\ncrate::finish();\nfn f() { inner::finish(); crate::inner::finish(); super::finish(); }\n`,
  },
  lines: {
    'src/one.rs': (at, next) =>
      next === undefined
        ? `pub struct S${at};\nimpl S${at} { pub fn go(&self) {} }\ntype A${at} = S${at};\nfn f${at}() -> S${at} { S${at} }\ntrait T${at} { fn act(&self); }`
        : `type A${at} = A${next};\ntype D${at}<X> = D${next}<(X, X)>;\ntrait T${at}: T${next} {}\nfn f${at}() -> A${next} { f${next}() }\nuse u${next} as u${at};\nfn g${at}<X: T${at}>(a: A${at}, x: X, d: D${at}<A${at}>) { a.go(); x.act(); f${at}().go(); let v${at} = f${next}(); v${at}.go(); d.go(); u${at}(); }\nimpl A${at} { fn own(self) -> Self { self.own() } }`,
  },
  deep: {
    'src/deep.rs': (times) =>
      `fn f(x: ${nest('Box<', 'Foo', '>', times)}, y: ${nest('(', 'Foo', ')', times)}) {\n x.go();\n y.go();\n let z = a${'\n.b()'.repeat(times)};\n z.go();\n}\n${nest('mod a {', 'fn finish() { super::finish() }', '}', times)}use ${'a::{'.repeat(times)}b${'}'.repeat(times)};\n`,
  },
  beside: (length) => ({
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs': `${Array.from({ length }, (_, at) => `pub mod m${at};`).join('\n')}\npub mod one;\npub mod deep;\n`,
  }),
  found: ['finish', 'done', 'go', 'act'],
}

const swift: HostileWorld = {
  files: {
    'Sources/x/M#.swift': (at, next) =>
      next === undefined
        ? `open class K${at} { func go() {} }\ntypealias A${at} = K${at}\nlet v${at} = K${at}()\nprotocol P${at} { func act() }\n`
        : `class K${at}: K${next} { class N: K${next}.N {} }\nprotocol P${at}: P${next} {}\nextension K${at}: P${next} {}\nextension P${at} { func more${at}() {} }\ntypealias A${at} = A${next}\nlet v${at} = v${next}\nfunc use${at}<T: A${next}>(t: T, a: A${at}, k: K${at}, p: P${at}) { t.go(); a.go(); k.go(); p.act(); v${at}.go() }\nextension A${at} { func own${at}() { self.go(); own${next}() } }\n`,
  },
  lines: {
    'Sources/x/one.swift': (at, next) =>
      next === undefined
        ? `class K${at} { func go() {} }\ntypealias A${at} = K${at}\nfunc f${at}() -> K${at} { K${at}() }\nlet v${at} = K${at}()`
        : `class K${at}: K${next} {}\ntypealias A${at} = A${next}\nfunc f${at}() -> A${next} { f${next}() }\nlet v${at} = v${next}\nlet w${at} = f${next}()\nextension A${at} {}\nfunc g${at}<T: A${next}>(t: T) { t.go(); K${at}().go(); v${at}.go(); w${at}.go(); f${at}().go() }`,
  },
  deep: {
    'Sources/x/deep.swift': (times) =>
      `let x: ${nest('Optional<', 'Foo', '>', times)} = nil\nfunc f() {\n x.go()\n let y = a${'\n.b()'.repeat(times)}\n y.go()\n}\n`,
  },
  beside: () => ({ 'Package.swift': 'let package = Package(name: "x", targets: [.target(name: "x", path: "Sources/x")])\n' }),
  found: ['go', 'act'],
}

const zig: HostileWorld = {
  files: {
    'm#.zig': (_, next) =>
      next === undefined
        ? `pub fn finish() void {}\npub const S = struct {\n    pub fn go(self: S) void {}\n};\npub const v = S{};\n`
        : `pub const whole = @import("m${next}.zig");\npub const finish = @import("m${next}.zig").finish;\npub const S = @import("m${next}.zig").S;\npub const v = whole.v;\nfn use(s: S) void {\n    finish();\n    whole.finish();\n    s.go();\n    v.go();\n}\n`,
  },
  lines: {
    'one.zig': (at, next) =>
      next === undefined
        ? `const S${at} = struct {\n    pub fn go(self: S${at}) void {}\n};\nconst v${at} = S${at}{};`
        : `const S${at} = S${next};\nconst v${at} = v${next};\nfn f${at}(s: S${at}) S${next} {\n    s.go();\n    v${at}.go();\n    return f${next}(s);\n}`,
  },
  deep: {
    'deep.zig': (times) =>
      `const x: ${'?*'.repeat(times)}Foo = y;\nfn f() void {\n    x.go();\n    a${'\n.b()'.repeat(times)}.go();\n}\n`,
  },
  found: ['finish', 'go'],
}

const haskell: HostileWorld = {
  files: {
    'M#.hs': (at, next) =>
      next === undefined
        ? `module M${at} where\n\ndata K = K { go :: Int }\n\nfinish :: Int\nfinish = 1\n`
        : `module M${at} (module M${next}, finish, T${at}) where\n\nimport M${next}\nimport qualified M${next} as Whole\n\ntype T${at} = T${next}\n\nuse :: K -> Int\nuse k = finish + Whole.finish + go k\n`,
  },
  lines: {
    'One.hs': (at, next) =>
      next === undefined
        ? `f${at} :: Int\nf${at} = 1\ntype T${at} = Int`
        : `f${at} :: T${at}\nf${at} = f${next}\ntype T${at} = T${next}\nclass C${next} a => C${at} a where`,
  },
  deep: {
    'Deep.hs': (times) =>
      `module Deep where\n\nf :: ${'Maybe ('.repeat(times)}Int${')'.repeat(times)}\nf = ${'(g '.repeat(times)}1${')'.repeat(times)}\n`,
  },
  head: 'module One where',
  found: ['finish', 'go'],
}

const terraform: HostileWorld = {
  files: {
    'm#/main.tf': (_, next) =>
      next === undefined
        ? `output "finish" {\n  value = 1\n}\n`
        : `module "next" {\n  source = "../m${next}"\n  a      = var.a\n}\n\nvariable "a" {\n  default = module.next.finish\n}\n`,
  },
  lines: {
    'one.tf': (at, next) =>
      next === undefined
        ? `locals {\n  a${at} = 1\n}`
        : `locals {\n  a${at} = local.a${next}\n}\n\nresource "box" "b${at}" {\n  c = box.b${next}.id\n  d = local.a${next}\n}`,
  },
  deep: { 'deep.tf': (times) => `locals {\n  a = ${nest('[', 'local.a', ']', times)}\n  b = local.a${'.b'.repeat(times)}\n}\n` },
  found: [],
}

const c: HostileWorld = {
  files: {
    'm#.hpp': (at, next) =>
      next === undefined
        ? `#pragma once\nstruct K${at} { void go(); };\ntypedef K${at} A${at};\nnamespace n${at} { void finish(); }\n`
        : `#pragma once\n#include "m${next}.hpp"\nstruct K${at} : K${next} { K${next} *next; };\ntypedef A${next} A${at};\nusing B${at} = B${next};\nnamespace n${at} { using namespace n${next}; using n${next}::finish; }\nnamespace same${at} = same${next};\n#define X${at} X${next}\ntemplate <class T> struct D${at} : D${next}<D${at}<T>> {};\ninline void use${at}(K${at} k, A${at} *a) { k.go(); a->go(); k.next->next->next->go(); n${at}::finish(); same${at}::finish(); }\n`,
    'h#.h': (at, next) =>
      next === undefined
        ? `struct s${at} { int size; };\nvoid end_of_all(void);\n`
        : `#include "h${next}.h"\n#include "h${next}.h"\ntypedef struct s${next} s${at};\n#define Y${at}(x) Y${next}(x)\nstatic void run${at}(s${at} *s) { s->size = 1; end_of_all(); Y${at}(s); }\n`,
  },
  lines: {
    'one.cpp': (at, next) =>
      next === undefined
        ? `struct K${at} { void go(); };\ntypedef K${at} A${at};\nnamespace n${at} { void finish(); }\nK${at} f${at}();`
        : `struct K${at} : K${next} { struct N : K${next}::N {}; };\ntypedef A${next} A${at};\nnamespace n${at} { using namespace n${next}; }\nA${next} f${at}();\nauto v${at} = f${next}();\nusing u${at} = u${next};\nvoid g${at}(K${at} k, A${at} *a, u${at} u) { k.go(); a->go(); v${at}.go(); f${at}().go(); n${at}::finish(); u.go(); }`,
  },
  deep: {
    'deep.cpp': (times) =>
      `${nest('std::unique_ptr<', 'Foo', '>', times)} x;\nvoid f() { x->go(); auto y = a${'\n.b()'.repeat(times)}; y.go(); }\n${nest('namespace a {', 'void finish();', '}', times)}`,
    'branches.c': (times) =>
      `void f(void) {\n${nest('#ifdef A\nif (a) {\n#else\nif (b) {', 'finish();', '#endif', Math.min(times, 60))}}\n`,
  },
  found: ['go', 'end_of_all'],
}

export const compiled: Readonly<Record<string, HostileWorld>> = {
  go,
  java,
  kotlin,
  scala,
  csharp,
  rust,
  swift,
  zig,
  haskell,
  terraform,
  c,
}
