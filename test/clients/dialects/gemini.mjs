// Gemini generateContent: what a request says, and a scripted reply to it. Gemini CLI speaks it.
import { sendEvents, sendJson } from './send.mjs'

export const gemini = {
  name: 'Gemini',
  answers: (path) => /:(stream)?generateContent$/i.test(path),

  read: (body) => ({
    tools: (body.tools ?? [])
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, description = '', parametersJsonSchema, parameters }) => ({
        name,
        description,
        schema: parametersJsonSchema ?? parameters,
      })),
    results: (body.contents ?? [])
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []))
      .map(({ id, name, response = {} }) => ({ id, name, text: responseText(response), marked: 'error' in response })),
  }),

  reply(response, _body, turn, path) {
    const part = turn.call
      ? { functionCall: { id: turn.call.id, name: turn.call.tool.name, args: turn.call.arguments } }
      : { text: turn.text }
    const whole = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    }
    if (/:streamGenerateContent$/i.test(path)) sendEvents(response, [whole])
    else sendJson(response, whole)
  },
}

function responseText(response) {
  const said = response.output ?? response.error ?? response
  return typeof said === 'string' ? said : JSON.stringify(said)
}
