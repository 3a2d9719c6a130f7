/** Makes a full build, then writes the exchange file from the store, then the status file again: it is always written last. */

import path from 'node:path'
import type { Repo } from '../contract/repo.ts'
import type { GraphReport, IndexReport } from '../contract/reports.ts'
import { GRAPH_VERSION } from '../exchange/graph-file.ts'
import { type GraphPlace, writeGraph } from '../exchange/write-graph.ts'
import { WholeGraph } from '../graph/whole-graph.ts'
import { indexRepo } from '../indexer/index-repo.ts'
import type { IndexRooms } from '../indexer/index-rooms.ts'
import { indexedAt } from '../indexer/indexed-at.ts'
import { homeArtifacts, openArtifacts, repoArtifacts } from '../workspace/artifacts.ts'
import type { WorkOptions } from './port.ts'

const GRAPH_FILE = 'rag_graph.json'

export async function buildGraph(
  repo: Repo,
  rooms: IndexRooms,
  artifacts: { home: string; inRepo: boolean },
  work: WorkOptions & { dryRun?: boolean },
): Promise<GraphReport> {
  if (work.dryRun) {
    const report = await indexRepo(repo, rooms, work)
    const folder = artifacts.inRepo ? repoArtifacts(repo.root) : homeArtifacts(artifacts.home, repo.root)
    const graph_file = path.join(folder, GRAPH_FILE)
    const status = await rooms.status.load(repo.root)
    const written = [...report.written, ...(artifacts.inRepo ? [graph_file] : [])]
    return { ...report, written, graph_file, entities: 0, relations: 0, status }
  }
  let graph_file = ''
  let counts = { entities: 0, relations: 0 }
  // Under the lock of the build: the file shows what was built, and two processes never write it at once.
  const whileLocked = async ({ commit }: IndexReport): Promise<void> => {
    const { folder, below, relative } = await openArtifacts(repo.root, artifacts.home, artifacts)
    graph_file = path.join(folder, GRAPH_FILE)
    counts = await exportGraph(repo, rooms, { below, relative: path.join(relative, GRAPH_FILE) }, commit, work)
    await rooms.status.write(repo.root, {
      repo: repo.repo_id,
      index_state: 'fresh',
      last_indexed_at: await indexedAt(repo, rooms),
      last_indexed_commit: commit,
    })
  }
  const wait_ms = Math.max(WAIT_MS, rooms.settings.lock_wait_ms)
  const report = await indexRepo(repo, rooms, { ...work, wait_ms, whileLocked })
  const status = await rooms.status.load(repo.root)
  const written = [...new Set([...report.written, graph_file])]
  return { ...report, written, graph_file, entities: counts.entities, relations: counts.relations, status }
}

/** A build of a large repo takes minutes, and whoever asks for the file has nothing to do without it. */
const WAIT_MS = 600_000

async function exportGraph(repo: Repo, rooms: IndexRooms, place: GraphPlace, commit: string | null, { signal }: WorkOptions) {
  const snapshot = await rooms.reader.snapshot()
  try {
    const rows = await snapshot.recordedFiles(repo.repo_id)
    const graph = new WholeGraph(snapshot, repo.repo_id, rows)
    const head = { version: GRAPH_VERSION, indexed_at: rooms.now().toISOString(), repo: repo.repo_id, commit }
    const source = { ...head, files: rows, entities: graph.entities(), relations: graph.relations() }
    return await writeGraph(place, source, signal ? { signal } : {})
  } finally {
    await snapshot.close()
  }
}
