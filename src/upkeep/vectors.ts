/** Which vectors there are: for status and doctor, and for gc, which deletes those of models that are no longer used. */
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { DoctorCheck, GcReport, VectorCoverage } from '../contract/reports.ts'
import type { StoreSnapshot } from '../store/port.ts'
import type { UpkeepRooms, VectorRooms } from './upkeep-rooms.ts'

/** Empty when no vectors are wanted, or the shipped model cannot be read, which doctor reports. */
export async function coverageOf(repo: Repo, snapshot: StoreSnapshot, { vectors }: UpkeepRooms): Promise<VectorCoverage[]> {
  const models = vectors.isOn ? await readable(vectors) : []
  const found = new Map((await snapshot.vectorModels([repo.repo_id])).map((each) => [each.model, each]))
  const coverages: VectorCoverage[] = []
  for (const model of models) {
    const none = async () => ({ model, files: 0, of: (await snapshot.unembedded(repo.repo_id, model)).length })
    coverages.push(found.get(model) ?? (await none()))
  }
  return coverages
}

export const missingWords = (vectors: readonly VectorCoverage[]): string[] =>
  vectors
    .filter(({ files, of }) => files < of)
    .map(({ model, files, of }) => `Vectors are missing for ${of - files} of ${of} ${of === 1 ? 'file' : 'files'} (${model}).`)

/** The server and the shipped model. */
export async function checkVectors({ vectors }: UpkeepRooms, options: { signal?: AbortSignal }): Promise<DoctorCheck> {
  const name = 'vectors'
  if (!vectors.isOn) return { name, state: 'ok', words: 'off (setting "embedder")', fix: '' }
  try {
    const models = await vectors.models()
    await vectors.tryServer(options.signal)
    return { name, state: 'ok', words: models.join(', '), fix: '' }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!(error instanceof CairnProblem)) throw error
    return { name, state: 'warning', words: error.message, fix: error.fix }
  }
}

/**
 * Deletes the vectors of models that are neither shipped nor configured, once those in use are complete: until then whoever goes
 * back to the former settings has lost nothing.
 */
export async function dropUnusedModels(
  rooms: UpkeepRooms,
  { now }: { now?: boolean },
): Promise<Pick<GcReport, 'models_dropped' | 'models_waiting'>> {
  const used = await readable(rooms.vectors)
  const snapshot = await (await rooms.openReader()).snapshot()
  const found = await snapshot
    .repos()
    .then((repos) => snapshot.vectorModels(repos.map(({ repo_id }) => repo_id)))
    .finally(() => snapshot.close())
  const unused = found.map(({ model }) => model).filter((model) => used.length > 0 && !used.includes(model))
  const isComplete = used.every((model) => found.some((each) => each.model === model && each.files === each.of))
  if (rooms.vectors.isOn && !isComplete && !now) return { models_dropped: [], models_waiting: unused }
  const writer = await rooms.openWriter()
  for (const model of unused) await writer.dropVectors(model)
  return { models_dropped: unused, models_waiting: [] }
}

async function readable(vectors: VectorRooms): Promise<readonly string[]> {
  try {
    return await vectors.models()
  } catch (error) {
    if (error instanceof CairnProblem) return []
    throw error
  }
}
