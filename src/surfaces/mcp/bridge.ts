/**
 * `cairn mcp --remote`: an MCP server over stdio that passes everything on to an MCP server over HTTP. While that one cannot be
 * reached, lists show what this version of Cairn offers, and a call is answered with the reason. No local index is opened.
 */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type RequestMethod as ServerMethod,
} from '@modelcontextprotocol/server'
import type { App } from '../../app/port.ts'
import { CairnProblem } from '../../contract/problems.ts'
import { visible } from '../../contract/visible.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import { instructions } from './instructions.ts'
import { offeredTools } from './offered-tools.ts'
import { printText } from './print-answer.ts'
import { offeredPrompts } from './prompts.ts'
import { RemoteServer, type SendOptions } from './remote-server.ts'
import { resourceTemplates } from './resources.ts'
import { overStdio, type StdioOptions } from './serve-mcp.ts'
import { textContent } from './text-content.ts'

export type BridgeOptions = {
  url: URL
  token: string | undefined
  version: string
} & StdioOptions

/** Resolves when the client has closed its end. */
export async function bridgeMcp(app: App, options: BridgeOptions): Promise<void> {
  const remote = new RemoteServer(options)
  try {
    await overStdio(() => createBridge(remote, app, options), options)
  } finally {
    await remote.close()
  }
}

/** A client waits for the instructions before it does anything else. */
const INSTRUCTIONS_MS = 5_000

async function createBridge(remote: RemoteServer, app: App, options: BridgeOptions): Promise<Server> {
  const server = new Server(
    { name: 'cairn', title: 'Cairn', version: options.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: await remoteInstructions(remote, options),
    },
  )
  passLists(server, remote, app)
  passCalls(server, remote, app)
  return server
}

async function remoteInstructions(remote: RemoteServer, { onError }: BridgeOptions): Promise<string> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, INSTRUCTIONS_MS, undefined).unref())
  const asked = remote.instructions().catch((error: Error) => onError(error))
  return (await Promise.race([asked, late])) ?? instructions
}

function passLists(server: Server, remote: RemoteServer, app: App): void {
  const listed = async <Result>(result: Promise<Result>, otherwise: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await result
    } catch (error) {
      if (error instanceof CairnProblem) return otherwise()
      throw error
    }
  }
  server.setRequestHandler('tools/list', (request, context) =>
    listed(pass(remote, request, context), async () => ({ tools: offeredTools(await app.tools()) })),
  )
  server.setRequestHandler('prompts/list', (request, context) =>
    listed(pass(remote, request, context), () => ({ prompts: offeredPrompts })),
  )
  server.setRequestHandler('resources/list', (request, context) =>
    listed(pass(remote, request, context), () => ({ resources: [] })),
  )
  server.setRequestHandler('resources/templates/list', (request, context) =>
    listed(pass(remote, request, context), () => ({ resourceTemplates })),
  )
}

function passCalls(server: Server, remote: RemoteServer, app: App): void {
  server.setRequestHandler('tools/call', async (request, context) => {
    try {
      return await pass(remote, request, context)
    } catch (error) {
      if (error instanceof CairnProblem) return asAnswer(error, app)
      throw error
    }
  })
  const orError = (error: unknown): never => {
    if (!(error instanceof CairnProblem)) throw error
    throw new ProtocolError(ProtocolErrorCode.InternalError, visible(`${error.code}: ${problemWords(error, app)}`))
  }
  server.setRequestHandler('resources/read', (request, context) => pass(remote, request, context).catch(orError))
  server.setRequestHandler('prompts/get', (request, context) => pass(remote, request, context).catch(orError))
  server.setRequestHandler('completion/complete', (request, context) => pass(remote, request, context).catch(orError))
}

type Passed<Method> = { method: Method; params?: Record<string, unknown> | undefined }

/** Sends the request as it came. Its progress token is replaced: the connection to the remote server has tokens of its own. */
function pass<Method extends ServerMethod>(
  remote: RemoteServer,
  { method, params = {} }: Passed<Method>,
  { mcpReq }: ServerContext,
) {
  const { _meta, ...rest } = params
  const { progressToken, ...meta } = (_meta ?? {}) as { progressToken?: string | number }
  const onProgress: SendOptions['onProgress'] =
    progressToken === undefined
      ? undefined
      : (progress) =>
          void mcpReq
            .notify({ method: 'notifications/progress', params: { ...progress, progressToken } })
            // The client is gone; the call itself will notice.
            .catch(() => undefined)
  const sent = Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest
  return remote.send(method, sent, { signal: mcpReq.signal, onProgress })
}

function asAnswer(problem: CairnProblem, app: App): CallToolResult {
  const result = problemResult(problem, { vocabulary: app.vocabulary })
  // What was wrong with the connection may be over at the next call.
  if (problem.code === 'RAG_UNAVAILABLE') result.meta.retry = true
  return { content: [textContent(printText(result))], isError: true }
}

const problemWords = (problem: CairnProblem, app: App): string =>
  problemResult(problem, { vocabulary: app.vocabulary }).meta.message ?? problem.message
