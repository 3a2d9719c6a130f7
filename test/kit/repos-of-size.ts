/** Generated repos for counting what a use costs: `size` symbols of one name, deep includes and re-exports, wide classes. */

export type CrowdedRepo = {
  files: Record<string, string>
  /** Files whose uses are counted in any case. */
  users: readonly string[]
}
export type MakeRepo = (size: number) => CrowdedRepo

/** So many symbols of one name in a file. */
const IN_A_FILE = 25

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')

/** `file`: its path; `head`: its first lines; `one`: a definition of `common` and a use of it, with a number that no other has. */
function crowded(
  file: (at: number) => string,
  one: (at: number) => string,
  head: (at: number) => string = () => '',
  foot = '',
): MakeRepo {
  return (size) => {
    const files: Record<string, string> = {}
    for (let at = 0; at < size / IN_A_FILE; at++)
      files[file(at)] = head(at) + lines(IN_A_FILE, (inFile) => one(at * IN_A_FILE + inFile)) + foot
    return { files, users: [] }
  }
}

const at =
  (folder: string, ending: string) =>
  (file: number): string =>
    `${folder}n${file}.${ending}`

/** Ten files to a folder: where a folder is one module, a file sees all of it, and no other. */
const inFolders =
  (ending: string) =>
  (file: number): string =>
    `d${Math.floor(file / 10)}/n${file}.${ending}`

/** One for each family: the name is defined by `size` types, and each file uses its own. */
export const crowdedRepos: Readonly<Record<string, MakeRepo>> = {
  python: crowded(
    at('', 'py'),
    (i) => `class C${i}:\n    def common(self):\n        return self.common()\ndef f${i}(c: C${i}):\n    c.common()`,
  ),
  typescript: crowded(
    at('src/', 'ts'),
    (i) => `export class C${i} { common() { return this.common() } }\nexport function f${i}(c: C${i}) { c.common() }`,
  ),
  go: crowded(
    inFolders('go'),
    (i) => `type C${i} struct{}\nfunc (c *C${i}) Common() { c.Common() }`,
    () => 'package a\n',
  ),
  java: crowded(
    at('a/', 'java'),
    (i) => `class C${i} { void common() { this.common(); } static void f(C${i} c) { c.common(); } }`,
    () => 'package a;\n',
  ),
  kotlin: crowded(
    at('', 'kt'),
    (i) => `class C${i} { fun common() { this.common() } }\nfun f${i}(c: C${i}) = c.common()`,
    () => 'package a\n',
  ),
  scala: crowded(
    at('', 'scala'),
    (i) => `class C${i} { def common(): Int = this.common() }\nobject O${i} { def f(c: C${i}) = c.common() }`,
    () => 'package a\n',
  ),
  csharp: crowded(
    at('', 'cs'),
    (i) => `class C${i} { void Common() { this.Common(); } static void F(C${i} c) { c.Common(); } }`,
    () => 'namespace A;\n',
  ),
  php: crowded(
    at('src/', 'php'),
    (i) => `class C${i} { function common() { $this->common(); } static function f(C${i} $c) { $c->common(); } }`,
    () => '<?php\nnamespace A;\n',
  ),
  ruby: crowded(
    at('lib/', 'rb'),
    (i) => `class C${i}\n  def common\n    self.common\n  end\n  def f\n    C${i}.new.common\n  end\nend`,
  ),
  bash: crowded(at('', 'sh'), (i) => `common() { f${i}; }\nf${i}() { common; }`),
  lua: crowded(at('', 'lua'), (i) => `local C${i} = {}\nfunction C${i}.common() return C${i}.common() end`),
  elixir: crowded(at('lib/', 'ex'), (i) => `defmodule C${i} do\n  def common(), do: C${i}.common()\nend`),
  terraform: crowded(inFolders('tf'), (i) => `variable "v${i}" {}\nlocals {\n  l${i} = var.v${i}\n}`),
  rust: crowded(
    at('src/', 'rs'),
    (i) => `pub struct C${i};\nimpl C${i} { pub fn common(&self) { self.common(); } }\npub fn f${i}(c: C${i}) { c.common(); }`,
  ),
  swift: crowded(
    at('Sources/App/', 'swift'),
    (i) => `class C${i} { func common() { self.common() } }\nfunc f${i}(c: C${i}) { c.common() }`,
  ),
  zig: crowded(at('', 'zig'), (i) => `const C${i} = struct { pub fn common(self: *C${i}) void { self.common(); } };`),
  haskell: crowded(
    at('', 'hs'),
    (i) => `common${i} x = helper x\nf${i} = common${i} 1`,
    (i) => `module N${i} where\nhelper x = x\n`,
  ),
  c: crowded(
    at('', 'c'),
    (i) => `static int f${i}(void) { return common() + ${i}; }`,
    () => '#include "shared.h"\nstatic int common(void) { return 1; }\n',
  ),
  cpp: crowded(
    at('', 'cpp'),
    (i) => `struct C${i} { int common() { return this->common(); } };\nint f${i}(C${i} c) { return c.common(); }`,
  ),
}

