/**
 * A file without the blocks that do not contain a name: the rest parses in a fraction of the time, on the same lines, and has
 * every definition of that name, inside its enclosing scopes. Comments are removed too, where they do not affect lines.
 */
import type { Blocks, Cut } from './blocks.ts'
import { findBraceBlocks } from './brace-blocks.ts'
import { findName, mayDefine } from './find-name.ts'
import { findIndentBlocks } from './indent-blocks.ts'
import { lexisOf } from './lexis.ts'

/** A longer skeleton saves too little time, because a full parse must follow if the skeleton is not enough. */
const MAX_SHARE = 0.5

/** null: impossible (unbalanced brackets, a name that is not a word), or not worth it, if the caller asked for that check. */
export function skeletonOf(text: string, language: string, name: string, options: { worthIt: boolean }): string | null {
  const lexis = lexisOf(language)
  const offsets = findName(text, name)
  if (!lexis || offsets.length === 0) return null
  const blocks = lexis.blocks === 'braces' ? findBraceBlocks(text, lexis) : findIndentBlocks(text, lexis)
  if (!blocks) return null
  const length = name.startsWith('#') ? name.length - 1 : name.length
  const defining = mayDefine(text, offsets, length, blocks.quiet, lexis)
  if (defining.length === 0) return null
  const cuts = blocksWithout(blocks, defining)
  const kept = cuts.reduce((left, cut) => left - (cut.to - cut.from), text.length)
  return options.worthIt && kept > text.length * MAX_SHARE ? null : cutOut(text, cuts)
}

/** The outermost blocks that do not contain the name, and removable text outside them, in order. */
function blocksWithout(blocks: Blocks, offsets: readonly number[]): Cut[] {
  const { heads, starts, ends, idle, fill } = blocks
  const cuts: Cut[] = []
  let seen = 0
  let behind = 0
  const addIdle = (until: number): void => {
    for (let next = idle[seen]; next && next.from < until; next = idle[++seen]) if (next.from >= behind) cuts.push(next)
  }
  for (const [at, from] of starts.entries()) {
    const to = ends[at] as number
    if (from < behind || to < from || holdsAny(offsets, heads[at] as number, to) || endsWanted(at, blocks, offsets)) continue
    addIdle(from)
    cuts.push({ from, to, fill })
    behind = to
  }
  addIdle(Number.POSITIVE_INFINITY)
  return cuts
}

/** Without its last block the enclosing definition would end elsewhere: the block is kept if that definition may be wanted. */
function endsWanted(at: number, { heads, starts, lasts }: Blocks, offsets: readonly number[]): boolean {
  for (let outer = lasts[at] ?? -1; outer >= 0; outer = lasts[outer] ?? -1) {
    if (holdsAny(offsets, heads[outer] as number, starts[outer] as number)) return true
  }
  return false
}

function holdsAny(offsets: readonly number[], from: number, to: number): boolean {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] as number) < from) low = middle + 1
    else high = middle
  }
  return (offsets[low] ?? Number.POSITIVE_INFINITY) < to
}

/** Line ends stay, so that the rest keeps its lines. */
function cutOut(text: string, cuts: readonly Cut[]): string {
  const pieces: string[] = []
  let behind = 0
  for (const { from, to, fill } of cuts) {
    pieces.push(text.slice(behind, from), fill)
    for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) pieces.push('\n')
    behind = to
  }
  pieces.push(text.slice(behind))
  return pieces.join('')
}
