/** What is read of an HTTP answer from a server that is not ours: bounded, and in words that can be shown. */
import { errorCode } from './error-code.ts'

/** At most a little more than `most` bytes: of an answer without end no more is read. */
export async function readAtMost(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) break
  }
  return Buffer.concat(chunks)
}

/** A request that may succeed when it is repeated. */
export const isWorthRetry = (status: number): boolean => status === 408 || status === 409 || status === 429 || status >= 500

/** `fetch` only says that it failed; the cause says why. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
}

const MOST_MESSAGE = 200

/** The server's own words. Some servers repeat the key. */
export function serverWords(body: string, key: string | undefined): string {
  const text = messageIn(body)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return (key ? text.replaceAll(key, '(key)') : text).slice(0, MOST_MESSAGE)
}

/** `{ error: { message } }`, `{ error }`, `{ message }`, `{ detail }`, or the whole text. */
function messageIn(body: string): string {
  try {
    const { error, message, detail } = JSON.parse(body)
    const found = [error?.message, error, message, detail].find((value) => typeof value === 'string')
    return found ?? body
  } catch {
    return body
  }
}
