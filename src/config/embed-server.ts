/** The server that makes vectors, if the settings name one that can be used. */
import type { Config } from './settings.ts'

export type EmbedServerSettings = {
  url: string
  model: string
  key?: string
  dimensions?: number
  timeout_ms: number
  query_prefix: string
  document_prefix: string
}

export function embedServer(config: Config): EmbedServerSettings | undefined {
  if (config.embedder !== 'remote' || embedServerWarnings(config).length > 0) return undefined
  const { embed_url, embed_model, embed_key, embed_dimensions, embed_query_prefix, embed_document_prefix } = config
  return {
    url: embed_url,
    model: embed_model,
    timeout_ms: config.embed_timeout_ms,
    query_prefix: embed_query_prefix,
    document_prefix: embed_document_prefix,
    ...(embed_key === '' ? {} : { key: embed_key }),
    ...(embed_dimensions === null ? {} : { dimensions: embed_dimensions }),
  }
}

/** Why the settings name no usable server; only the local model is used then. */
export function embedServerWarnings({ embedder, embed_url, embed_model }: Config): string[] {
  if (embedder !== 'remote') return []
  const instead = 'Only the local model is used.'
  const missing = [...(embed_url === '' ? ['"embed_url"'] : []), ...(embed_model === '' ? ['"embed_model"'] : [])]
  if (missing.length > 0) {
    const needs = `The setting "embedder" is remote, which needs the ${missing.length === 1 ? 'setting' : 'settings'}`
    return [`${needs} ${missing.join(' and ')}. ${instead}`]
  }
  const address = URL.canParse(embed_url) ? new URL(embed_url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    return [`The setting "embed_url" must be an address that begins with http:// or https://. ${instead}`]
  if (address.username || address.password)
    return [`The setting "embed_url" must not contain a password; use "embed_key". ${instead}`]
  return []
}
