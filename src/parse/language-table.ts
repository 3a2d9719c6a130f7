/** Every language with an extractor. Loaded on first use, so that a repo pays only for its own languages. */
import type { LanguageDefinition } from './language.ts'

const languages: Readonly<Record<string, () => Promise<LanguageDefinition>>> = {
  javascript: async () => (await import('./languages/javascript/javascript.ts')).javascript,
  flow: async () => (await import('./languages/flow/flow.ts')).flow,
  typescript: async () => (await import('./languages/typescript/typescript.ts')).typescript,
  tsx: async () => (await import('./languages/typescript/typescript.ts')).tsx,
  python: async () => (await import('./languages/python/python.ts')).python,
  go: async () => (await import('./languages/go/go.ts')).go,
  java: async () => (await import('./languages/java/java.ts')).java,
  c: async () => (await import('./languages/c/c.ts')).c,
  'objective-c': async () => (await import('./languages/objective-c/objective-c.ts')).objectiveC,
  cpp: async () => (await import('./languages/cpp/cpp.ts')).cpp,
  dart: async () => (await import('./languages/dart/dart.ts')).dart,
  csharp: async () => (await import('./languages/csharp/csharp.ts')).csharp,
  php: async () => (await import('./languages/php/php.ts')).php,
  bash: async () => (await import('./languages/bash/bash.ts')).bash,
  lua: async () => (await import('./languages/lua/lua.ts')).lua,
  rust: async () => (await import('./languages/rust/rust.ts')).rust,
  swift: async () => (await import('./languages/swift/swift.ts')).swift,
  elixir: async () => (await import('./languages/elixir/elixir.ts')).elixir,
  vue: async () => (await import('./languages/vue/vue.ts')).vue,
  css: async () => (await import('./languages/css/css.ts')).css,
  scss: async () => (await import('./languages/css/css.ts')).scss,
  less: async () => (await import('./languages/css/css.ts')).scss,
  html: async () => (await import('./languages/html/html.ts')).html,
  svelte: async () => (await import('./languages/svelte/svelte.ts')).svelte,
  ruby: async () => (await import('./languages/ruby/ruby.ts')).ruby,
  protobuf: async () => (await import('./languages/proto/proto.ts')).proto,
  graphql: async () => (await import('./languages/graphql/graphql.ts')).graphql,
  dockerfile: async () => (await import('./languages/dockerfile/dockerfile.ts')).dockerfile,
  make: async () => (await import('./languages/make/make.ts')).make,
  terraform: async () => (await import('./languages/terraform/terraform.ts')).terraform,
  hcl: async () => (await import('./languages/terraform/terraform.ts')).terraform,
  sql: async () => (await import('./languages/sql/sql.ts')).sql,
  r: async () => (await import('./languages/r/r.ts')).r,
  julia: async () => (await import('./languages/julia/julia.ts')).julia,
  ocaml: async () => (await import('./languages/ocaml/ocaml.ts')).ocaml,
  'ocaml-interface': async () => (await import('./languages/ocaml/ocaml.ts')).ocamlInterface,
  scala: async () => (await import('./languages/scala/scala.ts')).scala,
  perl: async () => (await import('./languages/perl/perl.ts')).perl,
  kotlin: async () => (await import('./languages/kotlin/kotlin.ts')).kotlin,
  zig: async () => (await import('./languages/zig/zig.ts')).zig,
  yaml: async () => (await import('./languages/config/config.ts')).yaml,
  toml: async () => (await import('./languages/config/config.ts')).toml,
  json: async () => (await import('./languages/config/config.ts')).json,
  haskell: async () => (await import('./languages/haskell/haskell.ts')).haskell,
  markdown: async () => (await import('./documents/document-languages.ts')).documentLanguages.markdown,
  mdx: async () => (await import('./documents/document-languages.ts')).documentLanguages.mdx,
  rst: async () => (await import('./documents/document-languages.ts')).documentLanguages.rst,
  asciidoc: async () => (await import('./documents/document-languages.ts')).documentLanguages.asciidoc,
  text: async () => (await import('./documents/document-languages.ts')).documentLanguages.text,
  notebook: async () => (await import('./languages/notebook/notebook.ts')).notebook,
}

/** undefined: no extractor; the file is text. */
export async function languageDefinition(language: string): Promise<LanguageDefinition | undefined> {
  return Object.hasOwn(languages, language) ? languages[language]?.() : undefined
}

export const extractedLanguages: readonly string[] = Object.keys(languages)
