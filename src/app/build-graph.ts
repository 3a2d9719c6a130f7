/** Makes a full build, then writes the exchange file from the store, then the status file again: it is always written last. */

import path from 'node:path'
import type { Repo } from '../contract/repo.ts'
import type { GraphReport } from '../contract/reports.ts'
import { GRAPH_VERSION } from '../exchange/graph-file.ts'
import { type GraphPlace, writeGraph } from '../exchange/write-graph.ts'
import { WholeGraph } from '../graph/whole-graph.ts'
import { indexRepo, leaveError } from '../indexer/index-repo.ts'
import type { IndexRooms } from '../indexer/index-rooms.ts'
import { homeArtifacts, openArtifacts, repoArtifacts } from '../workspace/artifacts.ts'
import type { WorkOptions } from './port.ts'

const GRAPH_FILE = 'rag_graph.json'

export async function buildGraph(
  repo: Repo,
  rooms: IndexRooms,
  artifacts: { home: string; inRepo: boolean },
  work: WorkOptions & { dryRun?: boolean },
): Promise<GraphReport> {
  const report = await indexRepo(repo, rooms, work)
  if (work.dryRun) {
    const folder = artifacts.inRepo ? repoArtifacts(repo.root) : homeArtifacts(artifacts.home, repo.root)
    const graph_file = path.join(folder, GRAPH_FILE)
    const status = await rooms.status.load(repo.root)
    const written = [...report.written, ...(artifacts.inRepo ? [graph_file] : [])]
    return { ...report, written, graph_file, entities: 0, relations: 0, status }
  }
  const { folder, below, relative } = await openArtifacts(repo.root, artifacts.home, artifacts)
  const graph_file = path.join(folder, GRAPH_FILE)
  const place = { below, relative: path.join(relative, GRAPH_FILE) }
  const counts = await exportGraph(repo, rooms, place, report.commit, work).catch(async (error: unknown) => {
    if (!work.signal?.aborted) await leaveError(repo, rooms, error)
    throw error
  })
  await rooms.status.write(repo.root, {
    repo: repo.repo_id,
    index_state: 'fresh',
    last_indexed_at: rooms.now().toISOString(),
    last_indexed_commit: report.commit,
  })
  const status = await rooms.status.load(repo.root)
  const written = [...new Set([...report.written, graph_file])]
  return { ...report, written, graph_file, entities: counts.entities, relations: counts.relations, status }
}

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
