/**
 * The tokens for a running server: read again whenever the file has changed, so that a revoked token is refused at once, without a
 * restart. If the file cannot be read, there are no tokens, and every request is refused.
 */
import { stat } from 'node:fs/promises'
import { CairnProblem } from '../contract/problems.ts'
import type { TokenRecord } from './token.ts'
import { openWords, readTokens, tokensFile } from './token-file.ts'

export interface TokenReader {
  /** Never throws. */
  read(): Promise<readonly TokenRecord[]>
}

export type TokenReaderOptions = {
  /** Called once when the file is damaged, or other users may read it; not again at every request. */
  onWarning?: (words: string) => void
  /** Milliseconds since 1970, as the file system counts them; the clock unless set. */
  now?: () => number
}

export function createTokenReader(home: string, { onWarning, now = Date.now }: TokenReaderOptions = {}): TokenReader {
  const file = tokensFile(home)
  let known: { stamp: string; settled: boolean; tokens: readonly TokenRecord[] } | undefined
  let warned: string | undefined
  const warn = (words: string): void => {
    if (words !== '' && words !== warned) onWarning?.(words)
    warned = words
  }
  return {
    async read() {
      const { stamp, settled } = await look(file, now())
      if (known?.settled && known.stamp === stamp) return known.tokens
      const tokens = await readOrNone(file, warn)
      known = { stamp, settled, tokens }
      return tokens
    },
  }
}

/** Two writes in short succession may leave the same time, so a file that was this young when it was read is read again. */
const YOUNG_MS = 2_000

async function look(file: string, now: number): Promise<{ stamp: string; settled: boolean }> {
  const seen = await stat(file, { bigint: true }).catch(() => undefined)
  if (!seen) return { stamp: 'none', settled: false }
  const { ino, size, mode, mtimeNs, ctimeNs, ctimeMs } = seen
  return { stamp: [ino, size, mode, mtimeNs, ctimeNs].join(':'), settled: now - Number(ctimeMs) > YOUNG_MS }
}

async function readOrNone(file: string, warn: (words: string) => void): Promise<readonly TokenRecord[]> {
  try {
    const { tokens, open } = await readTokens(file)
    warn(open ? openWords(file) : '')
    return tokens
  } catch (cause) {
    warn(cause instanceof CairnProblem ? `${cause.message} ${cause.fix}` : `${file} cannot be read: ${String(cause)}`)
    return []
  }
}
