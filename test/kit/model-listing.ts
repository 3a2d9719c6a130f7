/** The endpoints by which real servers list their models and say what each can do, for the scripted server of `chat-server.ts`. */
import type { HttpReply } from './chat-reply.ts'

/** `web-page`: no server of a model, but something that answers everything with a page. */
export type ServerKind = 'web-page' | 'openai' | 'ollama' | 'lm-studio' | 'lm-studio-v0' | 'llama.cpp' | 'vllm'

export type ServedModel = {
  name: string
  /** If not given, the server does not say. */
  tools?: boolean
  /** The most tokens that the model could read. */
  context?: number
  /** The tokens with which it is loaded. If not given, it is not loaded. */
  loaded?: number
  /** Ollama: the settings of the model, and the server that really runs it. */
  parameters?: string
  remote_host?: string
  /** It makes vectors and cannot chat. */
  embedding?: true
}

type Asked = { path: string; body: unknown }

/** What the server of this kind answers to a request that is not a chat. */
export function listModels(kind: ServerKind, models: readonly ServedModel[], asked: Asked): HttpReply {
  const found = endpoints[kind](models, asked)
  if (found !== undefined) return 'status' in found ? (found as HttpReply) : { status: 200, body: found }
  if (asked.path === '/v1/models' && kind !== 'vllm' && kind !== 'llama.cpp') return { status: 200, body: plainList(models) }
  return unknownPath[kind](asked.path)
}

const plainList = (models: readonly ServedModel[], more: (model: ServedModel) => object = () => ({})): object => ({
  object: 'list',
  data: models.map((model) => ({ id: model.name, object: 'model', created: 1_700_000_000, owned_by: 'library', ...more(model) })),
})

const webPage: HttpReply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Hello</title>' }

const unknownPath: Record<ServerKind, (path: string) => HttpReply> = {
  'web-page': () => webPage,
  openai: (path) => ({ status: 404, body: { error: { message: `Invalid URL (GET ${path})`, type: 'invalid_request_error' } } }),
  ollama: () => ({ status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }),
  // With status 200, as LM Studio does.
  'lm-studio': (path) => ({ status: 200, body: { error: `Unexpected endpoint or method. (GET ${path})` } }),
  'lm-studio-v0': (path) => ({ status: 200, body: { error: `Unexpected endpoint or method. (GET ${path})` } }),
  'llama.cpp': () => ({ status: 404, body: { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } } }),
  vllm: () => ({ status: 404, body: { detail: 'Not Found' } }),
}

type Endpoint = (models: readonly ServedModel[], asked: Asked) => object | undefined

const endpoints: Record<ServerKind, Endpoint> = {
  'web-page': () => webPage,
  openai: () => undefined,
  ollama: (models, { path, body }) => {
    if (path === '/api/tags')
      return { models: models.map(({ name }) => ({ name, model: name, size: 1, digest: 'd', details: {} })) }
    if (path === '/api/ps')
      return {
        models: models.flatMap(({ name, loaded }) =>
          loaded === undefined ? [] : [{ name, model: name, context_length: loaded }],
        ),
      }
    if (path !== '/api/show') return undefined
    const wanted = (body as { model?: string } | undefined)?.model
    const model = models.find(({ name }) => name === wanted)
    return model ? shown(model) : { status: 404, body: { error: `model '${wanted}' not found` } }
  },
  'lm-studio': (models, { path }) => (path === '/api/v1/models' ? { models: models.map(lmStudioModel) } : undefined),
  'lm-studio-v0': (models, { path }) =>
    path === '/api/v0/models' ? { object: 'list', data: models.map(oldLmStudioModel) } : undefined,
  'llama.cpp': (models, { path }) => {
    const [model] = models
    if (path === '/v1/models')
      return plainList(models, ({ context, loaded }) => ({ meta: { n_ctx_train: context, n_ctx: loaded } }))
    if (path !== '/props') return undefined
    return {
      default_generation_settings: { n_ctx: model?.loaded ?? 0 },
      total_slots: 1,
      model_path: `/models/${model?.name}`,
      ...(model?.tools === undefined
        ? {}
        : { chat_template_caps: { supports_tools: model.tools, supports_tool_calls: model.tools } }),
    }
  },
  vllm: (models, { path }) =>
    path === '/v1/models' ? plainList(models, ({ loaded, context }) => ({ max_model_len: loaded ?? context })) : undefined,
}

const shown = ({ tools, context, embedding, parameters, remote_host }: ServedModel): object => ({
  ...(parameters ? { parameters } : {}),
  ...(remote_host ? { remote_host, remote_model: 'big' } : {}),
  details: { family: 'qwen3' },
  model_info: { 'general.architecture': 'qwen3', ...(context === undefined ? {} : { 'qwen3.context_length': context }) },
  capabilities: embedding ? ['embedding'] : ['completion', ...(tools ? ['tools'] : [])],
})

const lmStudioModel = ({ name, tools, context, loaded, embedding }: ServedModel): object => ({
  type: embedding ? 'embedding' : 'llm',
  key: name,
  display_name: name,
  loaded_instances: loaded === undefined ? [] : [{ id: name, config: { context_length: loaded } }],
  max_context_length: context,
  ...(tools === undefined ? {} : { capabilities: { vision: false, trained_for_tool_use: tools } }),
})

const oldLmStudioModel = ({ name, tools, context, loaded, embedding }: ServedModel): object => ({
  id: name,
  object: 'model',
  type: embedding ? 'embeddings' : 'llm',
  state: loaded === undefined ? 'not-loaded' : 'loaded',
  max_context_length: context,
  ...(loaded === undefined ? {} : { loaded_context_length: loaded }),
  ...(tools === undefined ? {} : { capabilities: tools ? ['tool_use'] : [] }),
})
