/**
 * The table of all languages that Cairn recognises by a file's name. A language that is not here is `unknown`: its files are
 * still found by text and ranked by words. `parse` decides which languages are parsed.
 */

/**
 * - `code`: a programming, query, markup or build language
 * - `document`: prose, split into sections
 * - `data`: records and generated lists; findable, never ranked
 * - `text`: settings and other small hand-written text
 */
type LanguageKind = 'code' | 'document' | 'data' | 'text'

export type Language = {
  id: string
  kind: LanguageKind
  /** Lower case, with the dot; the longest that fits wins (`.d.ts` before `.ts`). */
  extensions: readonly string[]
  /** Whole file names, lower case. */
  names: readonly string[]
  /** Names of interpreters in a first line `#!…`; without versions (`python3.12` is `python`). */
  shebangs: readonly string[]
}

type Row = [id: string, kind: LanguageKind, extensions: string, names?: string, shebangs?: string]

const rows: readonly Row[] = [
  // Parsed in full.
  ['python', 'code', '.py .pyi .pyw .pyx .pxd .pxi', 'sconstruct sconscript wscript', 'python pypy python3 python2'],
  ['typescript', 'code', '.ts .mts .cts', '', 'deno tsx ts-node bun'],
  ['tsx', 'code', '.tsx'],
  ['javascript', 'code', '.js .jsx .mjs .cjs .es6 .gs .jsm', 'jakefile', 'node nodejs'],
  ['go', 'code', '.go'],
  ['java', 'code', '.java'],
  // Documents.
  ['markdown', 'document', '.md .markdown .mkd .mdown .mdwn .qmd .rmd', 'readme contributing changelog changes news history'],
  ['mdx', 'document', '.mdx'],
  ['rst', 'document', '.rst .rest'],
  ['asciidoc', 'document', '.adoc .asciidoc .asc'],
  ['text', 'document', '.txt .text', 'license licence copying copyright notice authors contributors maintainers install todo'],
  ['notebook', 'document', '.ipynb'],
  ['org', 'document', '.org'],
  ['textile', 'document', '.textile'],
  ['wiki', 'document', '.mediawiki .wiki'],
  ['pod', 'document', '.pod'],
  ['man', 'document', '.man .mdoc'],
  ['tex', 'document', '.tex .sty .cls .ltx'],
  ['bibtex', 'data', '.bib'],
  ['typst', 'document', '.typ'],
  // Code.
  ['c', 'code', '.c .h'],
  ['cpp', 'code', '.cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .tpp .inl .ino'],
  ['cuda', 'code', '.cu .cuh'],
  ['opencl', 'code', '.cl .opencl'],
  ['objective-c', 'code', '.m .mm'],
  ['csharp', 'code', '.cs .csx'],
  ['fsharp', 'code', '.fs .fsi .fsx'],
  ['vb', 'code', '.vb .vbs .bas'],
  ['rust', 'code', '.rs'],
  [
    'ruby',
    'code',
    '.rb .rake .gemspec .ru .podspec',
    'gemfile rakefile podfile vagrantfile fastfile brewfile guardfile',
    'ruby jruby',
  ],
  ['erb', 'code', '.erb .rhtml'],
  ['php', 'code', '.php .phtml .php3 .php4 .php5 .php7', '', 'php'],
  ['blade', 'code', '.blade.php'],
  ['kotlin', 'code', '.kt .kts'],
  ['scala', 'code', '.scala .sc .sbt', '', 'scala'],
  ['groovy', 'code', '.groovy .gradle .gvy', 'jenkinsfile', 'groovy'],
  ['swift', 'code', '.swift', '', 'swift'],
  ['dart', 'code', '.dart', '', 'dart'],
  ['lua', 'code', '.lua .rockspec', '.luacheckrc', 'lua luajit'],
  ['luau', 'code', '.luau'],
  ['perl', 'code', '.pl .pm .t .psgi', 'cpanfile', 'perl'],
  ['raku', 'code', '.raku .rakumod .p6 .pm6', '', 'raku perl6'],
  ['r', 'code', '.r', '.rprofile', 'rscript'],
  ['julia', 'code', '.jl', '', 'julia'],
  ['matlab', 'code', '.matlab .mlx'],
  ['haskell', 'code', '.hs .lhs .hsc', '', 'runhaskell runghc stack'],
  ['cabal', 'text', '.cabal'],
  ['purescript', 'code', '.purs'],
  ['elm', 'code', '.elm'],
  ['ocaml', 'code', '.ml .mll .mly', '', 'ocaml'],
  ['ocaml-interface', 'code', '.mli'],
  ['dune', 'code', '', 'dune dune-project'],
  ['reason', 'code', '.re .rei'],
  ['rescript', 'code', '.res .resi'],
  ['elixir', 'code', '.ex .exs', '', 'elixir'],
  ['heex', 'code', '.heex .eex .leex'],
  ['erlang', 'code', '.erl .hrl .escript', 'rebar.config', 'escript'],
  ['gleam', 'code', '.gleam'],
  ['clojure', 'code', '.clj .cljs .cljc .edn .bb', '', 'bb clojure'],
  ['commonlisp', 'code', '.lisp .lsp .asd', '', 'sbcl'],
  ['scheme', 'code', '.scm .ss .sld', '', 'guile'],
  ['racket', 'code', '.rkt', '', 'racket'],
  ['elisp', 'code', '.el', '.emacs'],
  ['fennel', 'code', '.fnl'],
  ['janet', 'code', '.janet'],
  ['prolog', 'code', '.pro .prolog', '', 'swipl'],
  ['fortran', 'code', '.f .for .f77 .f90 .f95 .f03 .f08 .ftn'],
  ['pascal', 'code', '.pas .dpr .lpr .pp'],
  ['ada', 'code', '.adb .ads .ada'],
  ['cobol', 'code', '.cob .cbl .cpy'],
  ['d', 'code', '.d .di', '', 'rdmd'],
  ['nim', 'code', '.nim .nims .nimble'],
  ['zig', 'code', '.zig .zon'],
  ['v', 'code', '.vsh'],
  ['odin', 'code', '.odin'],
  ['crystal', 'code', '.cr', '', 'crystal'],
  ['haxe', 'code', '.hx'],
  ['vala', 'code', '.vala .vapi'],
  ['mojo', 'code', '.mojo'],
  ['chapel', 'code', '.chpl'],
  ['hack', 'code', '.hack'],
  ['apex', 'code', '.apex .trigger'],
  ['abap', 'code', '.abap'],
  ['solidity', 'code', '.sol'],
  ['vyper', 'code', '.vy'],
  ['move', 'code', '.move'],
  ['cairo', 'code', '.cairo'],
  ['verilog', 'code', '.v .vh'],
  ['systemverilog', 'code', '.sv .svh'],
  ['vhdl', 'code', '.vhd .vhdl'],
  ['assembly', 'code', '.s .asm .nasm'],
  ['llvm', 'code', '.ll'],
  ['wat', 'code', '.wat .wast'],
  ['glsl', 'code', '.glsl .vert .frag .geom .comp .tesc .tese'],
  ['hlsl', 'code', '.hlsl .fx'],
  ['wgsl', 'code', '.wgsl'],
  ['metal', 'code', '.metal'],
  ['gdscript', 'code', '.gd'],
  ['smalltalk', 'code', '.st'],
  ['tcl', 'code', '.tcl .tk', '', 'tclsh wish'],
  ['awk', 'code', '.awk', '', 'awk gawk mawk'],
  ['sed', 'code', '.sed', '', 'sed'],
  [
    'bash',
    'code',
    '.sh .bash .zsh .ksh .bats .ebuild',
    '.bashrc .bash_profile .profile .zshrc .zshenv pkgbuild gradlew',
    'sh bash zsh ksh dash bats',
  ],
  ['fish', 'code', '.fish', '', 'fish'],
  ['nushell', 'code', '.nu', '', 'nu'],
  ['powershell', 'code', '.ps1 .psm1 .psd1', '', 'pwsh powershell'],
  ['batch', 'code', '.bat .cmd'],
  ['applescript', 'code', '.applescript .scpt', '', 'osascript'],
  ['autohotkey', 'code', '.ahk'],
  ['vim', 'code', '.vim', '.vimrc'],
  ['sql', 'code', '.sql .psql .plsql .pls .pgsql .ddl .dml'],
  ['prisma', 'code', '.prisma'],
  ['graphql', 'code', '.graphql .gql .graphqls'],
  ['protobuf', 'code', '.proto'],
  ['thrift', 'code', '.thrift'],
  ['avro', 'code', '.avdl'],
  ['capnp', 'code', '.capnp'],
  ['flatbuffers', 'code', '.fbs'],
  ['smithy', 'code', '.smithy'],
  ['antlr', 'code', '.g4'],
  ['yacc', 'code', '.y .yy'],
  ['lex', 'code', '.l .lex'],
  ['html', 'code', '.html .htm .xhtml .shtml'],
  ['vue', 'code', '.vue'],
  ['svelte', 'code', '.svelte'],
  ['astro', 'code', '.astro'],
  ['css', 'code', '.css .pcss .postcss'],
  ['scss', 'code', '.scss'],
  ['sass', 'code', '.sass'],
  ['less', 'code', '.less'],
  ['stylus', 'code', '.styl'],
  ['pug', 'code', '.pug .jade'],
  ['haml', 'code', '.haml'],
  ['handlebars', 'code', '.hbs .handlebars .mustache'],
  ['jinja', 'code', '.j2 .jinja .jinja2 .njk'],
  ['liquid', 'code', '.liquid'],
  ['twig', 'code', '.twig'],
  ['ejs', 'code', '.ejs'],
  ['go-template', 'code', '.tmpl .gotmpl .tpl'],
  ['coffeescript', 'code', '.coffee .litcoffee', 'cakefile', 'coffee'],
  ['livescript', 'code', '.ls'],
  ['qml', 'code', '.qml'],
  ['terraform', 'code', '.tf .tfvars'],
  ['hcl', 'code', '.hcl .nomad'],
  ['bicep', 'code', '.bicep'],
  ['nix', 'code', '.nix'],
  ['dhall', 'code', '.dhall'],
  ['jsonnet', 'code', '.jsonnet .libsonnet'],
  ['cue', 'code', '.cue'],
  ['rego', 'code', '.rego'],
  ['pkl', 'code', '.pkl'],
  ['puppet', 'code', '.epp', 'puppetfile'],
  ['starlark', 'code', '.bzl .bazel .star', 'build workspace build.bazel workspace.bazel module.bazel tiltfile buck'],
  ['dockerfile', 'code', '.dockerfile', 'dockerfile containerfile'],
  ['make', 'code', '.mk .mak .make', 'makefile gnumakefile makefile.am makefile.in', 'make'],
  ['just', 'code', '.just', 'justfile .justfile', 'just'],
  ['cmake', 'code', '.cmake', 'cmakelists.txt'],
  ['meson', 'code', '', 'meson.build meson_options.txt meson.options'],
  ['ninja', 'code', '.ninja'],
  ['gn', 'code', '.gn .gni'],
  ['m4', 'code', '.m4 .ac', 'configure.ac configure.in'],
  ['qmake', 'code', '.pri'],
  ['linker-script', 'code', '.ld .lds'],
  ['devicetree', 'code', '.dts .dtsi'],
  ['kconfig', 'code', '', 'kconfig'],
  ['robot', 'code', '.robot .resource'],
  ['gherkin', 'code', '.feature'],
  ['plantuml', 'code', '.puml .plantuml'],
  ['mermaid', 'code', '.mmd .mermaid'],
  ['dot', 'code', '.dot .gv'],
  ['lean', 'code', '.lean'],
  ['coq', 'code', '.coq'],
  ['agda', 'code', '.agda .lagda'],
  ['idris', 'code', '.idr'],
  ['isabelle', 'code', '.thy'],
  ['tla', 'code', '.tla'],
  ['stan', 'code', '.stan'],
  ['sas', 'code', '.sas'],
  ['stata', 'code', '.do .ado'],
  // Settings and other small text.
  [
    'yaml',
    'text',
    '.yaml .yml .clang-format .clang-tidy',
    '.clang-format .clang-tidy .yamllint citation.cff owners owners_aliases',
  ],
  ['toml', 'text', '.toml', 'pipfile'],
  [
    'ini',
    'text',
    '.ini .cfg .conf .cnf .desktop .service .socket .timer .editorconfig',
    '.editorconfig .gitconfig .gitmodules .flake8 .pylintrc .coveragerc .hgrc',
  ],
  ['properties', 'text', '.properties'],
  ['dotenv', 'text', '.env.example .env.sample .env.template .env.dist', '.env'],
  [
    'ignore',
    'text',
    '',
    '.gitignore .cairnignore .dockerignore .npmignore .eslintignore .prettierignore .hgignore .gitattributes .mailmap codeowners',
  ],
  ['go-mod', 'text', '', 'go.mod go.work'],
  ['requirements', 'text', '', 'requirements.txt constraints.txt requirements.in requirements-dev.txt'],
  ['procfile', 'text', '', 'procfile'],
  ['nginx', 'text', '.nginx', 'nginx.conf'],
  ['apache', 'text', '', '.htaccess httpd.conf'],
  ['json5', 'text', '.json5'],
  [
    'jsonc',
    'text',
    '.jsonc .code-workspace',
    'tsconfig.json jsconfig.json .eslintrc .babelrc .prettierrc .swcrc devcontainer.json',
  ],
  ['gettext', 'data', '.po .pot'],
  // Data and lists.
  ['json', 'data', '.json .jsonl .ndjson .geojson .webmanifest .har .avsc .topojson', '.watchmanconfig'],
  [
    'xml',
    'data',
    '.xml .xsd .xsl .xslt .wsdl .plist .csproj .vbproj .fsproj .props .targets .resx .xaml .config .storyboard .xib .dtd .iml .nuspec .rss .atom .kml .gpx',
    'pom.xml',
  ],
  ['svg', 'data', '.svg'],
  ['csv', 'data', '.csv .tsv .psv'],
  ['diff', 'data', '.diff .patch'],
  ['log', 'data', '.log'],
  ['snapshot', 'data', '.snap'],
  ['subtitle', 'data', '.srt .vtt'],
  [
    'lock',
    'data',
    '.lock .lockb .sum',
    'package-lock.json mix.lock composer.lock npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock cargo.lock poetry.lock pdm.lock uv.lock gemfile.lock podfile.lock pipfile.lock flake.lock go.sum go.work.sum pubspec.lock packages.lock.json gradle.lockfile .terraform.lock.hcl deno.lock cabal.project.freeze',
  ],
  ['source-map', 'data', '.map'],
  ['pem', 'data', '.pem .crt .cer .csr'],
  // Usually binary, but some are text.
  ['drawing', 'data', '.ai .eps'],
]

