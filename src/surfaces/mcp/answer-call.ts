/** Handles one tools/call: calls the app and prints the answer as text. A problem is an answer too, with advice for the model. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { App } from '../../app/port.ts'
import type { AnswerEvent } from '../../contract/answer-event.ts'
import { checkArguments } from '../../contract/check-arguments.ts'
import type { RagResult } from '../../contract/envelope.ts'
import type { ReadScope } from '../../contract/read-scope.ts'
import { visible } from '../../contract/visible.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { stepWords } from '../../envelope/step-words.ts'
import { formatArgument } from './offered-tools.ts'
import { longerOf, type Print, printJson, printText } from './print-answer.ts'
import { type Notify, type ProgressToken, reportProgress } from './report-progress.ts'
import { textContent } from './text-content.ts'

type CallParams = { name: string; arguments?: Record<string, unknown> | undefined }
export type CallWires = {
  signal: AbortSignal
  progressToken: ProgressToken | undefined
  notify: Notify
  /** What the client may read; everything when absent. */
  scope?: ReadScope
}

/**
 * Their answers contain no code, so they are also structured. Some clients show the model only the text and some only the
 * structured form, so each is complete. Code in JSON is hard to read, so the other tools answer with text alone.
 */
const structuredTools: ReadonlySet<string> = new Set(['list_repos', 'explore_structure'])

export async function answerCall(app: App, params: CallParams, wires: CallWires): Promise<CallToolResult> {
  const { name } = params
  if ((await app.tools([name])).length === 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${visible(name)}".`)
  const { format, ...args } = params.arguments ?? {}
  try {
    const print = checkArguments(formatArgument, { format }).format === 'json' ? printJson : printText
    const structured = structuredTools.has(name)
    const result = await ask(app, name, args, { ...wires, print: structured ? longerOf(print, printJson) : print })
    return toolResult(result, print, { structured })
  } catch (thrown) {
    return toolResult(problemResult(thrown, { vocabulary: app.vocabulary }), printText)
  }
}

/** Asks the app, with progress for the client. Afterwards the app may keep its repos up to date by itself. */
export async function ask(
  app: App,
  tool: string,
  args: Record<string, unknown>,
  { signal, progressToken, notify, scope, print }: CallWires & { print: Print },
): Promise<RagResult<unknown>> {
  const progress = reportProgress(progressToken, notify)
  try {
    const onAnswerEvent = (event: AnswerEvent): void =>
      progress.say(event.event === 'step' ? stepWords(event) : 'The language model writes the answer.')
    const asked = { surface: 'mcp', signal, onProgress: progress.event, onAnswerEvent, print } as const
    return await app.callTool(tool, args, scope ? { ...asked, scope } : asked)
  } finally {
    progress.end()
    app.keepCurrent()
  }
}

function toolResult(result: RagResult<unknown>, print: Print, { structured = false } = {}): CallToolResult {
  const content = [textContent(print(result))]
  if (result.meta.status === 'ERROR') return { content, isError: true }
  return structured ? { content, structuredContent: result.toDict() } : { content }
}
