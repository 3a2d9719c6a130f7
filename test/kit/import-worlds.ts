/**
 * Small repos in which one file passes on what it imports: two modules define the same names, a file between them and the user of
 * those names imports one or the other. Each file may have any of its texts.
 */
import type { MovingWorld } from './moving-worlds.ts'

export const importWorlds: Readonly<Record<string, MovingWorld>> = {
  'TypeScript: a return type': {
    'one.ts': ['export class Shape { area() {} }\n'],
    'two.ts': ['export class Shape { area() {} }\n'],
    'make.ts': ['one', 'two'].map(
      (from) => `import { Shape } from './${from}'\nexport function make(): Shape { return new Shape() }\n`,
    ),
    'app.ts': ["import { make } from './make'\nmake().area()\n"],
  },
  'TypeScript: a base, and a class below it': {
    'one.ts': ['export class Base { open() {} }\n'],
    'two.ts': ['export class Base { open() {} }\n'],
    'mid.ts': ['one', 'two'].map(
      (from) => `import { Base } from './${from}'\nclass Mid extends Base {}\nexport class Low extends Mid {}\n`,
    ),
    'app.ts': ["import { Low } from './mid'\nnew Low().open()\n"],
  },
  'TypeScript: a default that is a whole module': {
    'one.ts': ['export function open() {}\n'],
    'two.ts': ['export function open() {}\n'],
    'mid.ts': ['one', 'two'].map((from) => `import * as x from './${from}'\nexport default x\n`),
    'app.ts': ["import m from './mid'\nm.open()\n"],
  },
  'JavaScript: require': {
    'one.js': ['exports.open = function open() {}\n'],
    'two.js': ['exports.open = function open() {}\n'],
    'mid.js': ['one', 'two'].map((from) => `const { open } = require('./${from}')\nmodule.exports = { open }\n`),
    'app.js': ["const m = require('./mid')\nm.open()\n"],
  },
  'Python: a base and a module under an alias': {
    'pkg/one.py': ['class B:\n    def act(self): pass\n\ndef helper(): pass\n'],
    'pkg/two.py': ['class B:\n    def act(self): pass\n\ndef helper(): pass\n'],
    'pkg/__init__.py': ['one', 'two'].map((from) => `from . import ${from} as u\n`),
    'mid.py': ['one', 'two'].map((from) => `from pkg.${from} import B\n\nclass A(B): pass\n\nclass Low(A): pass\n`),
    'app.py': ['from pkg import u\nfrom mid import Low\nu.helper()\nLow().act()\n'],
  },
  'TypeScript: names that the file of a class leads to it by': {
    'two.ts': ['act() {}', ''].map(
      (act) =>
        `class Base { ${act} }\nclass Mid extends Base {}\nexport class Low extends Mid {}\nexport { Mid as Other }\nexport const here = new Low()\nexport default Low\n`,
    ),
    'app.ts': [
      "import Whole, { here, Low, Other } from './two'\nnew Low().act()\nnew Other().act()\nhere.act()\nnew Whole().act()\n",
    ],
  },
  'TypeScript: a module that is handed on by a name': {
    'two.ts': ['export class Base { act() {} }\nexport function open() {}\n', 'export class Base {}\n'],
    'mid.ts': ["export * as ns from './two'\n"],
    'hub.ts': ["import * as two from './two'\nexport { two as hub }\n"],
    'app.ts': ["import { ns } from './mid'\nimport { hub } from './hub'\nnew ns.Base().act()\nns.open()\nhub.open()\n"],
  },
  'Python: names that the file of a class leads to it by': {
    'two.py': ['def act(self): pass', 'x = 1'].map(
      (act) => `class Base:\n    ${act}\n\nclass Mid(Base): pass\n\nclass Low(Mid): pass\n\nhere = Low()\n`,
    ),
    'app.py': ['from two import Low, here\nLow().act()\nhere.act()\n'],
  },
  'Python: names that lead to each other in another file': {
    'two.py': ['class Base:\n    def act(self): pass\n', 'class Base: pass\n', 'x = 1\n'],
    'mid.py': [
      'from two import Base as B\n\nclass Mid(B): pass\n\nclass Low(Mid): pass\n\ndef make() -> Low: pass\n\nhere = make()\n',
    ],
    'app.py': ['from mid import Low, here, make\nLow().act()\nmake().act()\nhere.act()\n'],
  },
  'Python: a module that is handed on by a name': {
    'pkg/two.py': ['def helper(): pass\n', 'x = 1\n'],
    'pkg/__init__.py': ['from . import two as u\n'],
    'app.py': ['from pkg import u\nu.helper()\n'],
  },
  'Go: an embedded type, a package whose name is not its path': {
    'go.mod': ['module e.io/m\n'],
    'one/a.go': ['package one\n\ntype T struct{}\n\nfunc (t *T) Do() {}\n'],
    'two/a.go': ['package other\n\ntype T struct{}\n\nfunc (t *T) Do() {}\n'],
    'mid/m.go': ['k "e.io/m/one"', 'k "e.io/m/two"'].map(
      (from) => `package mid\n\nimport ${from}\n\ntype A struct{ *k.T }\n\nfunc Make() *A { return nil }\n`,
    ),
    'mid/n.go': ['"e.io/m/two"', '"else.io/m/two"'].map(
      (from) => `package mid\n\nimport ${from}\n\nfunc Other() *other.T { return nil }\n`,
    ),
    'cmd/main.go': ['package main\n\nimport "e.io/m/mid"\n\nfunc main() {\n\tmid.Make().Do()\n\tmid.Other().Do()\n}\n'],
  },
  'Java: a base, imported by name or with all of its package': {
    'one/B.java': ['package one;\npublic class B { public void act() {} }\n'],
    'two/B.java': ['package two;\npublic class B { public void act() {} }\n'],
    'p/A.java': ['one.B', 'two.B', 'one.*', 'two.*'].map((from) => `package p;\nimport ${from};\npublic class A extends B { }\n`),
    'q/U.java': ['package q;\nimport p.A;\nclass U { void f(A a) { a.act(); } }\n'],
  },
  'Kotlin and Java: a base': {
    'one/B.java': ['package one;\npublic class B { public void act() {} }\n'],
    'two/B.java': ['package two;\npublic class B { public void act() {} }\n'],
    'p/A.java': ['one.B', 'two.*'].map((from) => `package p;\nimport ${from};\npublic class A extends B { }\n`),
    'p/K.kt': ['one.B', 'two.B', 'two.*'].map((from) => `package p\nimport ${from}\nopen class K : B()\n`),
    'q/U.kt': ['package q\nimport p.A\nimport p.K\nfun f(a: A, k: K) {\n  a.act()\n  k.act()\n}\n'],
  },
  'Scala: a base': {
    'one/B.scala': ['package one\nclass B { def act() = {} }\n'],
    'two/B.scala': ['package two\nclass B { def act() = {} }\n'],
    'p/A.scala': ['one.B', 'two.B', 'one._', 'two._'].map((from) => `package p\nimport ${from}\nclass A extends B\n`),
    'q/U.scala': ['package q\nimport p.A\nclass U { def f(a: A) = a.act() }\n'],
  },
  'C#: a base through a namespace, and through an alias': {
    'one/B.cs': ['namespace One;\npublic class B { public void Act() {} }\n'],
    'two/B.cs': ['namespace Two;\npublic class B { public void Act() {} }\n'],
    'p/A.cs': ['using One;', 'using Two;', 'using B = Two.B;'].map((using) => `${using}\nnamespace P;\npublic class A : B { }\n`),
    'q/U.cs': ['using P;\nnamespace Q;\npublic class U { void F(A a) { a.Act(); } }\n'],
  },
  'PHP: a base': {
    'one/B.php': ['<?php\nnamespace One;\nclass B { public function act() {} }\n'],
    'two/B.php': ['<?php\nnamespace Two;\nclass B { public function act() {} }\n'],
    'p/A.php': ['use One\\B;', 'use Two\\B;', 'use Two\\{B};'].map(
      (use) => `<?php\nnamespace P;\n${use}\nclass A extends B { }\n`,
    ),
    'q/U.php': ['<?php\nnamespace Q;\nuse P\\A;\nfunction f(A $a) { $a->act(); }\n'],
  },
  'Swift: a base in another module, an extension that a lost brace moves': {
    'Package.swift': [
      'let package = Package(name: "P", targets: [.target(name: "One"), .target(name: "Two"), .target(name: "Mid"), .target(name: "App")])\n',
    ],
    'Sources/One/a.swift': ['public class B { public func act() {} }\n'],
    'Sources/Two/a.swift': ['public class B { public func act() {} }\n'],
    'Sources/Mid/m.swift': ['One', 'Two'].map((from) => `import ${from}\n\npublic class A: B {}\n`),
    'Sources/Mid/n.swift': ['}', ''].map(
      (end) =>
        `public class Till { public var state: State\n public enum State { case on } }\nextension Till { func f() {}\n${end}\nextension Till.State { public var isOn: Bool { true } }\n`,
    ),
    'Sources/App/main.swift': ['import Mid\n\nfunc go(a: A, till: Till) { a.act(); _ = till.state.isOn }\n'],
  },
  'Zig: an import that is a public name': {
    'one.zig': ['pub fn act() void {}\n'],
    'two.zig': ['pub fn act() void {}\n'],
    'mid.zig': ['one', 'two'].map((from) => `pub const k = @import("${from}.zig");\n`),
    'app.zig': ['const mid = @import("mid.zig");\npub fn main() void { mid.k.act(); }\n'],
  },
  'Haskell: names and operators that are handed on': {
    'src/One.hs': [
      'module One where\nact :: Int\nact = 1\n(<+>) :: Int -> Int -> Int\na <+> b = a\n',
      'module One where\nact :: Int\nact = 1\n',
    ],
    'src/Two.hs': ['module Two where\nact :: Int\nact = 2\n(<+>) :: Int -> Int -> Int\na <+> b = b\n'],
    'src/Mid.hs': ['One', 'Two'].map((from) => `module Mid (act, (<+>)) where\nimport ${from}\n`),
    'src/App.hs': ['module App where\nimport Mid\nmain = print (act <+> act)\n'],
  },
  'Rust: a return type': {
    'Cargo.toml': ['[package]\nname = "r"\n'],
    'src/main.rs': ['mod one;\nmod two;\nmod mid;\nmod app;\n'],
    'src/one.rs': ['pub struct T;\nimpl T { pub fn act(&self) {} }\n'],
    'src/two.rs': ['pub struct T;\nimpl T { pub fn act(&self) {} }\n'],
    'src/mid.rs': ['one::T', 'two::T', 'two::*'].map((from) => `use crate::${from};\npub fn make() -> T { T }\n`),
    'src/app.rs': ['use crate::mid::make;\nfn go() { make().act(); }\n'],
  },
  'Lua: a module that returns another': {
    'one.lua': ['local M = {}\nfunction M.act() end\nreturn M\n'],
    'two.lua': ['local M = {}\nfunction M.act() end\nreturn M\n'],
    'mid.lua': ['one', 'two'].map((from) => `local k = require("${from}")\nreturn k\n`),
    'app.lua': ['local m = require("mid")\nm.act()\n'],
  },
  'C++: virtual, a namespace that is opened, a header that a definition belongs to': {
    'a.h': ['', 'virtual '].map((word) => `class Base { public: ${word}int close(); };\nint helper(int x = 1);\n`),
    'lib/a.h': ['int helper(int x);\n'],
    'lib/a.cpp': ['#include "a.h"\nint helper(int x) { return x; }\n'],
    'b.h': ['#include "a.h"\nclass Book : public Base { public: int close(); };\n#define TWICE() helper()\n'],
    'one.h': ['namespace one { struct T { void act(); }; }\nnamespace two { struct T { void act(); }; }\n'],
    'mid.h': ['one', 'two'].map((from) => `#include "one.h"\nusing namespace ${from};\nT* make();\n`),
    'app.cpp': ['#include "mid.h"\n#include "b.h"\nvoid go() { make()->act(); helper(); }\n'],
  },
  'C: constants of an enumeration, reached by their names alone': {
    'a.h': ['enum color { RED, BLUE };\n', 'enum color { BLUE };\n', '\n'],
    'a.c': ['#include "a.h"\nint push(void) { return RED; }\n'],
  },
  'C++: names of a namespace that a header opens': {
    'one.h': ['namespace one {\nvoid act();\nenum kind { FAST };\n}\n', 'namespace one {\nvoid other();\n}\n'],
    'mid.h': ['#include "one.h"\nusing namespace one;\n'],
    'app.cpp': ['#include "mid.h"\nvoid go() { act(); int x = FAST; }\n'],
  },
  'C#: types of a namespace that another file opens for all': {
    'One.cs': ['namespace One {\n  public class B { public void Act() {} }\n}\n', 'namespace One {\n  public class C { }\n}\n'],
    'Usings.cs': ['global using One;\n'],
    'U.cs': ['public class U { void F() { new B().Act(); } }\n'],
  },
  'PHP: a class of a namespace in braces': {
    'one.php': ['<?php\nnamespace One {\n  class B { function act() {} }\n}\n', '<?php\nnamespace One {\n  class C { }\n}\n'],
    'mid.php': ['<?php\nnamespace P;\nuse One\\B as K;\nclass A extends K {}\n'],
    'u.php': ['<?php\nnamespace P;\nfunction f(A $a) { $a->act(); }\n'],
  },
  'Haskell: constructors, fields and methods of classes': {
    'src/One.hs': [
      'module One where\ndata Color = Red | Blue { shade :: Int }\nclass Priced a where\n  price :: a -> Int\n',
      'module One where\ndata Color = Blue\nclass Priced a where\n  cost :: a -> Int\n',
    ],
    'src/App.hs': ['module App where\nimport One\nmain = print (price Red, shade)\n'],
  },
  'Bash: a variable of a sourced file': {
    'lib.sh': ['open_it() { true; }\n', 'open_it() { true; }\nNAME=1\n'],
    'run.sh': ['#!/bin/bash\nsource ./lib.sh\nopen_it\necho $NAME\n'],
  },
}
