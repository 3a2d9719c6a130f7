/** Handles one tools/call: calls the app and prints the answer as text. A problem is an answer too, with advice for the model. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { App } from '../../app/port.ts'
import { checkArguments } from '../../contract/check-arguments.ts'
import type { RagResult } from '../../contract/envelope.ts'
import { problems } from '../../contract/problems.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { renderText } from '../../envelope/render-text.ts'
import { formatArgument } from './offered-tools.ts'
import { type Notify, type ProgressToken, reportProgress } from './report-progress.ts'

type CallParams = { name: string; arguments?: Record<string, unknown> | undefined }
type CallWires = { signal: AbortSignal; progressToken: ProgressToken | undefined; notify: Notify }

export async function answerCall(app: App, params: CallParams, wires: CallWires): Promise<CallToolResult> {
  if ((await app.tools([params.name])).length === 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`)
  const { format, ...args } = params.arguments ?? {}
  try {
    const print = checkArguments(formatArgument, { format }).format === 'json' ? printJson : printText
    const progress = reportProgress(wires.progressToken, wires.notify)
    try {
      return toolResult(await app.callTool(params.name, args, { signal: wires.signal, onProgress: progress.event, print }), print)
    } finally {
      progress.end()
    }
  } catch (thrown) {
    return toolResult(problemResult(thrown, { vocabulary: app.vocabulary }), printText)
  }
}

type Print = (result: RagResult<unknown>) => string

function toolResult(result: RagResult<unknown>, print: Print): CallToolResult {
  const content = [{ type: 'text' as const, text: print(result) }]
  return result.meta.status === 'ERROR' ? { content, isError: true } : { content }
}

const printJson: Print = (result) => JSON.stringify(result.toDict())

const retryHelps = (code: string): boolean => code in problems && problems[code as keyof typeof problems].retry

const printText: Print = (result) => {
  const code = result.meta.error_code
  if (code === null) return renderText(result)
  return `${renderText(result)}\n${(result.meta.retry ?? retryHelps(code)) ? 'Trying again may help.' : 'Trying again unchanged will not help.'}`
}
