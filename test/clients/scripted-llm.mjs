// A model server without a model. It follows a script: the first turn calls the first tool of the script, the next turn the
// second, and the turn after the last call is the final message. It speaks four dialects, and it records every request, so that
// a test can see what a model would have received: the tools on offer, the instructions, and each tool result.
//
// Which turn it is follows from the request alone (how many tool results it holds), so a repeated request gets the same reply.
import { createServer } from 'node:http'
import { anthropicMessages } from './dialects/anthropic-messages.mjs'
import { gemini } from './dialects/gemini.mjs'
import { openaiChat } from './dialects/openai-chat.mjs'
import { openaiResponses } from './dialects/openai-responses.mjs'
import { sendJson } from './dialects/send.mjs'

const dialects = [openaiChat, openaiResponses, anthropicMessages, gemini]

/**
 * `script.calls` is a list of `{ tool, arguments }`, `script.final` the last message. `server` is the MCP server's name: a client
 * puts it in front of each tool's name, and only such tools are called.
 * Resolves to `{ url, requests, close }`. A request is `{ method, path, dialect, tools, results, turn, body }`.
 */
export async function startScriptedLlm({ script, server = 'cairn' }) {
  const requests = []
  const http = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const body = parse(await read(request))
    const dialect = dialects.find(({ answers }) => request.method === 'POST' && answers(pathname))
    const record = { method: request.method, path: pathname, body }
    requests.push(record)
    if (!dialect) return answerAside(response, request.method, pathname)
    const heard = dialect.read(body)
    const turn = nextTurn(script, heard, server)
    Object.assign(record, { dialect: dialect.name, ...heard, turn })
    dialect.reply(response, body, turn, pathname)
  })
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${http.address().port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        http.close(resolve)
        http.closeAllConnections()
      }),
  }
}

/** Clients also ask for a title or a summary, and offer no tools then. Such a request is answered, but is no turn of the script. */
function nextTurn(script, { tools, results }, server) {
  const ours = tools.filter(({ name }) => name.includes(server))
  if (ours.length === 0) return { text: 'ok', aside: true }
  const step = script.calls[results.length]
  if (!step) return { text: script.final }
  const tool = ours.find(({ name }) => name.endsWith(step.tool))
  if (!tool) return { text: `The tool ${step.tool} was not offered.` }
  return { call: { id: `call_step_${results.length + 1}`, tool, arguments: step.arguments } }
}

/** Questions around the conversation: which models there are, and how many tokens a text has. */
function answerAside(response, method, pathname) {
  if (method === 'GET' && pathname.endsWith('/models'))
    return sendJson(response, { object: 'list', data: [{ id: 'scripted', object: 'model', owned_by: 'test' }] })
  if (pathname.endsWith('/count_tokens')) return sendJson(response, { input_tokens: 1 })
  if (pathname.endsWith(':countTokens')) return sendJson(response, { totalTokens: 1 })
  sendJson(response, { error: { message: `The scripted model does not answer ${method} ${pathname}.` } }, 404)
}

async function read(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
