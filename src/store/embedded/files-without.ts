/** Which files of a repo cannot contain a text, by their identifiers: a scan need not read them. */
import { MAX_IDENTIFIER } from '../../base/words.ts'
import { ANY_IDENTIFIER, type IdentifierPart, LONG_IDENTIFIER, type TextNeed } from '../../contract/text-need.ts'
import type { Connection } from './connection.ts'
import type { LiveSegment, RepoSegments } from './repo-segments.ts'

/** Paths of files that have identifiers recorded and do not fulfil the need. A file that nothing is recorded of is not among them. */
export async function filesWithout(connection: Connection, segments: RepoSegments, need: TextNeed): Promise<string[]> {
  const without: string[] = []
  const mayDecode = segments.mayDecode(connection)
  for (const segment of segments.segments) {
    const lookup = new Lookup(connection, segments, segment, mayDecode)
    const holds = await lookup.holding(need)
    lookup.markWhole(ANY_IDENTIFIER, holds)
    if (!holds.includes(0)) continue
    const { count, refs, empty } = segment.slots
    for (let slot = 0; slot < count; slot++) {
      if (holds[slot] === 1 || empty[slot] === 1 || segment.live?.[slot] === 0) continue
      const path = isNote(refs[slot] as number) ? undefined : segments.path(connection, refs[slot] as number)
      if (path !== undefined) without.push(path)
    }
  }
  return without
}

const isNote = (ref: number): boolean => ref % 2 === 1

/** When no more files than these are left, reading them takes less time than decoding all identifiers. */
const FEW = 100

class Lookup {
  private readonly connection: Connection
  private readonly segments: RepoSegments
  private readonly segment: LiveSegment
  private readonly mayDecode: boolean
  constructor(connection: Connection, segments: RepoSegments, segment: LiveSegment, mayDecode: boolean) {
    this.connection = connection
    this.segments = segments
    this.segment = segment
    this.mayDecode = mayDecode
  }

  /** 1 for each slot that may fulfil the need. */
  async holding(need: TextNeed): Promise<Uint8Array> {
    if ('any' in need) return this.joined(need.any)
    if ('all' in need) return this.shared(need.all)
    const holds = new Uint8Array(this.segment.slots.count)
    if (isWhole(need)) this.markWhole(need.text, holds)
    else await this.markPart(need, holds)
    return holds
  }

  private async joined(needs: readonly TextNeed[]): Promise<Uint8Array> {
    const holds = new Uint8Array(this.segment.slots.count)
    for (const need of needs) {
      const other = await this.holding(need)
      for (let slot = 0; slot < holds.length; slot++) if (other[slot] === 1) holds[slot] = 1
    }
    return holds
  }

  /** Whole identifiers first: each is found with one read. */
  private async shared(needs: readonly TextNeed[]): Promise<Uint8Array> {
    const holds = new Uint8Array(this.segment.slots.count).fill(1)
    let left = holds.length
    for (const need of [...needs].sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)))) {
      if (left <= FEW && !isWhole(need)) break
      const other = await this.holding(need)
      for (let slot = 0; slot < holds.length; slot++) if (other[slot] === 0) holds[slot] = 0
      left = holds.reduce((sum, held) => sum + held, 0)
    }
    return holds
  }

  markWhole(identifier: string, holds: Uint8Array): void {
    for (const slot of this.segments.list(this.connection, this.segment, 'identifier', identifier).ids) holds[slot] = 1
  }

  /** The identifier may be too long to be recorded, so files that have such ones count too. */
  private async markPart(part: IdentifierPart, holds: Uint8Array): Promise<void> {
    if (!this.mayDecode) {
      holds.fill(1)
      return
    }
    const table = await this.segments.identifiers(this.connection, this.segment)
    table.mark(part, holds)
    this.markWhole(LONG_IDENTIFIER, holds)
  }
}

const isWhole = (need: TextNeed): need is IdentifierPart =>
  'text' in need && need.before === 'nothing' && need.after === 'nothing' && !need.any_case && need.text.length <= MAX_IDENTIFIER
