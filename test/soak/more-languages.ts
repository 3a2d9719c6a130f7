/** Languages for which no package registry has whole repositories: for checkouts given with `--from`. */
import type { Language } from './language.ts'
import { bareCaller, memberCaller } from './make-callers.ts'

const braces = { comment: '//', blocks: 'braces' } as const
/** The functions of a component cannot be called from other files. */
const noCaller = { makeCaller: () => undefined } as const
const modifiers = String.raw`(?:(?:public|private|protected|internal|fileprivate|open|static|final|abstract|sealed|partial|override|virtual|async|readonly|inline|suspend|data|implicit|case|lazy|mutating|class|unsafe|extern)\s+)*`

export const moreLanguages = {
  rust: {
    ...braces,
    makeCaller: bareCaller(/^pub (?:const |async )*fn /, (name, calls) => [`pub fn ${name}() {`, `    ${calls}(1);`, '}']),
    extension: /\.rs$/,
    definition: [
      /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+)*fn\s+(?<name>\w+)\s*[<(]/,
      /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|union)\s+(?<name>\w+)/,
    ],
    makeFunction: (name, calls) => [`pub fn ${name}(first: u32) -> u32 {`, `    ${calls ? `${calls}(first)` : 'first'}`, '}'],
  },
  c: {
    ...braces,
    makeCaller: bareCaller(
      /^(?!static\b|typedef\b|struct\s+\w+\s*\{)\w.*\(/,
      (name, calls) => [`void ${name}(void)`, '{', `  ${calls}(1);`, '}'],
      /\.c$/,
    ),
    extension: /\.[ch]$/,
    definition: [
      /^(?:static\s+|inline\s+|const\s+|unsigned\s+|struct\s+)*\w+[\s*]+(?<name>\w+)\([^;]*\)?\s*\{?$/,
      /^(?:typedef\s+)?(?:struct|union|enum)\s+(?<name>\w+)\s*\{/,
    ],
    makeFunction: (name, calls) => [`int ${name}(int first)`, '{', `  return ${calls ? `${calls}(first)` : 'first'};`, '}'],
  },
  cpp: {
    ...braces,
    makeCaller: bareCaller(/^(?!static\b|class\b|struct\b|template\b)\w.*\(.*\{$/, (name, calls) => [
      `void ${name}() {`,
      `  ${calls}(1);`,
      '}',
    ]),
    extension: /\.(?:cc|cpp|cxx|hpp|hh|hxx|h)$/,
    definition: [
      /^\s*(?:template\s*<[^>]*>\s*)?(?:class|struct)\s+(?:\w+\s+)?(?<name>\w+)\s*(?:final\s*)?(?::[^:].*)?\{?$/,
      /^\s*(?:static\s+|inline\s+|constexpr\s+|virtual\s+|explicit\s+|const\s+)*[\w:<>]+[\s*&]+(?<name>\w+)\([^;]*\{$/,
    ],
    makeFunction: (name, calls) => [`inline int ${name}(int first) {`, `  return ${calls ? `${calls}(first)` : 'first'};`, '}'],
  },
  csharp: {
    ...braces,
    makeCaller: memberCaller(
      /^ {4}public (?!static|class|abstract|interface|enum|struct|record|override)/,
      (name, owner, calls) => [
        `class ${name}`,
        '{',
        `    void Run(${owner} target)`,
        '    {',
        `        target.${calls}();`,
        '    }',
        '}',
      ],
    ),
    extension: /\.cs$/,
    definition: [
      new RegExp(String.raw`^\s*${modifiers}(?:class|interface|struct|enum|record(?:\s+(?:struct|class))?)\s+(?<name>\w+)`),
      /^\s+(?:(?:public|private|protected|internal|static|override|virtual|async|abstract|sealed)\s+)+[\w<>[\],.?]+\s+(?<name>\w+)\s*(?:<[^>]*>)?\([^;]*$/,
    ],
    makeFunction: (name, calls) => [
      `class Holder_${name}`,
      '{',
      `    string ${name}(string first)`,
      '    {',
      `        return ${calls ? `${calls}(first)` : 'first'};`,
      '    }',
      '}',
    ],
  },
  ruby: {
    makeCaller: bareCaller(/^\s*def [a-z]\w*(?![\w?!=])/, (name, calls) => [
      `def ${name}(target)`,
      `  target.${calls}(1)`,
      'end',
    ]),
    comment: '#',
    blocks: 'indent',
    extension: /\.rb$/,
    definition: [/^\s*def\s+(?:self\.)?(?<name>\w+)[?!=]?/, /^\s*(?:class|module)\s+(?:\w+::)*(?<name>[A-Z]\w*)/],
    makeFunction: (name, calls) => [`def ${name}(first)`, `  ${calls ? `${calls}(first)` : 'first'}`, 'end'],
  },
  php: {
    ...braces,
    makeCaller: memberCaller(/^ {4}public function (?!__)/, (name, owner, calls) => [
      `function ${name}(${owner} $target)`,
      '{',
      `    $target->${calls}();`,
      '}',
    ]),
    extension: /\.php$/,
    opening: ['<?php'],
    definition: [
      /^\s*(?:(?:public|private|protected|static|final|abstract)\s+)*function\s+&?(?<name>\w+)\s*\(/,
      /^\s*(?:(?:final|abstract|readonly)\s+)*(?:class|interface|trait|enum)\s+(?<name>\w+)/,
    ],
    makeFunction: (name, calls) => [`function ${name}($first)`, '{', `    return ${calls ? `${calls}($first)` : '$first'};`, '}'],
  },
  kotlin: {
    ...braces,
    makeCaller: memberCaller(/^ {2,4}(?:public |override )*fun \w+\(/, (name, owner, calls) => [
      `fun ${name}(target: ${owner}) {`,
      `    target.${calls}(1)`,
      '}',
    ]),
    extension: /\.kt$/,
    definition: [
      new RegExp(String.raw`^\s*${modifiers}(?:class|interface|object)\s+(?<name>\w+)`),
      new RegExp(String.raw`^\s*${modifiers}fun\s+(?:<[^>]*>\s*)?(?:[\w<>?*, ]+\.)?(?<name>\w+)\s*\(`),
    ],
    makeFunction: (name, calls) => [
      `fun ${name}(first: String): String {`,
      `    return ${calls ? `${calls}(first)` : 'first'}`,
      '}',
    ],
  },
  scala: {
    ...braces,
    makeCaller: memberCaller(/^ {2}def /, (name, owner, calls) => [
      `class ${name} {`,
      `  def run(target: ${owner}) = target.${calls}(1)`,
      '}',
    ]),
    extension: /\.scala$/,
    definition: [
      new RegExp(String.raw`^\s*${modifiers}(?:class|trait|object)\s+(?<name>\w+)`),
      new RegExp(String.raw`^\s*${modifiers}def\s+(?<name>\w+)\s*[[(:=]`),
    ],
    makeFunction: (name, calls) => [
      `object Holder_${name} {`,
      `  def ${name}(first: String): String = ${calls ? `${calls}(first)` : 'first'}`,
      '}',
    ],
  },
  swift: {
    ...braces,
    makeCaller: memberCaller(/^ {4}public func /, (name, owner, calls) => [
      `func ${name}(_ target: ${owner}) {`,
      `    target.${calls}()`,
      '}',
    ]),
    extension: /\.swift$/,
    definition: [
      new RegExp(String.raw`^\s*${modifiers}(?:class|struct|enum|protocol|actor)\s+(?<name>\w+)`),
      new RegExp(String.raw`^\s*${modifiers}func\s+(?<name>\w+)\s*[<(]`),
    ],
    makeFunction: (name, calls) => [
      `func ${name}(_ first: String) -> String {`,
      `    return ${calls ? `${calls}(first)` : 'first'}`,
      '}',
    ],
  },
  vue: component('vue', '<script setup lang="ts">'),
  svelte: component('svelte', '<script lang="ts">'),
} as const satisfies Record<string, Language>

/** Functions of a single-file component; the soak treats its markup as text. */
function component(extension: string, opening: string): Language {
  return {
    ...braces,
    ...noCaller,
    extension: new RegExp(String.raw`\.${extension}$`),
    opening: [opening],
    closing: ['</script>'],
    definition: [
      /^\s*(?:export\s+)?(?:async\s+)?function\s*(?<name>[\w$]+)\s*[(<]/,
      /^\s*(?:export\s+)?const\s+(?<name>[\w$]+)\s*=\s*(?:async\s*)?\(.*=>\s*\{$/,
      /^\s*(?:export\s+)?(?:interface|class|type)\s+(?<name>[\w$]+)/,
    ],
    makeFunction: (name, calls) => [
      `function ${name}(first: string): unknown {`,
      `  return ${calls ? `${calls}(first)` : 'first'}`,
      '}',
    ],
  }
}
