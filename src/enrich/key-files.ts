/** The files that a newcomer opens first, by purpose. Chosen by name only, no file is read; the nearest to the root wins. */
import { baseName } from './prose.ts'

export const keyFileKinds = ['readme', 'config', 'build', 'entry_point', 'tests', 'ci', 'container', 'license', 'docs'] as const
export type KeyFileKind = (typeof keyFileKinds)[number]

/** kind → path, in the order of `keyFileKinds`, only kinds that have a file. For `tests` and `docs` a folder, ending in `/`. */
export function keyFiles(
  paths: Iterable<string>,
  kinds: readonly KeyFileKind[] = keyFileKinds,
): Partial<Record<KeyFileKind, string>> {
  const best = new Map<KeyFileKind, { path: string; standing: Standing }>()
  for (const path of paths) {
    const depth = depthOf(path)
    for (const kind of kinds) {
      // Skip paths deeper than the best one so far: most paths are. For folders the depth of the folder counts, not of the path.
      if (!folderKinds.has(kind) && (best.get(kind)?.standing[0] ?? depth) < depth) continue
      const found = rules[kind](path)
      if (!found) continue
      const known = best.get(kind)
      if (!known || isBefore(found.standing, known.standing)) best.set(kind, found)
    }
  }
  return Object.fromEntries(kinds.flatMap((kind) => (best.has(kind) ? [[kind, best.get(kind)?.path]] : [])))
}

const folderKinds: ReadonlySet<KeyFileKind> = new Set(['tests', 'docs'])

/** depth, then preference among names, then the path itself: the result does not depend on the order of the paths. */
type Standing = readonly [depth: number, preference: number, path: string]
type Rule = (path: string) => { path: string; standing: Standing } | undefined

function isBefore(a: Standing, b: Standing): boolean {
  for (const at of [0, 1, 2] as const) {
    if (a[at] !== b[at]) return a[at] < b[at]
  }
  return false
}

const depthOf = (path: string): number => path.split('/').length - 1

/** A file whose base name matches one of the patterns; earlier patterns are preferred at equal depth. */
const named =
  (...patterns: readonly RegExp[]): Rule =>
  (path) => {
    const preference = patterns.findIndex((pattern) => pattern.test(baseName(path)))
    return preference < 0 ? undefined : { path, standing: [depthOf(path), preference, path] }
  }

/** A file whose whole path matches, for files whose name alone is not enough. */
const atPath =
  (...patterns: readonly RegExp[]): Rule =>
  (path) => {
    const preference = patterns.findIndex((pattern) => pattern.test(path))
    return preference < 0 ? undefined : { path, standing: [depthOf(path), preference, path] }
  }

/** The first folder on the path with one of these names. */
const folder =
  (names: readonly string[]): Rule =>
  (path) => {
    const parts = path.split('/').slice(0, -1)
    const at = parts.findIndex((part) => names.includes(part.toLowerCase()))
    if (at < 0) return undefined
    const found = `${parts.slice(0, at + 1).join('/')}/`
    return { path: found, standing: [at, names.indexOf((parts[at] ?? '').toLowerCase()), found] }
  }

const code = '(?:[cm]?[jt]sx?|py|go|java|rs|rb|php|kt|swift|scala|cs|c|cc|cpp|ex|exs|lua|dart|zig|p[lm])'
const rules: Record<KeyFileKind, Rule> = {
  readme: named(/^readme\.(?:md|mdx)$/i, /^readme(?:\.\w+)?$/i),
  config: named(
    /^package\.json$/,
    /^pyproject\.toml$/,
    /^go\.mod$/,
    /^Cargo\.toml$/,
    /^pom\.xml$/,
    /^build\.gradle(?:\.kts)?$/,
    /^(?:composer\.json|Gemfile|mix\.exs|build\.sbt|Package\.swift|deno\.jsonc?|pubspec\.yaml|setup\.(?:py|cfg))$/,
    /^(?:CMakeLists\.txt|meson\.build|requirements\.txt)$/,
    /\.(?:csproj|sln|gemspec|cabal|nimble)$/,
  ),
  build: named(
    /^(?:GNUm|M|m)akefile$/,
    /^(?:justfile|Taskfile\.ya?ml|Rakefile|gulpfile\.\w+|Gruntfile\.\w+|noxfile\.py|tox\.ini)$/i,
    /^(?:CMakeLists\.txt|meson\.build|BUILD(?:\.bazel)?|build\.gradle(?:\.kts)?|build\.(?:rs|sh|zig|xml))$/,
    /^(?:vite|webpack|rollup|esbuild|tsup|turbo|nx)(?:\.config)?\.(?:[cm]?[jt]s|json)$/,
    /^tsconfig\.json$/,
  ),
  entry_point: atPath(
    new RegExp(`(?:^|/)(?:__main__|main)\\.${code}$`),
    /(?:^|\/)(?:Main|Program|App|Application)\.(?:java|kt|scala|cs|swift)$/,
    /(?:^|\/)(?:manage|wsgi|asgi)\.py$/,
    new RegExp(`^(?:(?:src|lib|app|bin|cmd|packages/[^/]+/src)/)?(?:cli|index|app|server)\\.${code}$`),
    /^(?:src\/)?lib\.rs$/,
  ),
  tests: folder(['test', 'tests', '__tests__', 'spec', 'specs', 'testing']),
  ci: atPath(
    /^\.github\/workflows\/[^/]+\.ya?ml$/,
    /^\.gitlab-ci\.ya?ml$/,
    /^(?:\.circleci\/config\.ya?ml|\.travis\.yml|azure-pipelines\.ya?ml|Jenkinsfile|\.drone\.yml|appveyor\.yml|\.buildkite\/[^/]+\.ya?ml)$/,
    /^\.ci\/[^/]+$/,
  ),
  container: named(
    /^(?:Dockerfile|Containerfile)$/,
    /^(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$/,
    /^Dockerfile\.\w+$|\.dockerfile$/i,
  ),
  license: named(/^(?:licen[cs]e|copying)(?:\.(?:md|txt|rst))?$/i, /^(?:licen[cs]e|copying)[-.]\w+/i),
  docs: folder(['docs', 'doc', 'documentation']),
}
