/**
 * `#if … #else … #endif`: all branches are read, one after the other, when each is complete in itself. Where one opens what
 * another closes (two heads of one type), only the first is read.
 */
import type { Edit } from '../../blank.ts'

type Branch = { from: number; depth: number; lowest: number }
type Region = { branches: { start: number; end: number }[]; open: Branch; whole: boolean }

export type Directives = {
  bracket(mark: string): void
  /** A line that starts with `#`; `start` is where its match begins. */
  line(word: string, start: number): void
}

export function directiveEdits(text: string, edits: Edit[]): Directives {
  const regions: Region[] = []
  const close = (region: Region, end: number): void => {
    region.branches.push({ start: region.open.from, end })
    if (region.open.depth !== 0 || region.open.lowest < 0) region.whole = false
  }
  return {
    bracket(mark) {
      const by = '{(['.includes(mark) ? 1 : -1
      const open = regions.at(-1)?.open
      if (!open) return
      open.depth += by
      open.lowest = Math.min(open.lowest, open.depth)
    },
    line(word, start) {
      const line = { start, end: endOfLine(text, start) }
      edits.push({ ...line, put: '' })
      const kind = /#(\w+)/.exec(word)?.[1]
      const branch: Branch = { from: line.end, depth: 0, lowest: 0 }
      const region = regions.at(-1)
      if (kind === 'if') regions.push({ branches: [], open: branch, whole: true })
      else if (!region || (kind !== 'else' && kind !== 'elseif' && kind !== 'endif')) return
      else {
        close(region, start)
        region.open = branch
        if (kind === 'endif') edits.push(...leftOut(regions.pop()))
        if (kind === 'endif' && region.whole === false) passOn(region, regions.at(-1))
      }
    },
  }
}

const leftOut = (region: Region | undefined): Edit[] =>
  region === undefined || region.whole ? [] : region.branches.slice(1).map((branch) => ({ ...branch, put: '' }))

/** What the first branch opened stays open after the region. Rare: the enclosing region then counts as broken. */
function passOn(_region: Region, around: Region | undefined): void {
  if (around) around.whole = false
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  const last = end < 0 ? text.length : end
  return text.charAt(last - 1) === '\r' ? last - 1 : last
}
