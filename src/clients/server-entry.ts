/** The entry that Cairn writes into a client's settings, and how it recognises one. */
import { isDeepStrictEqual } from 'node:util'
import { badArgument } from '../contract/problems.ts'
import type { Client, JsonObject } from './client.ts'
import { isObject } from './config-format.ts'

/** What the client is to connect to. */
export type Connection = {
  /** The words that start Cairn on this machine: `npx -y codecairn`. */
  launch: readonly string[]
  /** Address of a running server, instead of a process of its own. */
  remote?: string
  /** Name of the variable with the token of that server. Its value is never written. */
  tokenEnv?: string
}

export function serverEntry(client: Client, { launch, remote, tokenEnv }: Connection, platform: NodeJS.Platform): JsonObject {
  if (remote === undefined) {
    if (tokenEnv !== undefined) throw badArgument('`token_env=` is for a server behind an address: give `remote=` too.')
    return started(client, [...launch, 'mcp'], platform)
  }
  if (tokenEnv !== undefined && !/^[A-Za-z_]\w*$/.test(tokenEnv))
    throw badArgument('`token_env=` is the name of a variable (letters, digits and _), not the token itself.')
  const url = mcpAddress(remote)
  const token = tokenEnv === undefined ? [] : ['--token-env', tokenEnv]
  return client.http(url, tokenEnv) ?? started(client, [...launch, 'mcp', '--remote', url, ...token], platform)
}

/** On Windows, `npx` and `cairn` are scripts, which programs can start only through `cmd`. */
function started(client: Client, words: readonly string[], platform: NodeJS.Platform): JsonObject {
  const [command = '', ...args] = platform === 'win32' && words[0] !== 'node' ? ['cmd', '/c', ...words] : words
  return client.stdio(command, args)
}

function mcpAddress(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw badArgument(`\`remote=\` is the address of a server, such as https://cairn.example.com; it is "${written}".`)
  if (url.username !== '' || url.password !== '')
    throw badArgument('`remote=` must not contain a password: put the token into a variable and name it with `token_env=`.')
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  url.pathname = path.endsWith('/mcp') ? path : `${path}/mcp`
  return url.href
}

/** The user may have added settings of the client to the entry; they do not make it another server. */
export const isSameServer = (found: unknown, wanted: JsonObject): boolean =>
  isObject(found) && Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(found[key], value))

/** Whether an entry starts Cairn: by its package, its command, or a file of a clone. */
export function startsCairn(entry: unknown): boolean {
  if (!isObject(entry)) return false
  const words = [entry.command, entry.args].flat().filter((word) => typeof word === 'string')
  return words.includes('mcp') && words.some(isCairnWord)
}

const isCairnWord = (word: string): boolean =>
  /^codecairn(?:@|$)/.test(word) || /(?:^|[\\/])cairn(?:\.cmd|\.exe)?$/.test(word) || /surfaces[\\/]cli[\\/]main\.js$/.test(word)

/** The address of a server that is not started by the client. */
export function addressIn(entry: unknown): string | undefined {
  if (!isObject(entry)) return undefined
  return [entry.url, entry.httpUrl, entry.serverUrl].find((url) => typeof url === 'string')
}
