/** `#include` finds its file: beside the one that includes it, in a folder where compilers are told to look, or the only one that fits. */
import type { Bench } from '../bench.ts'
import { baseName, folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'

/** Folders that build files add to the search path, below any folder above the file. */
const searched = ['', 'include', 'src', 'lib', 'source', 'inc']

export class Includes {
  private readonly bench: Bench
  private readonly found = new Map<string, string | null>()
  private readonly seen = new Map<string, readonly string[]>()

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** The file meant by `a/b.h` or `<a/b.h>`; undefined when it is not of this repo, or several fit. */
  find(written: string, from: string): string | undefined {
    const isSystem = written.startsWith('<')
    const name = isSystem ? written.slice(1, -1).trim() : written
    const key = `${isSystem ? '' : folderOf(from)}\0${name}\0${isSystem ? folderOf(from) : ''}`
    const known = this.found.get(key)
    if (known !== undefined) return known ?? undefined
    const path =
      (isSystem ? undefined : this.beside(name, from)) ?? this.inSearched(name, from, isSystem) ?? this.only(name, isSystem)
    this.found.set(key, path ?? null)
    return path
  }

  /** The files whose text a compiler has read when it has read this one, the file itself first, each once. */
  visible(from: string): readonly string[] {
    const known = this.seen.get(from)
    if (known) return known
    const order: string[] = []
    const done = new Set<string>()
    const open = [{ path: from, depth: 0 }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { path, depth } = next
      if (done.has(path) || done.size >= MOST_FILES || depth > DEEPEST) continue
      done.add(path)
      order.push(path)
      const wildcards = this.bench.table(path)?.wildcards ?? []
      for (const { module } of wildcards.toReversed()) {
        const found = this.find(module, path)
        if (found !== undefined && !done.has(found) && isSource(this.bench.languageOf(found)))
          open.push({ path: found, depth: depth + 1 })
      }
    }
    this.seen.set(from, order)
    return order
  }

  private beside(name: string, from: string): string | undefined {
    const path = joinPath(folderOf(from), name)
    return path !== undefined && this.bench.has(path) ? path : undefined
  }

  private inSearched(name: string, from: string, isSystem: boolean): string | undefined {
    if (isSystem && isStandard(name)) return undefined
    for (const folder of foldersAround(folderOf(from))) {
      for (const subfolder of searched) {
        if (isSystem && subfolder === '' && !name.includes('/')) continue
        const path = joinPath(inFolder(folder, subfolder), name)
        if (path !== undefined && this.bench.has(path)) return path
      }
    }
    return undefined
  }

  /** The only file of the repo whose path ends so. */
  private only(name: string, isSystem: boolean): string | undefined {
    if (isSystem && (isStandard(name) || !name.includes('/'))) return undefined
    const plain = name.replace(/^(?:\.\.?\/)+/, '')
    const fitting = this.bench.folders.named(baseName(plain)).filter((path) => path === plain || path.endsWith(`/${plain}`))
    return fitting.length === 1 ? fitting[0] : undefined
  }
}

/** A table or a template that is read into the code has a language of its own, or none. */
const isSource = (language: string): boolean => language === 'c' || language === 'cpp' || language === 'objective-c'

/** More than any translation unit of a repo reads of its own files; a bound on memory. */
const MOST_FILES = 3_000
/** Files that include each other in one line: compilers stop here, too. */
const DEEPEST = 200

/** What every compiler brings along is meant, whatever file of that name a repo may have. */
const isStandard = (name: string): boolean => !name.includes('.') || standard.has(name)
const standard: ReadonlySet<string> = new Set(
  (
    'assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h ' +
    'stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h tgmath.h threads.h time.h uchar.h wchar.h ' +
    'wctype.h unistd.h fcntl.h pthread.h sys/types.h sys/stat.h sys/time.h sys/socket.h sys/wait.h dirent.h netdb.h poll.h windows.h'
  ).split(' '),
)
