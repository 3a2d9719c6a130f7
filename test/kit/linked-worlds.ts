/**
 * Small repos whose files define and use the same few names, in every linked language. After random edits a catch-up must give
 * the same result as a clean build. For a new language add a world, or a body to one.
 */

/** The text of one file; `at` is the number of the file itself, `from` that of the file from which it imports `uses`. */
export type Body = (at: number, defines: string, uses: string, from: number) => string
/** `files` exist from the start and do not change; `bodies` by extension. */
export type World = {
  files: Record<string, string>
  bodies: Record<string, Body> /** Random runs by default; 2 unless given. */
  runs?: number
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const ts: Body = (_, defines, uses, from) =>
  `import { ${uses} } from './m${from}'\nexport class Box { ${defines}() { return ${uses}() } }\nexport function ${defines}() { return new Box().${defines}() }\nexport * from './m${from}'\n`

export const worlds: Record<string, World> = {
  'python, typescript, go, markdown': {
    runs: 12,
    files: { 'go.mod': 'module example.com/x\n', 'pkg/keep.py': 'def keep():\n    pass\n' },
    bodies: {
      py: (_, defines, uses, from) =>
        `from pkg.m${from} import ${uses}\n\n\nclass Box:\n    def ${defines}(self):\n        return ${uses}()\n\n\ndef ${defines}():\n    return Box().${defines}()\n`,
      ts,
      go: (_, defines, uses) =>
        `package pkg\n\ntype Box${defines} struct{}\n\nfunc (b Box${defines}) ${defines}() { ${uses}() }\n\nfunc ${defines}() { Box${defines}{}.${defines}() }\n`,
      md: (_, defines, uses) => `# ${defines}\n\nUses ${uses}.\n\n## More\n\ntext\n`,
    },
  },
  'vue, svelte, typescript': {
    files: {},
    bodies: {
      ts,
      vue: (_, defines, uses, from) =>
        `<script setup lang="ts">\nimport { ${uses} } from './m${from}'\nimport Other from './m${from}.vue'\nfunction ${defines}() { return ${uses}() }\n</script>\n\n<template>\n  <Other @click="${defines}" />\n</template>\n`,
      svelte: (_, defines, uses, from) =>
        `<script lang="ts">\n  import { ${uses} } from './m${from}'\n  import Other from './m${from}.svelte'\n  export function ${defines}() { return ${uses}() }\n</script>\n\n<Other on:click={${defines}} />\n`,
    },
  },
  rust: {
    files: {
      'Cargo.toml': '[package]\nname = "world"\n\n[lib]\npath = "pkg/lib.rs"\n',
      'pkg/lib.rs': 'pub mod m0;\npub mod m1;\npub mod m2;\npub mod m3;\npub mod m4;\npub use m1::*;\n',
    },
    bodies: {
      rs: (_, defines, uses, from) =>
        `use crate::m${from}::${uses};\npub use crate::m${from}::*;\n\npub struct Box${defines};\n\nimpl Box${defines} {\n    pub fn ${defines}(&self) { ${uses}() }\n}\n\npub fn ${defines}() { let made = Box${defines}; made.${defines}(); crate::m${from}::Box${uses}.${uses}() }\n`,
    },
  },
  'c, c++': {
    files: {},
    bodies: {
      c: (_, defines, uses, from) =>
        `#include "m${from}.h"\n\nstruct box_${defines} { int size; };\n\nint ${defines}(struct box_${uses} *box)\n{\n  return ${uses}(0) + box->size;\n}\n`,
      h: (_, defines, uses, from) =>
        `#pragma once\n#include "m${from}.h"\n\nint ${defines}(struct box_${uses} *box);\n#define MAX_${defines} ${uses}(0)\n`,
      cpp: (_, defines, uses, from) =>
        `#include "m${from}.h"\n\nnamespace pkg {\nstruct Box { int ${defines}(); };\nint Box::${defines}() { return ${uses}(nullptr); }\nint run_${defines}() { Box box; return box.${defines}() + run_${uses}(); }\n}\n`,
    },
  },
  'c#': {
    files: {},
    bodies: {
      cs: (_, defines, uses, from) =>
        `namespace Pkg.M${from % 2};\n\npublic partial class Box\n{\n    public int ${defines}() => ${uses}();\n}\n\npublic class ${capital(defines)} : ${capital(uses)}\n{\n    public static int Go() => new ${capital(uses)}().${uses}() + new Box().${defines}();\n}\n`,
    },
  },
  ruby: {
    files: {},
    bodies: {
      rb: (_, defines, uses, from) =>
        `require_relative 'm${from}'\n\nmodule Pkg\n  class Box\n    def ${defines}\n      ${uses}\n    end\n  end\n\n  class ${capital(defines)} < ${capital(uses)}\n    def self.make\n      Box.new.${defines}\n    end\n  end\nend\n`,
    },
  },
  php: {
    files: { 'composer.json': '{"autoload": {"psr-4": {"Pkg\\\\": "pkg/"}}}\n' },
    bodies: {
      php: (_, defines, uses) =>
        `<?php\n\nnamespace Pkg;\n\nuse function Pkg\\${uses};\n\nclass ${capital(defines)} extends ${capital(uses)}\n{\n    public function ${defines}()\n    {\n        return ${uses}();\n    }\n}\n\nfunction ${defines}()\n{\n    return (new ${capital(defines)}())->${defines}();\n}\n`,
    },
  },
  'java, kotlin, scala': {
    files: {},
    bodies: {
      java: (at, defines, uses, from) =>
        `package pkg;\n\npublic class m${at} extends m${from} {\n  public static int ${defines}() { return new ${capital(uses)}().${uses}(); }\n  int own() { return ${uses}(); }\n}\n`,
      kt: (_, defines, uses, from) =>
        `package pkg\n\nimport pkg.${uses} as other\n\nopen class ${capital(defines)} : ${capital(uses)}() {\n    fun ${defines}() = ${uses}() + m${from}.${uses}()\n}\n\nfun ${defines}() = ${capital(defines)}().${defines}() + other()\n\nfun ${capital(uses)}.more(): Int = ${uses}()\n`,
      scala: (at, defines, uses, from) =>
        `package pkg\n\nimport pkg.S${from}.${uses}\n\nobject S${at} {\n  def ${defines}: Int = ${uses}\n}\n\nclass ${capital(defines)}Scala extends ${capital(uses)}Scala {\n  def ${defines}() = S${from}.${uses}\n}\n`,
    },
  },
  swift: {
    files: {
      'Package.swift':
        '// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(name: "World", targets: [.target(name: "pkg", path: "pkg")])\n',
    },
    bodies: {
      swift: (_, defines, uses) =>
        `class ${capital(defines)}: ${capital(uses)} {\n    func ${defines}() -> Int { ${uses}() }\n}\n\nextension Box {\n    func ${defines}() -> Int { 1 }\n}\n\nfunc ${defines}() -> Int {\n    let made = ${capital(defines)}()\n    return made.${defines}()\n}\n`,
    },
  },
  bash: {
    files: {},
    bodies: {
      sh: (_, defines, uses, from) =>
        `source ./m${from}.sh\n${capital(defines)}=1\n${defines}() {\n  ${uses} "$${capital(uses)}"\n}\nrun-${defines}() {\n  run-${uses}\n}\n`,
    },
  },
  lua: {
    files: {},
    bodies: {
      lua: (_, defines, uses, from) =>
        `local other = require("pkg.m${from}")\nlocal ${uses} = require("pkg.m${from}").${uses}\nlocal Box = {}\nfunction Box.${defines}() return other.${uses}() + ${uses}() end\nfunction Box:more() return self.${defines}() end\nBox.inner = other\nreturn Box\n`,
    },
  },
  elixir: {
    files: {},
    bodies: {
      ex: (at, defines, uses, from) =>
        `defmodule Pkg.M${at} do\n  alias Pkg.M${from}, as: Other\n  import Pkg.M${(from + 1) % 5}\n  @${defines} 1\n  def ${defines}(x \\\\ @${defines}), do: Other.${uses}(x) + ${uses}()\n  def ${uses}?(x), do: Pkg.M${from}.${defines}?(x) and M${from}.${capital(uses)}.go()\n  defmodule ${capital(defines)} do\n    def go, do: ${uses}()\n  end\nend\n`,
    },
  },
  terraform: {
    files: {},
    bodies: {
      tfvars: (_, defines, uses) => `${defines} = 1\n${uses} = 2\n`,
      tf: (_, defines, uses, from) =>
        `variable "${defines}" {}\n\nresource "box" "${uses}" {\n  a = var.${uses}\n  b = [box.${defines}.id, data.thing.${defines}.id]\n}\n\ndata "thing" "${defines}" {}\n\nmodule "m${from}" {\n  source = "./m${from}"\n}\n`,
    },
  },
}