/** One class with `size` methods, each of which calls another. */
const wide = (path: string, head: string, method: (at: number, other: number) => string, foot = '}'): MakeRepo => {
  return (size) => ({ files: { [path]: `${head}\n${lines(size, (at) => method(at, (at * 7) % size))}${foot}\n` }, users: [path] })
}

/** Headers of 25 functions; each includes others, as `includes` says, and one file uses every function. */
function headers(includes: (at: number) => readonly number[], most = Number.POSITIVE_INFINITY): MakeRepo {
  return (size) => {
    const count = Math.min(most, size / IN_A_FILE)
    const files: Record<string, string> = {}
    for (let file = 0; file < count; file++) {
      const inner = includes(file).filter((one) => one < count)
      const head = `#pragma once\n${inner.map((one) => `#include "h${one}.h"\n`).join('')}`
      files[`h${file}.h`] =
        `${head}namespace n${file} { int common(int); }\n${lines(IN_A_FILE, (one) => `inline int f${file * IN_A_FILE + one}(int a) { return a; }`)}`
    }
    const uses = lines(
      count * IN_A_FILE,
      (one) => `int u${one}() { return f${one}(1) + n${Math.floor(one / IN_A_FILE)}::common(2); }`,
    )
    return { files: { ...files, 'main.cpp': `#include "h0.h"\n${uses}` }, users: ['main.cpp'] }
  }
}

/** Modules of 25 functions, behind barrels of ten modules, behind one that names each function; one file uses all of them. */
const barrels: MakeRepo = (size) => {
  const modules = size / IN_A_FILE
  const files: Record<string, string> = {}
  for (let file = 0; file < modules; file++)
    files[`m${file}.ts`] = lines(IN_A_FILE, (one) => `export function f${file * IN_A_FILE + one}() {}`)
  for (let barrel = 0; barrel < modules / 10; barrel++)
    files[`b${barrel}.ts`] = lines(10, (one) => `export * from './m${barrel * 10 + one}'`)
  const inBarrel = 10 * IN_A_FILE
  files['index.ts'] = lines(size, (one) => `export { f${one} } from './b${Math.floor(one / inBarrel)}'`)
  files['user.ts'] = `${lines(size, (one) => `import { f${one} } from './index'`)}${lines(size, (one) => `f${one}()`)}`
  return { files, users: ['user.ts'] }
}

export const shapes: Readonly<Record<string, MakeRepo>> = {
  'includes that branch': headers((at) => [2 * at + 1, 2 * at + 2, at + 3]),
  'a chain of includes': headers((at) => [at + 1], 150),
  're-exports': barrels,
  'a wide class (typescript)': wide('a.ts', 'class A {', (one, other) => `m${one}() { return this.m${other}() }`),
  'a wide class (python)': wide(
    'a.py',
    'class A:',
    (one, other) => `    def m${one}(self):\n        return self.m${other}()`,
    '',
  ),
  'a wide class (java)': wide('a/A.java', 'class A {', (one, other) => `int m${one}() { return this.m${other}(); }`),
  'a wide class (csharp)': wide('A.cs', 'class A {', (one, other) => `int M${one}() { return this.M${other}(); }`),
  'a wide class (ruby)': wide('a.rb', 'class A', (one, other) => `  def m${one}\n    self.m${other}\n  end`, 'end'),
  'a wide class (cpp)': wide('a.cpp', 'struct A {', (one, other) => `int m${one}() { return this->m${other}(); }`, '};'),
  'a wide class (rust)': wide('src/lib.rs', 'struct A;\nimpl A {', (one, other) => `fn m${one}(&self) { self.m${other}(); }`),
}
