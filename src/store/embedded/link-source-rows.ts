/**
 * What links were made from, apart from facts: the manifests that were read, and what was asked about paths. Per file a list of
 * numbers; once per repo the manifests, with the hash of the bytes that were read, and what was asked while reading them.
 */
import type { LinkSources } from '../../contract/links.ts'
import type { Connection } from './connection.ts'
import { damaged, decoding } from './damaged.ts'
import { hasLinkSources } from './schema.ts'

export function writeAsked(connection: Connection, file: number, asked: Uint32Array): void {
  const bytes = new Uint8Array(4 * asked.length)
  const view = new DataView(bytes.buffer)
  for (const [at, number] of asked.entries()) view.setUint32(4 * at, number, true)
  connection.run('INSERT OR REPLACE INTO link_asked(file, bytes) VALUES(?, ?)', file, bytes)
}

export function dropAsked(connection: Connection, file: number): void {
  connection.run('DELETE FROM link_asked WHERE file = ?', file)
}

/** Adds to what is recorded: links of other files still rest on it. */
export function addLinkSources(connection: Connection, repo: number, { manifests, asked }: LinkSources): void {
  const known = readLinkSources(connection, repo)
  const isKnown =
    [...manifests].every(([path, hash]) => known.manifests.get(path) === hash) && [...asked].every((one) => known.asked.has(one))
  if (isKnown) return
  const all = { manifests: [...new Map([...known.manifests, ...manifests])], asked: [...new Set([...known.asked, ...asked])] }
  connection.run('INSERT OR REPLACE INTO link_source(repo, content) VALUES(?, ?)', repo, JSON.stringify(all))
}

/** Every file is linked again: a manifest that is then not read any more must not count for ever. */
export function forgetLinkSources(connection: Connection, repo: number): void {
  connection.run('DELETE FROM link_source WHERE repo = ?', repo)
}

export function readLinkSources(connection: Connection, repo: number): LinkSources {
  const none: LinkSources = { manifests: new Map(), asked: new Set() }
  if (!hasLinkSources(connection)) return none
  const stored = connection.get<{ content: string }>('SELECT content FROM link_source WHERE repo = ?', repo)
  if (!stored) return none
  return unpackLinkSources(stored.content)
}

export function unpackLinkSources(content: string): LinkSources {
  return decoding('what links were made from', () => {
    const { manifests, asked } = JSON.parse(content) as { manifests: [string, string][]; asked: number[] }
    return { manifests: new Map(manifests), asked: new Set(asked) }
  })
}

/** Files with links that rest on one of these questions. Of links that an earlier version made this is not known: they count. */
export function filesAsking(connection: Connection, repo: number, questions: ReadonlySet<number>): string[] {
  const asked = hasLinkSources(connection) ? 'link_asked.bytes' : 'NULL'
  const join = hasLinkSources(connection) ? 'LEFT JOIN link_asked ON link_asked.file = file.id' : ''
  const rows = connection.rows<[path: string, bytes: Uint8Array | null]>(
    `SELECT file.path, ${asked} FROM file JOIN links ON links.file = file.id ${join} WHERE file.repo = ? AND file.present = 1 ORDER BY file.path`,
    repo,
  )
  return rows.filter(([, bytes]) => bytes === null || unpackAsked(bytes).some((one) => questions.has(one))).map(([path]) => path)
}

export function unpackAsked(bytes: Uint8Array): Uint32Array {
  if (bytes.length % 4 !== 0) throw damaged('what was asked about paths')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(4 * at, true))
}
