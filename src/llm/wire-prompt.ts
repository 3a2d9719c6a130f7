/** Messages and tools in the form that the SDK takes. */
import type { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import { guarded } from '../contract/visible.ts'
import type { ChatCall, ChatMessage, ChatRequest } from './port.ts'

export type WireOptions = Parameters<OpenAICompatibleChatLanguageModel['doStream']>[0]
type WireMessage = WireOptions['prompt'][number]

/** What a server wants to see again when it reads its own call: Gemini signs its calls. */
export type Signatures = WeakMap<ChatCall, string>

export function wirePrompt({ messages, tools = [], max_tokens }: ChatRequest, signatures: Signatures): WireOptions {
  return {
    // A hidden character may be an instruction that nobody else can see.
    prompt: messages.map((message) => wireMessage({ ...message, text: guarded(message.text) }, signatures)),
    ...(max_tokens === undefined ? {} : { maxOutputTokens: max_tokens }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema: parameters,
          })),
        }),
  }
}

function wireMessage(message: ChatMessage, signatures: Signatures): WireMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] }
    case 'assistant': {
      const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
      return { role: 'assistant', content: [...text, ...message.calls.map((call) => wireCall(call, signatures))] }
    }
    case 'tool': {
      const output = { type: 'text' as const, value: message.text }
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId: message.call_id, toolName: message.name, output }] }
    }
    default:
      return message satisfies never
  }
}

/** Servers parse the arguments, and some fail on those that are no object, so malformed ones are sent as none. */
function wireCall(call: ChatCall, signatures: Signatures) {
  const thoughtSignature = signatures.get(call)
  return {
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.name,
    input: call.arguments ?? {},
    ...(thoughtSignature === undefined ? {} : { providerOptions: { google: { thoughtSignature } } }),
  }
}
