/**
 * Which files have to be linked again when some files changed. Every step of linking goes from a name in a text to a
 * definition that names the next one, so whoever may be affected mentions a changed name, or one that leads to it. The
 * answer may hold files that end up linked as before; it never lacks one, or catching up would differ from a new build.
 */
import type { FactsView } from '../contract/facts-codec.ts'
import type { MentionSource } from './port.ts'
import { changedNames, moduleNames, passedOn } from './visible-names.ts'

export type FileChange = {
  path: string
  /** undefined: the file was not there, or had no facts. */
  before: FactsView | undefined
  after: FactsView | undefined
}

/** `all`: linking everything is cheaper than finding out, or nothing else is safe. */
export type Affected = { state: 'some'; paths: string[] } | { state: 'all' }

/** Changes that can move what every import means. */
const manifest = /(^|\/)(package\.json|[jt]sconfig[^/]*\.json|go\.mod)$/
/** Files that stand for their folder: others import it without naming them (`from '..'`), or are found by their presence. */
const folderFile = /(^|\/)(index\.[mc]?[jt]sx?|__init__\.pyi?)$/

export async function pathsToRelink(
  changes: readonly FileChange[],
  source: MentionSource,
  options: { most?: number; signal?: AbortSignal } = {},
): Promise<Affected> {
  if (changes.some(({ path }) => manifest.test(path))) return { state: 'all' }
  const search = new Search(source, options.most ?? Number.POSITIVE_INFINITY, options.signal)
  for (const { path, before, after } of changes) {
    search.paths.add(path)
    const changed = changedNames(before, after, path)
    if ((before === undefined) !== (after === undefined)) for (const name of moduleNames(path)) changed.direct.add(name)
    if ((before === undefined) !== (after === undefined) && folderFile.test(path)) search.addBelow(path)
    await search.spread(changed.direct)
    for (const [owner, members] of changed.members) await search.spreadMembers(owner, members, path)
    if (search.tooMany) return { state: 'all' }
  }
  return { state: 'some', paths: [...search.paths].sort() }
}

class Search {
  readonly paths = new Set<string>()
  private readonly spreadNames = new Set<string>()
  private readonly source: MentionSource
  private readonly most: number
  private readonly signal: AbortSignal | undefined

  constructor(source: MentionSource, most: number, signal: AbortSignal | undefined) {
    this.source = source
    this.most = most
    this.signal = signal
  }

  get tooMany(): boolean {
    return this.paths.size > this.most
  }

  /** Every file that mentions one of the names, and whoever mentions what those make of them. */
  async spread(names: Iterable<string>): Promise<void> {
    let front = new Set([...names].filter((name) => !this.spreadNames.has(name)))
    while (front.size > 0 && !this.tooMany) {
      const files = await this.naming(front)
      for (const name of front) this.spreadNames.add(name)
      const next = new Set<string>()
      for (const path of files) {
        this.paths.add(path)
        for (const name of await this.passedBy(path, front)) if (!this.spreadNames.has(name)) next.add(name)
      }
      front = next
    }
  }

  /** A member is reached only through its owner: only files that mention both it and a way to the owner matter. */
  async spreadMembers(owner: string, members: ReadonlySet<string>, path: string): Promise<void> {
    const ways = await this.waysTo(owner, path)
    const onTheWay = await this.naming(ways)
    const touched: string[] = []
    for (const file of await this.naming(members)) if (onTheWay.has(file)) touched.push(file)
    const onward = new Set<string>()
    for (const file of touched) {
      this.paths.add(file)
      for (const name of await this.passedBy(file, members)) onward.add(name)
    }
    await this.spread(onward)
  }

  addBelow(path: string): void {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    for (const other of this.source.paths()) if (other.startsWith(folder)) this.paths.add(other)
  }

  /** The owner's name and every name that leads to it: subclasses, what is typed by it, aliases, default imports. */
  private async waysTo(owner: string, path: string): Promise<Set<string>> {
    const ways = new Set([owner])
    let front = new Set([owner])
    const home = await this.passedBy(path, ways)
    for (const name of home) front.add(name)
    while (front.size > 0 && !this.tooMany) {
      for (const name of front) ways.add(name)
      const next = new Set<string>()
      for (const file of await this.naming(front)) {
        for (const name of await this.passedBy(file, front)) if (!ways.has(name)) next.add(name)
      }
      front = next
    }
    return ways
  }

  private async naming(names: Iterable<string>): Promise<Set<string>> {
    const files = new Set<string>()
    for (const name of names) {
      this.signal?.throwIfAborted()
      for (const path of await this.source.filesNaming(name)) files.add(path)
    }
    return files
  }

  private async passedBy(path: string, names: ReadonlySet<string>): Promise<Set<string>> {
    const facts = await this.source.facts(path)
    return facts ? passedOn(facts, path, names) : new Set()
  }
}
