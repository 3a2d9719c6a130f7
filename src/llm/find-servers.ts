/** Finds servers of language models: those that people run on their own machine, and the one that the settings name. */
import { isModel, type ListedModel, listModels, type ModelList } from './list-models.ts'
import type { ModelFacts } from './port.ts'

/** `url`: what to set as `llm_url`. */
export type FoundServer = ModelList & { url: string }
export type FindOptions = { key?: string; probe_ms?: number; signal?: AbortSignal }

/** Where Ollama, LM Studio, llama.cpp and vLLM listen unless the user says otherwise. Only this machine. */
export const usualServers: readonly string[] = [
  'http://127.0.0.1:11434/v1',
  'http://127.0.0.1:1234/v1',
  'http://127.0.0.1:8080/v1',
  'http://127.0.0.1:8000/v1',
]

const PROBE_MS = 1_000
/** A server far away takes longer than one on this machine. */
const FACTS_MS = 3_000

/** Those that answer, in the order of the addresses. A key is sent to none of them. */
export async function findServers(addresses: readonly string[], options: Omit<FindOptions, 'key'> = {}): Promise<FoundServer[]> {
  const found = await Promise.all(addresses.map((url) => findServer(url, options)))
  return found.filter((server) => server !== undefined)
}

export async function findServer(
  url: string,
  { key, probe_ms = PROBE_MS, signal }: FindOptions = {},
): Promise<FoundServer | undefined> {
  const list = await listModels({ url, key, probe_ms, signal })
  return list && { ...list, url }
}

export type FactsOptions = { url: string; model: string; key?: string; context_tokens?: number }

/** Many servers on a user's own machine are set to no less. */
export const SAFE_CONTEXT_TOKENS = 8_000

/** What the server says of the model. A server that does not answer says nothing. */
export async function findFacts({ url, model, key, context_tokens }: FactsOptions, signal?: AbortSignal): Promise<ModelFacts> {
  const list = await listModels({ url, key, probe_ms: FACTS_MS, signal }, model)
  return factsOf(list && listedAs(list, model), context_tokens)
}

/** llama.cpp serves one model under any name. */
export function listedAs({ kind, models }: ModelList, name: string): ListedModel | undefined {
  const [only, ...others] = models
  return models.find((each) => isModel(each.name, name)) ?? (kind === 'llama.cpp' && others.length === 0 ? only : undefined)
}

export function factsOf(listed: ListedModel | undefined, setting: number | undefined): ModelFacts {
  const tools = listed?.tools
  if (setting !== undefined) return { tools, context_tokens: setting, context_from: 'setting' }
  if (listed?.context_tokens !== undefined) return { tools, context_tokens: listed.context_tokens, context_from: 'server' }
  return { tools, context_tokens: Math.min(SAFE_CONTEXT_TOKENS, listed?.most_tokens ?? Infinity), context_from: 'default' }
}
