/** Where a path given from outside leads once its links are followed: into the repo, out of it, or nowhere. */
import path from 'node:path'
import { linkTarget, realPath } from '../base/repo-files/see.ts'
import { isInside } from '../workspace/repo-root.ts'

export type RealPath =
  | { state: 'inside'; at: string }
  /** Nothing is there; `at` is where it would be, inside the repo, with the links in the path followed. */
  | { state: 'missing'; at: string }
  /** The same whether or not something is there: an answer must not reveal which files exist outside. */
  | { state: 'outside' }

/** `root` must be resolved; `wanted` must be absolute and, as it is written, inside the root. */
export async function realPathInside(root: string, wanted: string): Promise<RealPath> {
  const real = await realPath(wanted)
  if (real !== undefined) return isInside(root, real) ? { state: 'inside', at: real } : { state: 'outside' }
  return followLinks(root, path.relative(root, wanted).split(path.sep))
}

/** As many as Linux follows. */
const MOST_LINKS = 40

/** Part by part, for a path that leads to nothing: a part that does not exist ends the path, but a link before it may lead outside. */
async function followLinks(root: string, parts: readonly string[]): Promise<RealPath> {
  let at = root
  let rest = [...parts]
  for (let links = 0; ; ) {
    const name = rest.shift()
    if (name === undefined) return { state: 'missing', at }
    const next = path.join(at, name)
    if (!isInside(root, next)) return { state: 'outside' }
    const target = await linkTarget(next)
    if (target === undefined || ++links > MOST_LINKS) at = next
    else if (!path.isAbsolute(target)) rest = [...target.split(path.sep), ...rest]
    else {
      const real = await realPath(target)
      if (real === undefined || !isInside(root, real)) return { state: 'outside' }
      at = real
    }
  }
}
