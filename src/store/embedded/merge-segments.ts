/**
 * Merges segments when there are many, or when much of their content is out of date. Terms stream through in order, so memory
 * does not grow with the repo; the result is written separately and replaces the inputs in one short transaction.
 */
import type { SearchLevel } from '../../contract/items.ts'
import { searchLevels } from '../../contract/items.ts'
import { ByteWriter } from './bytes.ts'
import { type Connection, inShortTransactions } from './connection.ts'
import { Cursor, Cursors, type TakenEntry } from './merge-cursors.ts'
import { type Block, type BlockEntry, BlockWriter, FIRST_TERM, LAST_TERM, readBlock } from './posting-blocks.ts'
import { eachPosting, namespaceOf, postingStep, usualValue } from './posting-list.ts'
import { bumpLayout, headOf } from './repo-rows.ts'
import { type LiveSegment, RepoSegments } from './repo-segments.ts'
import { blocksBetween, SegmentCache } from './segment-cache.ts'
import { createSegment, dropSegment, goLive, type Slot, writeBlock, writeLevels } from './segment-rows.ts'
import { LevelTableBuilder } from './segment-tables.ts'

/** Fewer postings than about fifty files have. */
const SMALL = 50_000
/** Each costs the first question of a process about 0.6 ms; merging 25 of them costs the writer about 40 ms of CPU. */
const MOST_SMALL = 24
const MOST_SMALL_AFTER_BUILD = 8
const MOST_LARGE = 32
const LARGE_AFTER_MERGE = 12
const MOST_DEAD = 0.3

type Repo = { id: number; repo_id: string }
type SegmentRow = { id: number; postings: number }

/** After every `apply`: cheap unless there is something to do. */
export async function mergeWhenMany(connection: Connection, repo: Repo): Promise<void> {
  const rows = liveRows(connection, repo)
  if (rows.filter(({ postings }) => postings < SMALL).length > MOST_SMALL) await mergeChosen(connection, repo, rows, MOST_SMALL)
}

export async function mergeAfterBuild(connection: Connection, repo: Repo): Promise<void> {
  await mergeChosen(connection, repo, liveRows(connection, repo), MOST_SMALL_AFTER_BUILD)
}

const liveRows = (connection: Connection, repo: Repo): SegmentRow[] =>
  connection.all<SegmentRow>('SELECT id, postings FROM segment WHERE repo = ? AND state = 1 ORDER BY postings', repo.id)

async function mergeChosen(connection: Connection, repo: Repo, rows: readonly SegmentRow[], mostSmall: number): Promise<void> {
  const all = connection.reading(() => {
    const head = headOf(connection, repo.id)
    return head && new RepoSegments(connection, new SegmentCache(), head)
  })
  if (!all) return
  const small = rows.filter(({ postings }) => postings < SMALL)
  const large = rows.filter(({ postings }) => postings >= SMALL)
  const chosen = new Set<number>()
  if (small.length > mostSmall) for (const { id } of small) chosen.add(id)
  if (large.length > MOST_LARGE) for (const { id } of large.slice(0, large.length - LARGE_AFTER_MERGE + 1)) chosen.add(id)
  for (const segment of all.segments) if (deadShare(segment) > MOST_DEAD) chosen.add(segment.id)
  if (chosen.size > 0) await merge(connection, repo, all, chosen)
}

function deadShare({ live, slots }: LiveSegment): number {
  if (!live || slots.count < 50) return 0
  return live.reduce((dead, holds) => dead + 1 - holds, 0) / slots.count
}

async function merge(connection: Connection, repo: Repo, all: RepoSegments, chosen: ReadonlySet<number>): Promise<void> {
  const youngest = connection.get<{ seq: number }>('SELECT max(seq) AS seq FROM segment WHERE repo = ? AND state = 1', repo.id)
  const plan = planMerge(connection, all, chosen)
  const target = await connection.transaction(repo.repo_id, () => createSegment(connection, repo.id))
  const merged = new MergedPostings(connection, plan.inputs)
  await inShortTransactions(connection, repo.repo_id, merged.blocks(), (block) => writeBlock(connection, target, block))
  const swapped = await connection.transaction(repo.repo_id, () => {
    // Another process merged meanwhile: its result is kept, ours is dropped.
    if (![...chosen].every((id) => connection.get('SELECT 1 FROM segment WHERE id = ? AND state = 1', id))) return false
    for (const id of chosen) connection.run('UPDATE segment SET state = 2 WHERE id = ?', id)
    writeLevels(connection, target, plan.levels)
    goLive(connection, target, plan.slots, merged, youngest?.seq ?? 1)
    bumpLayout(connection, repo.id)
    return true
  })
  for (const id of swapped ? chosen : [target]) await dropSegment(connection, repo.repo_id, id)
}