export const UNKNOWN_LANGUAGE = 'unknown'

export const languages: readonly Language[] = rows.map(([id, kind, extensions, names = '', shebangs = '']) => ({
  id,
  kind,
  extensions: words(extensions),
  names: words(names),
  shebangs: words(shebangs),
}))

const byId = new Map(languages.map((language) => [language.id, language]))
const byExtension = index((language) => language.extensions)
const byName = index((language) => language.names)
const byShebang = index((language) => language.shebangs)

/** Names that a filter accepts, including `unknown`. */
export const languageIds: readonly string[] = [...languages.map(({ id }) => id), UNKNOWN_LANGUAGE]

/** Other names of a language in a filter: its file extensions (`py`, `ts`, `rb`) and common names. */
export const languageSynonyms: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...byExtension].map(([extension, { id }]) => [extension.slice(1), id])),
  golang: 'go',
  'c#': 'csharp',
  'c++': 'cpp',
  'f#': 'fsharp',
  objc: 'objective-c',
  'objective c': 'objective-c',
  shell: 'bash',
  node: 'javascript',
  nodejs: 'javascript',
  python3: 'python',
  docker: 'dockerfile',
  makefile: 'make',
  emacs: 'elisp',
  'emacs-lisp': 'elisp',
  'common-lisp': 'commonlisp',
  'visual basic': 'vb',
  proto: 'protobuf',
  jupyter: 'notebook',
}

