/** Packages of this repo by name (workspaces), and the source files of their `exports`, `imports` and `main`. */
import type { Bench } from '../bench.ts'
import { folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'
import { asObject, asString, type JsonObject, readJson } from './json.ts'
import { fill } from './path-aliases.ts'
import { probe } from './probe.ts'

export class LocalPackages {
  private readonly bench: Bench
  private folders: Map<string, string[]> | undefined

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** `undefined`: not a package of this repo. `null`: it is one, but its file is missing (built, generated) or ambiguous. */
  find(name: string): string | null | undefined {
    const [packageName, below] = splitName(name)
    const folders = this.byName().get(packageName)
    if (!folders) return undefined
    const [folder, second] = folders
    if (folder === undefined || second !== undefined) return null
    const manifest = readJson(this.bench.text(inFolder(folder, 'package.json')))
    const exported = exportTargets(manifest.exports, below === '' ? '.' : `./${below}`)
    const written =
      below === '' ? ['source', 'types', 'module', 'main'].map((field) => asString(manifest[field])).filter(Boolean) : []
    return this.firstSource(folder, [...exported, ...written, ...usual(below)]) ?? null
  }

  /** `#name` through the `imports` of the file's package. */
  findPrivate(name: string, from: string): string | undefined {
    for (const folder of foldersAround(folderOf(from))) {
      const text = this.bench.text(inFolder(folder, 'package.json'))
      if (text !== undefined) return this.firstSource(folder, exportTargets(readJson(text).imports, name))
    }
    return undefined
  }

  private firstSource(folder: string, targets: readonly string[]): string | undefined {
    for (const target of targets) {
      this.bench.spendOnText(target)
      for (const candidate of [target, target.replace(/^(\.\/)?(dist|lib|build|out|es|esm|cjs)\//, './src/')]) {
        const path = joinPath(folder, candidate)
        const found =
          path === undefined || path === folder ? undefined : probe(this.bench, path.replace(/\.d\.([mc]?)ts$/, '.$1js'))
        if (found) return found
      }
    }
    return undefined
  }

  private byName(): Map<string, string[]> {
    this.folders ??= this.bench.forAll(() => this.readNames(this.bench.folders.named('package.json')))
    return this.folders
  }

  private readNames(manifests: readonly string[]): Map<string, string[]> {
    const folders = new Map<string, string[]>()
    this.bench.wantTexts(manifests)
    for (const path of manifests) {
      const name = asString(readJson(this.bench.text(path)).name)
      if (name !== '') folders.set(name, [...(folders.get(name) ?? []), folderOf(path)])
    }
    return folders
  }
}

/** `@scope/name/below` → name and the path below it. */
function splitName(name: string): [packageName: string, below: string] {
  const parts = name.split('/')
  const length = name.startsWith('@') ? 2 : 1
  return [parts.slice(0, length).join('/'), parts.slice(length).join('/')]
}

const usual = (below: string): string[] =>
  below === '' ? ['./src/index', './index', './src/main', './lib/index'] : [`./${below}`, `./src/${below}`, `./lib/${below}`]

/** Every file that an entry of `exports` or `imports` may mean, in the order of its conditions. */
function exportTargets(table: unknown, key: string): string[] {
  if (typeof table === 'string' || Array.isArray(table)) return key === '.' ? leaves(table, '') : []
  const entries = Object.entries(asObject(table))
  if (key === '.' && entries.every(([name]) => !name.startsWith('.') && !name.startsWith('#'))) return leaves(table, '')
  const exact = (table as JsonObject | undefined)?.[key]
  if (exact !== undefined) return leaves(exact, '')
  const [best] = entries
    .map(([pattern, target]) => ({ pattern, target, rest: pattern.includes('*') ? fill(pattern, key) : undefined }))
    .filter((entry) => entry.rest !== undefined)
    .sort((a, b) => b.pattern.length - a.pattern.length)
  return best ? leaves(best.target, best.rest ?? '') : []
}

/** Nested conditions; nobody nests them deeper. */
const DEEPEST = 16
/** No system opens a longer one. */
const LONGEST_PATH = 4096

function filled(target: string, rest: string): string[] {
  const parts = target.length > LONGEST_PATH ? [] : target.split('*')
  return parts.length === 0 || target.length + parts.length * rest.length > LONGEST_PATH ? [] : [parts.join(rest)]
}

function leaves(target: unknown, rest: string, depth = 0): string[] {
  if (typeof target === 'string') return filled(target, rest)
  if (depth >= DEEPEST) return []
  const inside = Array.isArray(target) ? target : Object.values(asObject(target))
  return inside.flatMap((entry) => leaves(entry, rest, depth + 1))
}
