/**
 * Which models a server has, and what it says of each. There is no common way to ask: `/v1/models` of the OpenAI interface has only
 * names, so the servers that people run on their machines are asked in their own interfaces.
 */
import { mapBounded } from '../base/bounded.ts'
import { askJson, type JsonServer } from './ask-json.ts'

export type ServerKind = 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM' | 'OpenAI'

export type ListedModel = {
  name: string
  /** Undefined: the server does not say. */
  tools: boolean | undefined
  /** The tokens that it reads as it is loaded or configured now. */
  context_tokens?: number
  /** The tokens that it could read if the server were set so. */
  most_tokens?: number
  /** The server passes the texts on to another one. */
  is_elsewhere?: true
}
/** `kind` OpenAI: a server that says no more than that interface has. */
export type ModelList = { kind: ServerKind; models: readonly ListedModel[] }

/**
 * Models that only make vectors are left out. With `only`, no other model is asked about. Undefined: no server answers there, or it
 * is none of a model.
 */
export async function listModels(server: JsonServer, only?: string): Promise<ModelList | undefined> {
  const root = rootOf(server)
  const [props, lmStudio, oldLmStudio, ollama, plain] = await Promise.all(
    [`${root}/props`, `${root}/api/v1/models`, `${root}/api/v0/models`, `${root}/api/tags`, `${baseOf(server)}/models`].map(
      (address) => askJson(server, address),
    ),
  )
  // llama.cpp also answers like Ollama, so it comes first.
  if (isObject(props) && isObject(props.default_generation_settings)) return llamaModels(props, plain)
  if (listIn(lmStudio, 'models').some(({ key }) => typeof key === 'string')) return lmStudioModels(listIn(lmStudio, 'models'))
  if (listIn(oldLmStudio, 'data').some(({ state }) => typeof state === 'string'))
    return oldLmStudioModels(listIn(oldLmStudio, 'data'))
  if (isObject(ollama) && Array.isArray(ollama.models)) return ollamaModels(server, listIn(ollama, 'models'), only)
  return isObject(plain) && Array.isArray(plain.data) ? plainModels(listIn(plain, 'data')) : undefined
}

function llamaModels({ default_generation_settings, chat_template_caps }: Json, plain: unknown): ModelList {
  const loaded = isObject(default_generation_settings) ? tokens(default_generation_settings.n_ctx) : undefined
  const caps = isObject(chat_template_caps) ? chat_template_caps : {}
  const models = listIn(plain, 'data').map(({ id, meta }) => {
    const own = isObject(meta) ? meta : {}
    return model({ name: id, tools: flag(caps.supports_tools), now: tokens(own.n_ctx) ?? loaded, most: tokens(own.n_ctx_train) })
  })
  return { kind: 'llama.cpp', models: models.flat() }
}

function lmStudioModels(list: readonly Json[]): ModelList {
  const models = list
    .filter(({ type }) => type !== 'embedding')
    .map(({ key, capabilities, loaded_instances, max_context_length }) => {
      const [instance] = listIn({ loaded_instances }, 'loaded_instances')
      const config = isObject(instance?.config) ? instance.config : {}
      const tools = isObject(capabilities) ? flag(capabilities.trained_for_tool_use) : undefined
      return model({ name: key, tools, now: tokens(config.context_length), most: tokens(max_context_length) })
    })
  return { kind: 'LM Studio', models: models.flat() }
}

function oldLmStudioModels(list: readonly Json[]): ModelList {
  const models = list
    .filter(({ type }) => type !== 'embeddings')
    .map(({ id, capabilities, loaded_context_length, max_context_length }) => {
      const tools = Array.isArray(capabilities) ? capabilities.includes('tool_use') : undefined
      return model({ name: id, tools, now: tokens(loaded_context_length), most: tokens(max_context_length) })
    })
  return { kind: 'LM Studio', models: models.flat() }
}

const QUESTIONS_AT_ONCE = 4
/** A user with more models finds those that are left out in Ollama's own list. */
const MOST_SHOWN = 50

async function ollamaModels(server: JsonServer, list: readonly Json[], only: string | undefined): Promise<ModelList> {
  const names = list.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  const wanted = only === undefined ? names.slice(0, MOST_SHOWN) : names.filter((name) => isModel(name, only))
  const running = listIn(await askJson(server, `${rootOf(server)}/api/ps`), 'models')
  const models = await mapBounded(wanted, QUESTIONS_AT_ONCE, async (name) => {
    const shown = await askJson(server, `${rootOf(server)}/api/show`, { model: name })
    const loaded = running.find((each) => each.name === name)
    return isObject(shown) ? ollamaModel(name, shown, tokens(loaded?.context_length)) : model({ name, tools: undefined })
  })
  return { kind: 'Ollama', models: models.flat() }
}

function ollamaModel(name: string, shown: Json, loaded: number | undefined): ListedModel[] {
  const { capabilities, model_info, parameters, remote_host } = shown
  const can = Array.isArray(capabilities) ? capabilities : undefined
  if (can && !can.includes('completion')) return []
  const info = isObject(model_info) ? model_info : {}
  const most = tokens(Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1])
  const own = typeof parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined
  const found = model({ name, tools: can?.includes('tools'), now: loaded ?? tokens(Number(own)), most })
  return typeof remote_host === 'string' && remote_host !== '' ? found.map((each) => ({ ...each, is_elsewhere: true })) : found
}

/** vLLM says how many tokens it accepts, and so do some vendors, each in its own words. */
function plainModels(list: readonly Json[]): ModelList {
  const models = list.map(({ id, max_model_len, context_length, context_window }) =>
    model({ name: id, tools: undefined, now: tokens(max_model_len) ?? tokens(context_length) ?? tokens(context_window) }),
  )
  return { kind: list.some(({ max_model_len }) => max_model_len !== undefined) ? 'vLLM' : 'OpenAI', models: models.flat() }
}

const baseOf = ({ url }: JsonServer): string => url.replace(/(?<!\/)\/+$/, '')
/** The servers' own interfaces are beside `/v1`. */
const rootOf = (server: JsonServer): string => baseOf(server).replace(/\/v1$/, '')

/** `qwen3` is short for `qwen3:latest`. */
export const isModel = (listed: string, asked: string): boolean => listed === asked || listed === `${asked}:latest`

type Said = { name: unknown; tools: boolean | undefined; now?: number | undefined; most?: number | undefined }

/** Empty without a name. */
function model({ name, tools, now, most }: Said): ListedModel[] {
  if (typeof name !== 'string' || name === '') return []
  return [
    { name, tools, ...(now === undefined ? {} : { context_tokens: now }), ...(most === undefined ? {} : { most_tokens: most }) },
  ]
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
/** llama.cpp says 0 before a model is loaded. */
const tokens = (value: unknown): number | undefined =>
  Number.isInteger(value) && (value as number) > 0 ? (value as number) : undefined

function listIn(value: unknown, key: string): Json[] {
  const list = isObject(value) ? value[key] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}
