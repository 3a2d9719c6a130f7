// A proxy that refuses and records every request. A client is told to use it for all hosts but this machine, so that what it
// tries to reach outside is known, and does not get there.
import { createServer } from 'node:http'

/** Resolves to `{ environment, hosts, close }`. */
export async function refuseOutside() {
  const hosts = new Set()
  const proxy = createServer((request, response) => {
    hosts.add(URL.canParse(request.url) ? new URL(request.url).host : (request.headers.host ?? request.url))
    response.writeHead(403).end()
  })
  proxy.on('connect', (request, socket) => {
    hosts.add(request.url)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    environment: proxyVariables(`http://127.0.0.1:${proxy.address().port}`),
    hosts,
    close: () =>
      new Promise((resolve) => {
        proxy.close(resolve)
        proxy.closeAllConnections()
      }),
  }
}

function proxyVariables(url) {
  const variables = { http_proxy: url, https_proxy: url, all_proxy: url, no_proxy: '127.0.0.1,localhost,::1' }
  const upper = Object.entries(variables).map(([name, value]) => [name.toUpperCase(), value])
  return { ...variables, ...Object.fromEntries(upper) }
}
