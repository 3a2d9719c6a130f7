/** Finds the file of an `#include`: next to the including file, in a usual include folder, or the only file of that name. */
import type { Answer } from '../asked.ts'
import type { Bench } from '../bench.ts'
import { baseName, folderOf, foldersAround, inFolder, joinPath } from '../folders.ts'

/** Folders that build files add to the search path, tried below every folder above the file. */
const searched = ['', 'include', 'src', 'lib', 'source', 'inc']

export class Includes {
  private readonly bench: Bench
  private readonly found = new Map<string, Answer<string | undefined>>()
  private readonly seen = new Map<string, readonly string[]>()

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
}

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
