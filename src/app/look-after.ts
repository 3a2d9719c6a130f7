/** Status, doctor, remove and gc: connects the upkeep room to the others. Loaded only when one of these commands runs. */

import { llmAddress, llmServer, llmServerWarnings } from '../config/llm-server.ts'
import { languageNamed } from '../contract/languages.ts'
import type { Repo } from '../contract/repo.ts'
import type { DoctorReport, GcReport, LanguageCoverage, RemoveReport, StatusReport } from '../contract/reports.ts'
import { computeRoute } from '../freshness/compute-route.ts'
import { extractedLanguages } from '../parse/language-table.ts'
import { families } from '../resolve/families.ts'
import { doctor } from '../upkeep/doctor.ts'
import { gc } from '../upkeep/gc.ts'
import { remove } from '../upkeep/remove.ts'
import { status } from '../upkeep/status.ts'
import type { LanguageModelRooms, UpkeepRooms } from '../upkeep/upkeep-rooms.ts'
import { matchRepo } from '../workspace/match-repo.ts'
import { askedFrom } from './asked-from.ts'
import { cairnVersion } from './cairn-version.ts'
import type { WorkOptions } from './port.ts'
import type { Rooms } from './rooms.ts'

export async function showStatus(repo: string | null, work: WorkOptions, rooms: Rooms): Promise<StatusReport> {
  const repos = repo === null ? await rooms.registry.list() : await meantBy(repo, rooms)
  return status(repos, await upkeepRooms(rooms), signalOf(work))
}

export async function examine(work: WorkOptions, rooms: Rooms): Promise<DoctorReport> {
  return doctor(await upkeepRooms(rooms), signalOf(work))
}

export async function removeRepo(repo: string, work: WorkOptions & { dryRun?: boolean }, rooms: Rooms): Promise<RemoveReport> {
  const known = await matchRepo(await rooms.registry.list(), repo, { cwd: rooms.options.cwd })
  const run = async () => remove(known, await upkeepRooms(rooms), { dryRun: work.dryRun ?? false, ...signalOf(work) })
  return work.dryRun ? run() : rooms.healing(run)
}

export async function collectGarbage(work: WorkOptions & { now?: boolean }, rooms: Rooms): Promise<GcReport> {
  return rooms.healing(async () => gc(await upkeepRooms(rooms), { now: work.now ?? false, ...signalOf(work) }))
}

/** The named repo; for `.` those that a question asked here is about. A repo without an index has a status too. */
async function meantBy(name: string, rooms: Rooms): Promise<readonly Repo[]> {
  const { cwd } = rooms.options
  if (name !== '.') return [await matchRepo(await rooms.registry.list(), name, { cwd })]
  const { repo, below } = await askedFrom(rooms, cwd)
  return repo ? [repo] : (below ?? rooms.registry.list())
}

async function upkeepRooms(rooms: Rooms): Promise<UpkeepRooms> {
  const { takeChangeSet } = await import('../discover/change-set.ts')
  const { home, quota_mb, lock_wait_ms } = rooms.config
  const facts = rooms.routeFacts
  const budgetOf = (root: string) => {
    const { budget_files, budget_ms } = rooms.configOf(root)
    return { files: budget_files, ms: budget_ms }
  }
  return {
    home,
    registry: rooms.registry,
    openReader: async () => (await rooms.store()).reader,
    openWriter: async () => (await rooms.store()).writer,
    takeChangeSet: (root, repo, rows, options) => takeChangeSet(root, repo, rows, { ...rooms.listOptions(root), ...options }),
    computeRoute: (root) => computeRoute(root, facts),
    budgetOf,
    settingsNote: (root) => rooms.settingsNote(root),
    extractionOf,
    vectors: {
      isOn: rooms.embedders.isOn,
      models: async () => (await rooms.embedders.all()).map(({ model }) => model),
      tryServer: (signal) => rooms.embedders.tryServer(signal),
    },
    language_model: await languageModelRooms(rooms),
    quota_bytes: quota_mb === null ? null : quota_mb * 1_000_000,
    lock_wait_ms,
    version: cairnVersion(),
    now: () => new Date(),
  }
}

/** How long doctor waits for a word of the model. */
const TRY_MS = 10_000

async function languageModelRooms({ config, options }: Rooms): Promise<LanguageModelRooms> {
  const { findServer, findServers, usualServers } = await import('../llm/find-servers.ts')
  const { llm, llm_url, llm_key, llm_model, llm_context_tokens } = config
  const address = llmAddress(config)
  const others = (options.modelAddresses ?? usualServers).filter(
    (each) => !address || new URL(each).port !== new URL(address).port,
  )
  return {
    setting: llm,
    url: llm_url,
    model: llm_model,
    ...(llm_context_tokens === null ? {} : { context_tokens: llm_context_tokens }),
    warnings: llmServerWarnings(config),
    configuredServer: async (signal) =>
      address === undefined ? undefined : findServer(address, { ...(llm_key && { key: llm_key }), ...signalOf({ signal }) }),
    otherServers: (signal) => findServers(others, signalOf({ signal })),
    tryModel: async (signal) => {
      const server = llmServer(config)
      if (!server) return
      const { createChatModel } = await import('../llm/create-chat-model.ts')
      const model = createChatModel({ ...server, retries: 0, timeout_ms: Math.min(TRY_MS, server.timeout_ms) })
      await model.chat({ messages: [{ role: 'user', text: 'Say yes.' }], max_tokens: 16 }, signalOf({ signal }))
    },
  }
}

function extractionOf(language: string): LanguageCoverage['extraction'] {
  if (!extractedLanguages.includes(language)) return 'words'
  if (families.has(language)) return 'full'
  return languageNamed(language)?.kind === 'document' ? 'sections' : 'definitions'
}

const signalOf = ({ signal }: { signal?: AbortSignal | undefined }): { signal?: AbortSignal } => (signal ? { signal } : {})
