// Anthropic messages: what a request says, and a scripted reply to it. Claude Code speaks it.
import { sendJson, sendNamedEvents } from './send.mjs'
import { textOf } from './text-of.mjs'

export const anthropicMessages = {
  name: 'Anthropic messages',
  answers: (path) => path.endsWith('/messages'),

  read: (body) => ({
    tools: (body.tools ?? []).map(({ name, description = '', input_schema }) => ({ name, description, schema: input_schema })),
    results: (body.messages ?? [])
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map((block) => ({ id: block.tool_use_id, text: textOf(block.content), marked: block.is_error === true })),
  }),

  reply(response, body, turn) {
    const block = turn.call
      ? { type: 'tool_use', id: turn.call.id, name: turn.call.tool.name, input: turn.call.arguments }
      : { type: 'text', text: turn.text }
    const stop = { stop_reason: turn.call ? 'tool_use' : 'end_turn', stop_sequence: null }
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      usage: { input_tokens: 1, output_tokens: 1 },
    }
    if (!body.stream) return sendJson(response, { ...message, content: [block], ...stop })
    sendNamedEvents(response, [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
      { type: 'content_block_start', index: 0, content_block: turn.call ? { ...block, input: {} } : { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: delta(turn) },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: stop, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ])
  },
}

const delta = (turn) =>
  turn.call
    ? { type: 'input_json_delta', partial_json: JSON.stringify(turn.call.arguments) }
    : { type: 'text_delta', text: turn.text }
