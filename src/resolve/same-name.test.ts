/** Many files may define one name (PHP gives up after a fixed number of them). The steps of looking it up grow with their number, not with its square. */
import { expect, it, vi } from 'vitest'
import { linkAll, parseFiles, sourceOf } from '../../test/kit/linked-repo.ts'
import { Bench } from './bench.ts'

type World = { file: (at: number) => [path: string, text: string]; user: [path: string, text: string] }

const worlds: Record<string, World> = {
  java: {
    file: (at) => [`a/N${at}.java`, `package a;\nclass N${at} { int common() { return 1; } }\n`],
    user: ['a/U.java', 'package a;\nclass U { int go(N1 n, Missing m) { m.f(); return n.common(); } }\n'],
  },
  go: {
    file: (at) => [`n${at}.go`, `package a\n\ntype N${at} struct{}\n\nfunc (n N${at}) Common() {}\n`],
    user: ['u.go', 'package a\n\nfunc Go(n N1) {\n\tn.Common()\n\tmissing()\n}\n'],
  },
  terraform: {
    file: (at) => [`n${at}.tf`, `variable "n${at}" {}\n`],
    user: ['u.tf', 'locals {\n  a = var.n1\n  b = var.missing\n}\n'],
  },
  c: {
    file: (at) => [`n${at}.c`, '#include "shared.h"\nstatic int own(void) { return 1; }\nint common(void) { return own(); }\n'],
    user: ['shared.h', 'int common(void);\nint other(void);\nstatic inline int go(void) { return common(); }\n'],
  },
  csharp: {
    file: (at) => [
      `E${at}.cs`,
      `namespace N${at};\npublic class Shared {}\npublic static class E${at} { public static int Common(this string s) { return 1; } }\n`,
    ],
    user: ['U.cs', 'using N1;\nclass U { int Go(string s) { new Shared(); return s.Common(); } }\n'],
  },
  ruby: {
    file: (at) => [`n${at}.rb`, `module N${at}\n  class Shared\n    def common\n    end\n  end\nend\n`],
    user: ['u.rb', "require_relative 'n1'\nN1::Shared.new.common\n"],
  },
  elixir: {
    file: (at) => [`n${at}.ex`, `defmodule N${at}.Shared do\n  def common(), do: 1\nend\n`],
    user: ['u.ex', 'defmodule U do\n  def go(), do: N1.Shared.common()\nend\n'],
  },
  rust: {
    file: (at) => [
      `src/n${at}.rs`,
      `macro_rules! shared { () => {} }\npub struct S${at};\nimpl S${at} { pub fn common(&self) {} }\n`,
    ],
    user: ['src/lib.rs', 'mod n1;\nuse n1::S1;\nfn go(s: S1) { s.common(); shared!(); }\n'],
  },
  swift: {
    file: (at) => [
      `Sources/App/N${at}.swift`,
      `extension String { func common${at % 2}() {} }\nextension Shared { func f${at}() {} }\n`,
    ],
    user: ['Sources/App/U.swift', 'struct Shared {}\nfunc go(s: Shared) { s.f1() }\n'],
  },
  kotlin: {
    file: (at) => [`N${at}.kt`, `package n${at}\nclass Shared\nfun String.common() {}\n`],
    user: ['U.kt', 'import n1.common\nimport n1.Shared\nfun go(s: String) { s.common(); Shared() }\n'],
  },
  scala: {
    file: (at) => [`N${at}.scala`, `package n${at}\nclass Shared { def common() = 1 }\n`],
    user: ['U.scala', 'import n1.Shared\nobject U { def go(s: Shared) = s.common() }\n'],
  },
}

it.each(Object.entries(worlds))(
  '[RE28] a name that many files define is looked up in steps of their number (%s)',
  async (_, world) => {
    const steps = async (count: number): Promise<number> => {
      const files = Object.fromEntries([...Array.from({ length: count }, (_, at) => world.file(at)), world.user])
      const facts = await parseFiles(files)
      const asked = new Map([...facts].filter(([path]) => path === world.user[0]))
      const table = vi.spyOn(Bench.prototype, 'table')
      try {
        const links = await linkAll(sourceOf(files, facts), asked)
        expect(links.get(world.user[0])?.uses.some(({ to }) => to === 'symbol')).toBe(true)
        return table.mock.calls.length
      } finally {
        table.mockRestore()
      }
    }
    expect(await steps(240)).toBeLessThan(2.2 * (await steps(120)) + 100)
  },
)
