// OpenAI chat completions: what a request says, and a scripted reply to it. opencode and Copilot CLI speak it.
import { sendEvents, sendJson } from './send.mjs'
import { textOf } from './text-of.mjs'

export const openaiChat = {
  name: 'OpenAI chat completions',
  answers: (path) => path.endsWith('/chat/completions'),

  read: (body) => ({
    tools: (body.tools ?? []).map(({ function: tool }) => ({
      name: tool.name,
      description: tool.description ?? '',
      schema: tool.parameters,
    })),
    results: (body.messages ?? [])
      .filter(({ role }) => role === 'tool')
      .map((message) => ({ id: message.tool_call_id, text: textOf(message.content), marked: false })),
  }),

  reply(response, body, turn) {
    const message = turn.call ? { content: null, tool_calls: [toolCall(turn.call)] } : { content: turn.text }
    const finish_reason = turn.call ? 'tool_calls' : 'stop'
    const shared = { id: 'chat-1', created: 0, model: body.model }
    if (!body.stream) {
      const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason }
      return sendJson(response, { ...shared, object: 'chat.completion', choices: [choice], usage })
    }
    const chunk = (choices, rest = {}) => ({ ...shared, object: 'chat.completion.chunk', choices, ...rest })
    sendEvents(response, [
      chunk([{ index: 0, delta: { role: 'assistant', ...message }, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason }]),
      chunk([], { usage }),
      '[DONE]',
    ])
  },
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

const toolCall = ({ id, tool, arguments: args }) => ({
  index: 0,
  id,
  type: 'function',
  function: { name: tool.name, arguments: JSON.stringify(args) },
})
