// Stands between MCP clients and a server that speaks HTTP, and records each message that passes, in the form of record-wire.mjs.
// Everything is passed on as it comes, streams included.
import { appendFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'

/** Resolves to `{ url, recordTo, close }`; `url` takes the place of the server's address. Nothing is recorded before `recordTo`. */
export async function recordHttp(target) {
  let log
  const write = (from, text) => {
    if (log) for (const message of messagesIn(text)) appendFileSync(log, `${JSON.stringify({ from, message })}\n`)
  }
  const proxy = createServer((incoming, response) => {
    const { hostname, port } = new URL(target)
    const headers = { ...incoming.headers, host: `${hostname}:${port}` }
    const onward = send({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
      gather(answer, (text) => write('server', text))
    })
    gather(incoming, (text) => write('client', text))
    incoming.pipe(onward)
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
  })
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${proxy.address().port}${new URL(target).pathname}`,
    recordTo: (file) => {
      log = file
    },
    close: () => {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

function gather(stream, use) {
  const chunks = []
  stream.on('data', (chunk) => chunks.push(chunk))
  stream.on('end', () => use(Buffer.concat(chunks).toString('utf8')))
}

/** A body is one message, or a stream of events with one message each. */
function messagesIn(text) {
  const parts = text.startsWith('{')
    ? [text]
    : text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
  return parts.flatMap((part) => {
    try {
      return [JSON.parse(part)]
    } catch {
      return []
    }
  })
}
