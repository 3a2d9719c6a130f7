/** Which module a Swift file belongs to: a target of its package, or everything outside targets, taken together. */
import type { Bench } from '../bench.ts'
import { folderOf, inFolder, joinPath } from '../folders.ts'

/** `test`: its files may see non-public names of the modules they import (`@testable`). */
type Target = { key: string; name: string; folder: string; test: boolean }

export class SwiftModules {
  private readonly bench: Bench
  private readonly known = new Map<string, string>()
  /** By folder and written name, the module that is meant; '' for none of this repo. */
  private readonly meant = new Map<string, Map<string, string>>()
  private all: Target[] | undefined
  private roots: readonly string[] = []

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** Two files see each other's names when this is the same. */
  of(path: string): string {
    const folder = folderOf(path)
    const known = this.known.get(folder)
    if (known !== undefined) return known
    // Code samples in documentation are never built, and do not see each other.
    if (/\.docc\//.test(path)) return path
    const target = this.targets().find((one) => isWithin(folder, one.folder))
    const key = target?.key ?? this.besideTargets(folder)
    this.known.set(folder, key)
    return key
  }

  /** The module that `import name` means here; undefined when it is not of this repo. Two packages may use the same name. */
  named(name: string, from: string): string | undefined {
    const all = this.targets()
    const folder = folderOf(from)
    const known = this.meant.get(folder)?.get(name)
    if (known !== undefined) return known === '' ? undefined : known
    const targets = all.filter((target) => target.name === name)
    const root = this.rootOf(folder)
    const near = targets.filter((target) => isWithin(target.folder, root))
    const [only, second] = near.length > 0 ? near : targets
    if (only || !this.roots.includes(root)) return this.kept(folder, name, only && second === undefined ? only.key : undefined)
    const isFolder = this.bench.folders.has(inFolder(root, `Sources/${name}`))
    return isFolder ? `${root}#${name}` : undefined
  }

  /** What rests on no question about paths, which count for each file that asks them. */
  private kept(folder: string, name: string, key: string | undefined): string | undefined {
    const names = this.meant.get(folder) ?? new Map<string, string>()
    this.meant.set(folder, names.set(name, key ?? ''))
    return key
  }

  isTest(key: string): boolean {
    return /tests?$/i.test(key) || this.targets().some((target) => target.key === key && target.test)
  }

  /** The file named like the module, if there is one; else the manifest, which declares it. */
  fileOf(key: string): string | undefined {
    const target = this.targets().find((one) => one.key === key)
    if (!target) return undefined
    const own = inFolder(target.folder, `${target.name}.swift`)
    return this.bench.has(own) ? own : inFolder(key.slice(0, key.indexOf('#')), 'Package.swift')
  }

  /** Longest folder first: a target may be inside another's folder. */
  private targets(): readonly Target[] {
    this.all ??= this.bench.forAll(() => {
      const manifests = this.bench.folders.named('Package.swift')
      this.bench.wantTexts(manifests)
      this.roots = manifests.map(folderOf)
      const targets = manifests.flatMap((path) => readTargets(this.bench.text(path) ?? '', folderOf(path), this.bench))
      return targets.sort((a, b) => b.folder.length - a.folder.length || (a.key < b.key ? -1 : 1))
    })
    this.bench.spend(this.all.length)
    return this.all
  }

  /** A folder below `Sources` is a target, whatever the manifest says or computes. */
  private besideTargets(folder: string): string {
    const root = this.rootOf(folder)
    const below = root === '' ? folder : folder.slice(root.length + 1)
    const name = /^(?:Sources|Source|src|srcs|Tests|Plugins)\/([^/]+)/.exec(below)?.[1]
    return name !== undefined && this.roots.includes(root) ? `${root}#${name}` : '#'
  }

  private rootOf(folder: string): string {
    const around = this.roots.filter((root) => isWithin(folder, root))
    return around.reduce((nearest, root) => (root.length > nearest.length ? root : nearest), '')
  }
}

const isWithin = (folder: string, around: string): boolean =>
  around === '' || folder === around || folder.startsWith(`${around}/`)

const usual = ['Sources', 'Source', 'src', 'srcs']

function readTargets(text: string, root: string, bench: Bench): Target[] {
  const targets: Target[] = []
  const head = /\.(target|executableTarget|testTarget|macro|plugin)\s*\(\s*name:\s*"([^"\\]+)"/g
  for (let found = head.exec(text); found; found = head.exec(text)) {
    const [, kind = '', name = ''] = found
    // Nested targets are the ones it depends on.
    const end = endOfCall(text, text.indexOf('(', found.index))
    head.lastIndex = end
    const given = /\bpath:\s*"([^"\\]*)"/.exec(text.slice(found.index, end))?.[1]
    const parents = kind === 'testTarget' ? ['Tests', ...usual] : kind === 'plugin' ? ['Plugins'] : usual
    const folders = given === undefined ? parents.map((parent) => inFolder(root, `${parent}/${name}`)) : [joinPath(root, given)]
    const folder = folders.find((one) => one !== undefined && bench.folders.has(one))
    if (folder !== undefined) targets.push({ key: `${root}#${name}`, name, folder, test: kind === 'testTarget' })
  }
  return targets
}

function endOfCall(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const unit = text.charAt(at)
    if (unit === '(') depth++
    else if (unit === ')' && --depth === 0) return at
  }
  return text.length
}
