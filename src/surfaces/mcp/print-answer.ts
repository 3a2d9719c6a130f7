/** How an answer is printed over MCP. */
import type { RagResult } from '../../contract/envelope.ts'
import { problems } from '../../contract/problems.ts'
import { visibleJson } from '../../contract/visible.ts'
import { renderText } from '../../envelope/render-text.ts'

export type Print = (result: RagResult<unknown>) => string

export const printJson: Print = (result) => visibleJson(result.toDict())

export const printText: Print = (result) => {
  const code = result.meta.error_code
  if (code === null) return renderText(result)
  return `${renderText(result)}\n${(result.meta.retry ?? retryHelps(code)) ? 'Trying again may help.' : 'Trying again unchanged will not help.'}`
}

/** For an answer that is sent in two forms: the size limit holds for both. */
export const longerOf =
  (one: Print, other: Print): Print =>
  (result) => {
    const [a, b] = [one(result), other(result)]
    return Buffer.byteLength(a) > Buffer.byteLength(b) ? a : b
  }

const retryHelps = (code: string): boolean => code in problems && problems[code as keyof typeof problems].retry
