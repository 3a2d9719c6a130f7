// The two ways in which a model server answers: one JSON object, or a stream of server-sent events.

export function sendJson(response, body, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Events without a name. A string is sent as it is: OpenAI ends its stream with the word [DONE]. */
export function sendEvents(response, events) {
  stream(response, events, () => '')
}

/** Each event is named by its own type. */
export function sendNamedEvents(response, events) {
  stream(response, events, ({ type }) => `event: ${type}\n`)
}

function stream(response, events, heading) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events)
    response.write(`${heading(event)}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  response.end()
}
