/** `paths` and `baseUrl` of the tsconfig or jsconfig that applies to a file; follows `extends` and `references`. */
import type { Bench } from '../bench.ts'
import { folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'
import { asObject, asString, type JsonObject, readJson } from './json.ts'
import { probe } from './probe.ts'

type Aliases = { baseUrl: string | undefined; paths: { pattern: string; targets: readonly string[] }[] }

export class PathAliases {
  private readonly bench: Bench
  /** Of configs that lead to no circle. */
  private readonly known = new Map<string, Aliases>()
  private readonly ofStart = new Map<string, Aliases>()
  private readonly configs = new Map<string, JsonObject>()
  /**
   * How often a config was left out because it had led to itself. What was read by then is kept only for the config where reading
   * began: for the others it depends on where that was.
   */
  private cuts = 0

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** The file that an aliased name means; undefined when no alias fits or the file does not exist. */
  find(name: string, from: string): string | undefined {
    for (const folder of foldersAround(folderOf(from))) {
      for (const config of ['tsconfig.json', 'jsconfig.json']) {
        const path = inFolder(folder, config)
        const found = this.bench.has(path) ? this.within(name, this.applied(path)) : undefined
        if (found) return found
      }
    }
    return undefined
  }

  /** A config that others extend is looked for once, for all files. */
  private applied(path: string): Aliases {
    const aliases = this.ofStart.get(path) ?? this.bench.forAll(() => this.read(path, new Set()))
    this.ofStart.set(path, aliases)
    return aliases
  }

  private within(name: string, { baseUrl, paths }: Aliases): string | undefined {
    this.bench.spend(paths.length)
    for (const { pattern, targets } of paths) {
      const rest = fill(pattern, name)
      if (rest === undefined) continue
      for (const target of targets) {
        const found = probe(
          this.bench,
          target.replace('*', () => rest),
        )
        if (found) return found
      }
    }
    const plain = baseUrl === undefined ? undefined : joinPath(baseUrl, name)
    return plain ? probe(this.bench, plain) : undefined
  }

  private read(path: string, trail: Set<string>): Aliases {
    const cached = this.known.get(path)
    if (cached) return cached
    if (trail.has(path)) {
      this.cuts++
      return { baseUrl: undefined, paths: [] }
    }
    trail.add(path)
    const cutsBefore = this.cuts
    const config = this.configAt(path)
    const folder = folderOf(path)
    const options = asObject(config.compilerOptions)
    const bases = this.bench.deeper(() => strings(config.extends).map((name) => this.extended(folder, name, trail)))
    const baseUrl =
      typeof options.baseUrl === 'string'
        ? joinPath(folder, options.baseUrl)
        : bases.findLast((base) => base.baseUrl !== undefined)?.baseUrl
    const own = pathsIn(options, baseUrl ?? folder)
    const referenced = own.length > 0 ? [] : this.bench.deeper(() => this.referenced(config, folder, trail))
    const paths = own.length > 0 ? own : (bases.findLast((base) => base.paths.length > 0)?.paths ?? referenced)
    const aliases = { baseUrl, paths }
    if (this.cuts === cutsBefore) this.known.set(path, aliases)
    return aliases
  }

  private configAt(path: string): JsonObject {
    const config = this.configs.get(path) ?? readJson(this.bench.text(path))
    this.configs.set(path, config)
    return config
  }

  private extended(folder: string, name: string, trail: Set<string>): Aliases {
    const none: Aliases = { baseUrl: undefined, paths: [] }
    if (!name.startsWith('.')) return none
    const target = joinPath(folder, name)
    const path = [target, `${target}.json`, `${target}/tsconfig.json`].find((candidate) => candidate && this.bench.has(candidate))
    return path ? this.read(path, trail) : none
  }

  /** A "solution" config contains only references; the configs it refers to contain the paths. */
  private referenced(config: JsonObject, folder: string, trail: Set<string>): Aliases['paths'] {
    const references = Array.isArray(config.references) ? config.references : []
    const paths = references.flatMap((reference) => {
      const target = joinPath(folder, asString(asObject(reference).path))
      const path = [target, `${target}/tsconfig.json`].find(
        (candidate) => candidate?.endsWith('.json') && this.bench.has(candidate),
      )
      return path ? this.read(path, trail).paths : []
    })
    // Configs that refer to each other in many ways contain the same paths many times.
    return [...new Set(paths)]
  }
}

/** Longest fixed part first, as TypeScript does. */
function pathsIn(options: JsonObject, base: string): Aliases['paths'] {
  return Object.entries(asObject(options.paths))
    .map(([pattern, targets]) => ({
      pattern,
      targets: strings(targets)
        .map((target) => joinPath(base, target))
        .filter((target) => target !== undefined),
    }))
    .sort((a, b) => fixedLength(b.pattern) - fixedLength(a.pattern))
}

const fixedLength = (pattern: string): number => (pattern.includes('*') ? pattern.indexOf('*') : pattern.length)

/** What the `*` of a pattern matches in a name: '' when the pattern has none and equals the name. */
export function fill(pattern: string, name: string): string | undefined {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === name ? '' : undefined
  const before = pattern.slice(0, star)
  const after = pattern.slice(star + 1)
  if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return undefined
  return name.slice(before.length, name.length - after.length)
}

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string')
