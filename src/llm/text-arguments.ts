/**
 * Some servers give the arguments of a tool call as an object instead of as text, which the SDK refuses. This turns them into text, in
 * the lines of a stream and in a whole answer. Every other line passes unchanged.
 */

/** The longest line that is kept back until it is complete. What is longer passes as it is. */
const MOST_LINE = 1_000_000

export function textArguments(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let open = ''
  return new TransformStream({
    transform(chunk, controller) {
      open += decoder.decode(chunk, { stream: true })
      const end = open.length > MOST_LINE ? open.length : open.lastIndexOf('\n') + 1
      if (end > 0) controller.enqueue(encoder.encode(open.slice(0, end).split('\n').map(asText).join('\n')))
      open = open.slice(end)
    },
    flush(controller) {
      const rest = open + decoder.decode()
      if (rest !== '') controller.enqueue(encoder.encode(asText(rest)))
    },
  })
}

function asText(line: string): string {
  if (!/^data:.*"arguments"\s*:\s*\{/.test(line)) return line
  try {
    return `data: ${JSON.stringify(JSON.parse(line.slice('data:'.length)), withTextArguments)}`
  } catch {
    return line
  }
}

/** For `JSON.stringify`: of `{ name, arguments }`, as in a call, the arguments become text. */
export function withTextArguments(this: unknown, key: string, value: unknown): unknown {
  const isCall = key === 'arguments' && typeof this === 'object' && this !== null && 'name' in this
  return isCall && typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