export const languageNamed = (id: string): Language | undefined => byId.get(id)

/** By whole name, then by the longest known extension; undefined when neither is known. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const whole = byName.get(name)
  if (whole) return whole
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = byExtension.get(name.slice(dot))
    if (found) return found
  }
  return byName.get(withoutExtension(name, /^(dockerfile|containerfile|jenkinsfile|makefile)[.-]/))
}

/** By the interpreter in a script's first line; undefined when it is not known. */
export function languageOfShebang(firstLine: string): Language | undefined {
  const found = /^#!\s*(?:\S*\/)?(\S+)(.*)/.exec(firstLine)
  if (!found) return undefined
  const named =
    found[1] === 'env'
      ? (found[2] ?? '')
          .trim()
          .split(/\s+/)
          .find((word) => !/^-|=/.test(word))
      : found[1]
  const program = (named ?? '').slice((named ?? '').lastIndexOf('/') + 1).toLowerCase()
  return byShebang.get(program) ?? byShebang.get(program.replace(/(?<![\d.])[\d.]+$/, ''))
}

/** `Dockerfile.prod` → `dockerfile`, `Makefile-win` → `makefile`. */
function withoutExtension(name: string, pattern: RegExp): string {
  return pattern.exec(name)?.[1] ?? ''
}

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}

/** If several rows have a key, the first row wins. */
function index(keys: (language: Language) => readonly string[]): ReadonlyMap<string, Language> {
  const map = new Map<string, Language>()
  for (const language of languages) for (const key of keys(language)) if (!map.has(key)) map.set(key, language)
  return map
}
