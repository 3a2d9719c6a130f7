/** Finds the file of an `#include`: next to the including file, in a usual include folder, or the only file of that name. */
import { WeightedLru } from '../../base/weighted-lru.ts'
import type { Answer } from '../asked.ts'
import type { Bench } from '../bench.ts'
import { baseName, folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'

/** Folders that build files add to the search path, tried below every folder above the file. */
const searched = ['', 'include', 'src', 'lib', 'source', 'inc']

/** The files that a file includes, and how many entries its table has. */
type Included = { paths: readonly string[]; entries: number }
/** A walk over what a file includes, as far as it came before a table had to be loaded. */
type Walk = { from: string; order: string[]; done: Set<string>; open: { path: string; depth: number }[] }

export class Includes {
  private readonly bench: Bench
  private readonly found = new Map<string, Answer<string | undefined>>()
  private readonly direct = new Map<string, Included>()
  private readonly seen = new WeightedLru<string, readonly string[]>(PATHS_KEPT)
  private walk: Walk | undefined

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** The file that `a/b.h` or `<a/b.h>` refers to; undefined when it is not in this repo, or several fit. */
  find(written: string, from: string): string | undefined {
    const isSystem = written.startsWith('<')
    const name = isSystem ? written.slice(1, -1).trim() : written
    const key = `${isSystem ? '<' : '"'}${folderOf(from)}\0${name}`
    return this.bench.asked.kept(this.found, key, from === this.bench.linking, () => {
      // One question for all folders: whatever is found has this file name.
      const named = this.bench.folders.named(baseName(name))
      if (named.length === 0) return undefined
      const there = new Set(named)
      return (
        (isSystem ? undefined : beside(name, from, there)) ??
        inSearched(name, from, isSystem, there) ??
        only(name, isSystem, named)
      )
    })
  }

  /** The files whose text the compiler has read after reading this one: the file itself first, each once. */
  visible(from: string): readonly string[] {
    const known = this.seen.get(from)
    if (known) return known
    const walk = this.walk?.from === from ? this.walk : begin(from)
    this.walk = walk
    const { order, done, open } = walk
    for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
      const { path, depth } = next
      const isNew = !done.has(path) && done.size < MOST_FILES && depth <= DEEPEST
      // This may ask for a table, and the walk goes on from here when it is loaded.
      const included = isNew ? this.includedBy(path) : []
      open.pop()
      if (!isNew) continue
      done.add(path)
      order.push(path)
      for (let at = included.length - 1; at >= 0; at--) {
        const inner = included[at] as string
        if (!done.has(inner)) open.push({ path: inner, depth: depth + 1 })
      }
    }
    this.walk = undefined
    this.seen.set(from, order, order.length)
    return order
  }

  /** The files that the text of this file includes, in order. Its table counts as used, also where the answer is kept. */
  private includedBy(path: string): readonly string[] {
    const { bench } = this
    const known = path === bench.linking ? undefined : this.direct.get(path)
    if (known) {
      bench.countTable(path, known.entries)
      return known.paths
    }
    const table = bench.table(path)
    const found = (table?.wildcards ?? []).map(({ module }) => this.find(module, path))
    const paths = found.filter((one) => one !== undefined && isSource(bench.languageOf(one))) as string[]
    this.direct.set(path, { paths, entries: table?.entries ?? 0 })
    return paths
  }
}

const begin = (from: string): Walk => ({ from, order: [], done: new Set(), open: [{ path: from, depth: 0 }] })

function beside(name: string, from: string, there: ReadonlySet<string>): string | undefined {
  const path = joinPath(folderOf(from), name)
  return path !== undefined && there.has(path) ? path : undefined
}

function inSearched(name: string, from: string, isSystem: boolean, there: ReadonlySet<string>): string | undefined {
  if (isSystem && isStandard(name)) return undefined
  for (const folder of foldersAround(folderOf(from))) {
    for (const subfolder of searched) {
      if (isSystem && subfolder === '' && !name.includes('/')) continue
      const path = joinPath(inFolder(folder, subfolder), name)
      if (path !== undefined && there.has(path)) return path
    }
  }
  return undefined
}

/** The only file of the repo whose path ends so. */
function only(name: string, isSystem: boolean, named: readonly string[]): string | undefined {
  if (isSystem && (isStandard(name) || !name.includes('/'))) return undefined
  const plain = name.replace(/^(?:\.\.?\/)+/, '')
  const fitting = named.filter((path) => path === plain || path.endsWith(`/${plain}`))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** An included table or template has another language, or none. */
const isSource = (language: string): boolean => language === 'c' || language === 'cpp' || language === 'objective-c'

/** More of the repo's own files than any translation unit includes; a bound on memory. */
const MOST_FILES = 3_000
/** Paths in kept answers to `visible`; a bound on memory. */
const PATHS_KEPT = 1_000_000
/** Include depth: compilers stop here, too. */
const DEEPEST = 200

/** Standard headers always mean the compiler's, even if the repo has a file of that name. */
const isStandard = (name: string): boolean => !name.includes('.') || standard.has(name)
const standard: ReadonlySet<string> = new Set(
  (
    'assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h ' +
    'stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h tgmath.h threads.h time.h uchar.h wchar.h ' +
    'wctype.h unistd.h fcntl.h pthread.h sys/types.h sys/stat.h sys/time.h sys/socket.h sys/wait.h dirent.h netdb.h poll.h windows.h'
  ).split(' '),
)
