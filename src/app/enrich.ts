/** `cairn enrich`: the model of the settings writes texts about repos. The estimate of all repos comes before the first request. */
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { EnrichReport } from '../contract/reports.ts'
import { type EnrichModel, type EnrichOptions, enrichRepo } from '../indexer/enrich-repo.ts'
import type { IndexRooms } from '../indexer/index-rooms.ts'
import type { EnrichWork } from './port.ts'
import type { Rooms } from './rooms.ts'

const CONCURRENCY = 2

export async function enrichRepos(repos: readonly Repo[], work: EnrichWork, rooms: Rooms): Promise<EnrichReport[]> {
  const model = await openModel(rooms, work.signal)
  const indexRooms = await rooms.indexRooms()
  const estimates = await runAll(repos, indexRooms, model, { ...optionsOf(work), dryRun: true })
  if (work.dryRun) return estimates
  const due = estimates.filter(({ estimate }) => estimate.requests > 0)
  if (work.confirm && due.length > 0) {
    const { name, server, isLocal } = model
    const asked = { model: name, server, isLocal, repos: due.map(({ repo_id, estimate }) => ({ repo_id, estimate })) }
    if (!(await work.confirm(asked)))
      return estimates.map((report) => ({ ...report, samples: [], stopped: 'declined', dry_run: false }))
  }
  return runAll(repos, indexRooms, model, optionsOf(work))
}

/** The limits are those of all repos together. */
async function runAll(
  repos: readonly Repo[],
  indexRooms: IndexRooms,
  model: EnrichModel,
  options: EnrichOptions,
): Promise<EnrichReport[]> {
  const reports: EnrichReport[] = []
  const { requests, tokens } = options.limits
  for (const repo of repos) {
    const used = reports.reduce((sum, report) => sum + report.requests, 0)
    const spent = reports.reduce((sum, report) => sum + report.input_tokens + report.output_tokens, 0)
    const limits = { requests: requests === null ? null : requests - used, tokens: tokens === null ? null : tokens - spent }
    reports.push(await enrichRepo(repo, indexRooms, model, { ...options, limits }))
  }
  return reports
}

function optionsOf(work: EnrichWork): EnrichOptions {
  const { paths = [], signal, onProgress } = work
  const usual = paths.length > 0 ? (['symbol', 'file', 'module'] as const) : (['symbol', 'file', 'module', 'repo'] as const)
  return {
    ...{ levels: work.levels ?? usual, paths, tests: work.tests === true },
    limits: { requests: work.limit ?? null, tokens: work.maxTokens ?? null },
    concurrency: work.concurrency ?? CONCURRENCY,
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  }
}

async function openModel(rooms: Rooms, signal: AbortSignal | undefined): Promise<EnrichModel> {
  const model = await rooms.chatModel()
  if (!model) {
    const fix =
      'Set `llm` to local, or to remote for a server on another machine, and `llm_model` to the name of a model. `cairn doctor` shows which servers and models it finds.'
    throw new CairnProblem('LLM_UNAVAILABLE', { detail: 'no model is set' }, { fix })
  }
  const { name, server, isLocal } = model
  const { context_tokens } = await model.facts(signal)
  const chat: EnrichModel['chat'] = (request, options) => model.chat(request, options)
  const redact = isLocal ? undefined : (await import('../llm/redact-secrets.ts')).redactSecrets
  return { name, server, isLocal, context_tokens, chat, ...(redact ? { redact } : {}) }
}
