/** Writes a few files in one transaction: used by catch-up. */
import type { RepoId } from '../../contract/ids.ts'
import type { FileLinks, StoreBatch } from '../port.ts'
import { Changes, factsOfRecord } from './changes.ts'
import type { Connection } from './connection.ts'
import { writePointer } from './enrichment-rows.ts'
import { readFactsOrOlder } from './facts-rows.ts'
import { fileAt } from './file-rows.ts'
import { addLinkSources, forgetLinkSources } from './link-source-rows.ts'
import { mergeWhenMany } from './merge-segments.ts'
import { bumpGeneration, ensureRepo, findRepo, setLastIndexedAt } from './repo-rows.ts'
import { createSegment, goLive, writeBlock, writeLevels } from './segment-rows.ts'
import { type LinksToStore, linksToStore, newLinkNumbers, writeLinks } from './write-links.ts'

export async function applyBatch(connection: Connection, repo_id: RepoId, batch: StoreBatch): Promise<void> {
  const changes = collect(connection, batch)
  const links = batch.links.map((file) => withFacts(connection, repo_id, batch, file))
  const repo = await connection.transaction(repo_id, () => {
    const id = ensureRepo(connection, repo_id)
    if (!changes.isEmpty) writeChanges(connection, id, changes)
    writeLinks(connection, id, links, newLinkNumbers())
    if (batch.sources?.ofAll) forgetLinkSources(connection, id)
    if (batch.sources) addLinkSources(connection, id, batch.sources)
    for (const pointer of batch.pointers ?? []) writePointer(connection, repo_id, pointer)
    if (!changes.isEmpty || links.length > 0) bumpGeneration(connection, id)
    if (batch.last_indexed_at !== undefined) setLastIndexedAt(connection, id, batch.last_indexed_at)
    return id
  })
  await mergeWhenMany(connection, { id: repo, repo_id })
}

function collect(connection: Connection, batch: StoreBatch): Changes {
  const changes = new Changes({ keepsDue: false })
  for (const path of batch.remove) changes.remove(path)
  for (const path of batch.removeNotes) changes.removeNote(path)
  for (const record of lastOfEach(batch.replace, ({ row }) => row.path)) changes.add(connection, record)
  for (const note of lastOfEach(batch.notes, ({ level, path }) => `${level}:${path}`)) changes.addNote(note)
  return changes
}

function writeChanges(connection: Connection, repo: number, changes: Changes): void {
  const segment = createSegment(connection, repo)
  let bytes = 0
  for (const block of changes.builder.blocks({ deflate: false })) {
    writeBlock(connection, segment, block)
    bytes += block.bytes.length
  }
  writeLevels(connection, segment, changes.builder.levels)
  goLive(connection, segment, changes.writeRows(connection, repo), { postings: changes.builder.postings, bytes })
}

function withFacts(connection: Connection, repo_id: RepoId, batch: StoreBatch, links: FileLinks): LinksToStore {
  const record = batch.replace.findLast(({ row }) => row.path === links.path)
  if (record) return linksToStore(links, factsOfRecord(connection, record))
  const repo = findRepo(connection, repo_id)
  const row = repo && fileAt(connection, repo.id, links.path)
  return linksToStore(links, row && readFactsOrOlder(connection, row))
}

const lastOfEach = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Iterable<Item> =>
  new Map(items.map((item) => [keyOf(item), item])).values()
