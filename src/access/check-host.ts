/**
 * Protects a server on this machine from web pages. A page of any site can send requests to 127.0.0.1, directly or by making its own
 * name resolve to that address (DNS rebinding). The browser then sends the page's name as Host or Origin, and it is refused here.
 */
import { BlockList, isIP } from 'node:net'
import { CairnProblem } from '../contract/problems.ts'

/**
 * The names by which a server may be called besides `localhost`, `127.0.0.1` and `[::1]`: `cairn.example.com` with any port,
 * `cairn.example.com:8443` with this one only.
 */
export type AllowedHosts = readonly string[]

/** Null when the `Host` header is allowed, else FORBIDDEN. A request without one is refused: HTTP/1.1 requires it. */
export function checkHost(header: string | undefined, allowed: AllowedHosts = []): CairnProblem | null {
  const host = readHost(header ?? '')
  return host && isAllowed(host, allowed) ? null : forbidden('host', header)
}

/**
 * Null when the `Origin` header is absent, as in every program that is not a browser, or names the server itself as the request's
 * `Host` does, or is one of `allowed` (`https://tools.example.org`); else FORBIDDEN. A page that another program of this machine
 * serves is another origin. `null` is the origin of sandboxed and local pages of any author, so it is refused.
 */
export function checkOrigin(
  header: string | undefined,
  server: { host: string | undefined; allowed?: readonly string[] },
): CairnProblem | null {
  if (header === undefined) return null
  const [, scheme, rest = ''] = /^(https?):\/\/(.+)$/i.exec(header) ?? []
  const page = scheme === undefined ? undefined : readHost(rest)
  if (!page) return forbidden('origin', header)
  const own = readHost(server.host ?? '')
  const isOwn = own?.name === page.name && own.port === page.port
  const folded = header.toLowerCase()
  return isOwn || server.allowed?.some((each) => each.toLowerCase() === folded) ? null : forbidden('origin', header)
}

/** Whether a server bound to this address, or a client at it, is on this machine. An unknown name is not. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*/s, '')
  if (plain.toLowerCase() === 'localhost') return true
  const family = isIP(plain)
  return family !== 0 && loopback.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

type HostAndPort = { name: string; port: string | undefined }

/** Exactly a name or address, and a port; nothing that a proxy or a browser could read in another way. */
function readHost(text: string): HostAndPort | undefined {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), port }
}

const always = new Set(['localhost', '127.0.0.1', '[::1]'])

const isAllowed = ({ name, port }: HostAndPort, allowed: AllowedHosts): boolean =>
  always.has(name) ||
  allowed.some((each) => {
    const wanted = readHost(each)
    return wanted?.name === name && (wanted.port === undefined || wanted.port === port)
  })

const forbidden = (what: 'host' | 'origin', header: string | undefined): CairnProblem =>
  new CairnProblem(
    'FORBIDDEN',
    {
      detail: `this server does not answer to the ${what} ${header ? `"${printable(header)}"` : 'of a request that names none'}`,
    },
    { fix: 'Call it as localhost, or add the name to the hosts that the server answers to.' },
  )

/** At most one short line, whatever was sent. */
const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]|["\\]/g, '?').slice(0, 100)
