/** The server of the language model, if the settings name one that can be used. */
import type { Config } from './settings.ts'

export type LlmServerSettings = {
  url: string
  model: string
  key?: string
  context_tokens?: number
  timeout_ms: number
  /** Texts stay on this machine. With the setting `remote` they may leave it even if the address is here: it may be a proxy. */
  is_local: boolean
}

export function llmServer(config: Config): LlmServerSettings | undefined {
  if (config.llm === 'off' || llmServerWarnings(config).length > 0) return undefined
  const { llm_url, llm_model, llm_key, llm_context_tokens, llm_timeout_ms } = config
  return {
    url: llm_url,
    model: llm_model,
    timeout_ms: llm_timeout_ms,
    is_local: config.llm === 'local',
    ...(llm_key === '' ? {} : { key: llm_key }),
    ...(llm_context_tokens === null ? {} : { context_tokens: llm_context_tokens }),
  }
}

/** Its address, also when the settings name no model yet. Undefined: it must not be asked. */
export const llmAddress = (config: Config): string | undefined =>
  config.llm === 'off' || addressWarning(config) ? undefined : config.llm_url

/** Why the settings name no usable server; questions are answered without a model then. */
export function llmServerWarnings(config: Config): string[] {
  const warning = config.llm === 'off' ? undefined : (addressWarning(config) ?? modelWarning(config))
  return warning === undefined ? [] : [`${warning} No language model is used.`]
}

function addressWarning({ llm, llm_url }: Config): string | undefined {
  const address = URL.canParse(llm_url) ? new URL(llm_url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    return 'The setting "llm_url" must be an address that begins with http:// or https://.'
  if (address.username || address.password) return 'The setting "llm_url" must not contain a password; use "llm_key".'
  if (llm === 'local' && !isThisMachine(address))
    return `The setting "llm" is local, but "llm_url" names another machine (${address.host}). To send questions and code there, set "llm" to remote.`
  return undefined
}

function modelWarning({ llm, llm_model }: Config): string | undefined {
  if (llm_model === '') return `The setting "llm" is ${llm}, which needs the setting "llm_model"; \`cairn doctor\` lists models.`
  if (llm === 'local' && isCloudModel(llm_model))
    return `The setting "llm" is local, but Ollama runs "${llm_model}" on another machine. To send questions and code there, set "llm" to remote.`
  return undefined
}

/** Ollama offers models of its vendor under such names, at its address on this machine. */
const isCloudModel = (name: string): boolean => /[:-]cloud$/i.test(name)

/** Only literal loopback addresses and `localhost`: any other name may be resolved to another machine. */
const isThisMachine = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
