/** Doctor on the language model: what is set, whether it answers, what it can do, and which models run on this machine otherwise. */
import { writeNumber } from '../base/write-number.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { DoctorCheck } from '../contract/reports.ts'
import { type FoundServer, factsOf, listedAs, SAFE_CONTEXT_TOKENS } from '../llm/find-servers.ts'
import type { ListedModel } from '../llm/list-models.ts'
import type { ModelFacts } from '../llm/port.ts'
import type { LanguageModelRooms } from './upkeep-rooms.ts'

type Options = { signal?: AbortSignal }

export async function checkLanguageModel(rooms: LanguageModelRooms, { signal }: Options): Promise<DoctorCheck[]> {
  const [here, others] = await Promise.all([
    rooms.setting === 'off' ? undefined : rooms.configuredServer(signal),
    rooms.otherServers(signal),
  ])
  return [await checkSettings(rooms, here, others, signal), ...others.map(describeServer)]
}

const name = 'language model'
const ok = (words: string, fix = ''): DoctorCheck => ({ name, state: 'ok', words, fix })
const odd = (words: string, fix: string): DoctorCheck => ({ name, state: 'warning', words, fix })

async function checkSettings(
  rooms: LanguageModelRooms,
  here: FoundServer | undefined,
  others: readonly FoundServer[],
  signal: AbortSignal | undefined,
): Promise<DoctorCheck> {
  const { setting, warnings } = rooms
  if (setting === 'off') return ok('off (setting "llm"): answers are put together from quoted code', useOf(others))
  const [warning] = warnings
  if (warning !== undefined) return odd(warning, here ? `Set "llm_model" to one of ${namesOf(here)}.` : useOf(others))
  if (!here) return checkAnswer(rooms, others, signal)
  const listed = listedAs(here, rooms.model)
  if (!listed)
    return odd(`${here.kind} at ${here.url} has no model ${rooms.model}`, `Set "llm_model" to one of ${namesOf(here)}.`)
  return checkListed(rooms, here, listed)
}

/** A server that lists no models may still answer; if not, it says why. */
async function checkAnswer(
  { model, url, context_tokens, tryModel }: LanguageModelRooms,
  others: readonly FoundServer[],
  signal: AbortSignal | undefined,
): Promise<DoctorCheck> {
  try {
    await tryModel(signal)
    return ok(`${model} at ${url} answers; ${factWords(factsOf(undefined, context_tokens))}`)
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof CairnProblem)) throw error
    return odd(error.message, useOf(others) || 'Start the server, or set "llm_url" to its address.')
  }
}

function checkListed(rooms: LanguageModelRooms, { kind, url }: FoundServer, listed: ListedModel): DoctorCheck {
  const facts = factsOf(listed, rooms.context_tokens)
  const words = `${listed.name} at ${url} (${kind}): ${factWords(facts)}`
  if (listed.is_elsewhere && rooms.setting === 'local')
    return odd(
      `${words}; ${kind} sends the texts to another machine`,
      'Set "llm" to remote if that is meant, or choose another model.',
    )
  if (facts.tools === false)
    return odd(words, 'Choose a model that can call tools; without them it answers from one search, which it cannot refine.')
  const loaded = listed.context_tokens
  if (loaded !== undefined && facts.context_tokens > loaded)
    return odd(`${words}, but it is loaded with ${writeNumber(loaded)}`, moreContext[kind])
  if (facts.context_from === 'default' || facts.context_tokens < SAFE_CONTEXT_TOKENS) {
    const most = listed.most_tokens === undefined ? '' : `; it could read ${writeNumber(listed.most_tokens)}`
    return kind === 'Ollama' ? odd(words + most, moreContext[kind]) : ok(words + most, moreContext[kind])
  }
  return ok(words)
}

/** A server that has fewer tokens than Cairn believes cuts off the beginning of a request, and does not say so. */
const moreContext: Record<FoundServer['kind'], string> = {
  Ollama:
    'Ollama cuts longer requests without saying so, and this interface cannot set its limit: start it with OLLAMA_CONTEXT_LENGTH=32768, and set "llm_context_tokens" to the same number.',
  'LM Studio': 'Load the model with a larger context length, and set "llm_context_tokens" to it.',
  'llama.cpp': 'Start it with a larger context (-c), and set "llm_context_tokens" to it.',
  vLLM: 'Start it with a larger --max-model-len, and set "llm_context_tokens" to it.',
  OpenAI: 'Set "llm_context_tokens" to what the model can read.',
}

const from: Record<ModelFacts['context_from'], string> = {
  setting: 'setting "llm_context_tokens"',
  server: 'the server says so',
  default: 'a safe default, because the server does not say',
}

const factWords = ({ tools, context_tokens, context_from }: ModelFacts): string =>
  `${toolWords(tools)}, reads ${writeNumber(context_tokens)} tokens (${from[context_from]})`

const toolWords = (tools: boolean | undefined): string =>
  tools === undefined ? 'does not say whether it can call tools' : tools ? 'can call tools' : 'cannot call tools'

/** What to set to use one of them; a model that can call tools is the better choice. */
function useOf(servers: readonly FoundServer[]): string {
  const all = servers.flatMap(({ url, models }) =>
    models.filter((model) => !model.is_elsewhere).map((model) => ({ url, ...model })),
  )
  const best = all.find(({ tools }) => tools) ?? all[0]
  return best ? `To use ${best.name}, set "llm" to local, "llm_url" to ${best.url} and "llm_model" to ${best.name}.` : ''
}

const MOST_NAMED = 10

function namesOf({ models }: FoundServer): string {
  const names = models.slice(0, MOST_NAMED).map((model) => model.name)
  const more = models.length > MOST_NAMED ? [`${models.length - MOST_NAMED} more`] : []
  return [...names, ...more].join(', ') || 'the models that you load into it'
}

function describeServer({ kind, url, models }: FoundServer): DoctorCheck {
  const listed = models.slice(0, MOST_NAMED).map((model) => {
    const tokens = model.context_tokens ?? model.most_tokens
    const facts = [...(model.tools ? ['tools'] : []), ...(tokens === undefined ? [] : [`${writeNumber(tokens)} tokens`])]
    return facts.length === 0 ? model.name : `${model.name} (${facts.join(', ')})`
  })
  const more = models.length > MOST_NAMED ? [`${models.length - MOST_NAMED} more`] : []
  return { name: `${kind} server`, state: 'ok', words: `${url}: ${[...listed, ...more].join(', ') || 'no models'}`, fix: '' }
}