/** Old index → new index in one input; -1 where nothing is kept. */
type Input = { id: number; slots: Int32Array; levels: Map<SearchLevel, Int32Array> }
type MergePlan = { slots: Slot[]; levels: Map<SearchLevel, LevelTableBuilder>; inputs: Input[] }

function planMerge(connection: Connection, all: RepoSegments, chosen: ReadonlySet<number>): MergePlan {
  const elsewhere = new Set<number>()
  for (const segment of all.segments) if (!chosen.has(segment.id)) for (const ref of segment.slots.refs) elsewhere.add(ref)
  const plan: MergePlan = { slots: [], levels: new Map(), inputs: [] }
  for (const segment of all.segments) {
    if (!chosen.has(segment.id)) continue
    const slots = keepSlots(segment, elsewhere, plan.slots)
    const levels = new Map(searchLevels.map((level) => [level, keepDocuments(connection, all, segment, level, slots, plan)]))
    plan.inputs.push({ id: segment.id, slots, levels })
  }
  return plan
}

/** An empty slot is kept while an older segment still has words of its file. Without it the old words would be found again. */
function keepSlots({ slots, live }: LiveSegment, elsewhere: ReadonlySet<number>, kept: Slot[]): Int32Array {
  const moved = new Int32Array(slots.count).fill(-1)
  for (let slot = 0; slot < slots.count; slot++) {
    const ref = slots.refs[slot] as number
    const empty = slots.empty[slot] === 1
    if (live?.[slot] === 0 || (empty && !elsewhere.has(ref))) continue
    moved[slot] = kept.push({ ref, language: slots.languages[slot] as number, empty }) - 1
  }
  return moved
}

function keepDocuments(
  connection: Connection,
  all: RepoSegments,
  segment: LiveSegment,
  level: SearchLevel,
  slots: Int32Array,
  plan: MergePlan,
): Int32Array {
  const table = all.level(connection, segment, level)
  const moved = new Int32Array(table.count).fill(-1)
  if (table.count === 0) return moved
  const into = plan.levels.get(level) ?? new LevelTableBuilder()
  plan.levels.set(level, into)
  for (let document = 0; document < table.count; document++) {
    const slot = slots[table.slots[document] as number] as number
    if (slot === -1) continue
    moved[document] = into.add(
      slot,
      table.ordinals[document] as number,
      table.lengths[document] as number,
      table.kinds[document] as number,
    )
  }
  return moved
}

/** The lists of several segments, term by term, with their new ids. */
class MergedPostings {
  postings = 0
  bytes = 0
  private readonly connection: Connection
  private readonly inputs: readonly Input[]
  private readonly writer = new ByteWriter(4096)
  constructor(connection: Connection, inputs: readonly Input[]) {
    this.connection = connection
    this.inputs = inputs
  }

  *blocks(): Generator<Block> {
    const blocks = new BlockWriter({ deflate: true })
    const cursors = new Cursors(this.inputs.map((input, at) => new Cursor(at, entriesOf(this.connection, input.id))))
    for (let here = cursors.takeLeast(); here.length > 0; here = cursors.takeLeast()) {
      const term = here[0]?.term as Uint8Array
      const list = this.join(term, here)
      if (list.length > 0) yield* this.counted(blocks.add({ term, list }))
    }
    for (const block of blocks.end()) yield* this.counted(block)
  }

  private *counted(block: Block | undefined): Generator<Block> {
    if (!block) return
    this.bytes += block.bytes.length
    yield block
  }

  /** New ids grow from input to input, so joined lists are already in order. */
  private join(term: Uint8Array, lists: readonly TakenEntry[]): Uint8Array {
    const namespace = namespaceOf(term)
    const usual = usualValue(namespace)
    const { writer } = this
    let last = 0
    for (const { at, list } of lists) {
      const input = this.inputs[at] as Input
      const moved = namespace === 'name' || namespace === 'identifier' ? input.slots : (input.levels.get(namespace) as Int32Array)
      eachPosting(list, { usual, limit: moved.length }, (old, value) => {
        const id = moved[old] as number
        if (id === -1) return
        writer.varint(postingStep(id - last, value === usual))
        if (value !== usual) writer.varint(value)
        last = id
        this.postings += 1
      })
    }
    return writer.take()
  }
}

/** Reads block by block. The segment is not locked in between and need not be, because it never changes. */
function* entriesOf(connection: Connection, segment: number): Generator<BlockEntry> {
  for (const bytes of blocksBetween(connection, segment, FIRST_TERM, LAST_TERM)) yield* readBlock(bytes)
}
