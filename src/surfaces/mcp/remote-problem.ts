/** What went wrong with a remote server, as a problem with a code and a sentence that says what to do. */
import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { CairnProblem } from '../../contract/problems.ts'

type Remote = { url: URL; token: string | undefined }

export function remoteProblem(error: unknown, { url, token }: Remote): CairnProblem {
  if (error instanceof CairnProblem) return error
  const status = statusOf(error)
  const at = url.href
  switch (status) {
    case 401:
      return new CairnProblem('UNAUTHORIZED', {}, { cause: error, fix: tokenFix(at, token) })
    case 403:
      return new CairnProblem('FORBIDDEN', { detail: `${at} refused it` }, { cause: error })
    case 413:
      return new CairnProblem('TOO_LARGE', { what: 'The request', size: 'unknown', limit: `set by ${at}` }, { cause: error })
    case 429:
      return new CairnProblem('RATE_LIMITED', { seconds: 'a few' }, { cause: error })
    case undefined:
      return isTimeout(error)
        ? new CairnProblem('TIMEOUT', { what: `Connecting to ${at}`, limit: 'allowed' }, { cause: error, fix: downFix })
        : unavailable(`${at} does not answer (${reasonOf(error)})`, error)
    default:
      return unavailable(`${at} answers with HTTP status ${status}`, error)
  }
}

const downFix = 'Check that the server runs (`cairn serve`) and that the address is right. The next call tries again.'

const unavailable = (detail: string, cause: unknown): CairnProblem =>
  new CairnProblem('RAG_UNAVAILABLE', { detail }, { cause, fix: downFix })

const tokenFix = (at: string, token: string | undefined): string =>
  token === undefined
    ? `Set CAIRN_TOKEN to a token for ${at}, or start \`cairn mcp\` with --token-env or --token-file.`
    : `${at} does not accept the token. Check it, or ask for a new one, and start \`cairn mcp\` again.`

function statusOf(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof SdkHttpError) return at.status
  return undefined
}

const isTimeout = (error: unknown): boolean => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout

/** The innermost cause is the most exact: `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  const { code, message } = inner as { code?: unknown; message?: unknown }
  return inner instanceof SdkError || typeof code !== 'string' ? String(message ?? inner).split('\n', 1)[0] || 'no reason' : code
}
