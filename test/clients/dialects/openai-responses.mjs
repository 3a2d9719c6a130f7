// OpenAI responses: what a request says, and a scripted reply to it. Codex speaks it.
import { sendJson, sendNamedEvents } from './send.mjs'
import { textOf } from './text-of.mjs'

export const openaiResponses = {
  name: 'OpenAI responses',
  answers: (path) => path.endsWith('/responses'),

  read: (body) => ({
    tools: (body.tools ?? []).flatMap(readTool),
    results: (Array.isArray(body.input) ? body.input : [])
      .filter(({ type }) => type === 'function_call_output')
      .map((item) => ({ id: item.call_id, text: textOf(item.output), marked: item.success === false })),
  }),

  reply(response, body, turn) {
    const item = turn.call ? functionCall(turn.call) : message(turn.text)
    const whole = {
      id: 'response-1',
      object: 'response',
      created_at: 0,
      status: 'completed',
      model: body.model,
      output: [item],
      usage,
    }
    if (!body.stream) return sendJson(response, whole)
    sendNamedEvents(response, [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ])
  },
}

/** A tool, or a namespace with the tools of one MCP server. The namespace's own description holds the server's instructions. */
function readTool(tool) {
  if (tool.type !== 'namespace')
    return [{ name: tool.name ?? tool.type, description: tool.description ?? '', schema: tool.parameters }]
  return (tool.tools ?? []).map(({ name, description = '', parameters }) => ({
    name: `${tool.name}.${name}`,
    description,
    schema: parameters,
    call: { name, namespace: tool.name },
  }))
}

const functionCall = ({ id, tool, arguments: args }) => ({
  type: 'function_call',
  id: `item_${id}`,
  call_id: id,
  status: 'completed',
  arguments: JSON.stringify(args),
  ...(tool.call ?? { name: tool.name }),
})

const message = (text) => ({
  type: 'message',
  id: 'message_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
}
