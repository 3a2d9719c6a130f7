/** One short question to a server that may not be there. No answer, a bad one or a late one is `undefined`: it is no problem. */
import { readAtMost } from '../base/http-answer.ts'

export type JsonServer = {
  /** The address of its OpenAI interface, as in the setting `llm_url`. */
  url: string
  key?: string | undefined
  /** The most milliseconds for an answer. */
  probe_ms: number
  signal?: AbortSignal | undefined
}

/** A list of a few hundred models with their templates. */
const MOST_BYTES = 8_000_000

/** With `body` it is a POST. Rejects only with the reason of the signal. */
export async function askJson({ key, probe_ms, signal }: JsonServer, address: string, body?: object): Promise<unknown> {
  const late = AbortSignal.timeout(probe_ms)
  try {
    const response = await fetch(address, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(key ? { authorization: `Bearer ${key}` } : {}) },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    })
    const text = await readAtMost(response, MOST_BYTES)
    return response.ok ? JSON.parse(text.toString('utf8')) : undefined
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}
