/**
 * What links were made from, apart from facts: the manifests that were read, and what was asked about paths. Per file a list of
 * numbers; once per repo the manifests, with the hash of the bytes that were read, and what was asked while reading them.
 */
import type { LinkSources } from '../../contract/links.ts'
import type { Connection } from './connection.ts'
import { damaged, decoding } from './damaged.ts'
import { seal, sumOf, unseal } from './row-sum.ts'

export function writeAsked(connection: Connection, file: number, asked: Uint32Array): void {
  const bytes = new Uint8Array(4 * asked.length)
  const view = new DataView(bytes.buffer)
  for (const [at, number] of asked.entries()) view.setUint32(4 * at, number, true)
  connection.run('INSERT OR REPLACE INTO link_asked(file, bytes) VALUES(?, ?)', file, seal(bytes, file))
}

/** For a copy of the repo. */
export function copyAsked(connection: Connection, from: number, to: number): void {
  const row = connection.get<{ bytes: Uint8Array }>('SELECT bytes FROM link_asked WHERE file = ?', from)
  if (row) writeAsked(connection, to, unpackAsked(from, row.bytes))
}

export function copyLinkSources(connection: Connection, from: number, to: number): void {
  const sources = readLinkSources(connection, from)
  if (sources) addLinkSources(connection, to, sources)
}

export function dropAsked(connection: Connection, file: number): void {
  connection.run('DELETE FROM link_asked WHERE file = ?', file)
}

/** Adds to what is recorded: links of other files still rest on it. */
export function addLinkSources(connection: Connection, repo: number, { manifests, asked }: LinkSources): void {
  const known = readLinkSources(connection, repo)
  const isKnown =
    known &&
    [...manifests].every(([path, hash]) => known.manifests.get(path) === hash) &&
    [...asked].every((one) => known.asked.has(one))
  if (isKnown) return
  const all = {
    manifests: [...new Map([...(known?.manifests ?? []), ...manifests])],
    asked: [...new Set([...(known?.asked ?? []), ...asked])],
  }
  const content = JSON.stringify(all)
  const sql = 'INSERT OR REPLACE INTO link_source(repo, content, row_sum) VALUES(?, ?, ?)'
  connection.run(sql, repo, content, sumOf(repo, content))
}

/** Every file is linked again: a manifest that is then not read any more must not count for ever. */
export function forgetLinkSources(connection: Connection, repo: number): void {
  connection.run('DELETE FROM link_source WHERE repo = ?', repo)
}

/** Undefined: nothing was linked yet, or a build was stopped, or the row is lost. Then nothing is known of the links that are there. */
export function readLinkSources(connection: Connection, repo: number): LinkSources | undefined {
  const sql = 'SELECT content, row_sum FROM link_source WHERE repo = ?'
  const stored = connection.get<{ content: string; row_sum: number }>(sql, repo)
  if (!stored) return undefined
  if (sumOf(repo, stored.content) !== stored.row_sum) throw damaged(SOURCES)
  return decoding(SOURCES, () => {
    const { manifests, asked } = JSON.parse(stored.content) as { manifests: [string, string][]; asked: number[] }
    return { manifests: new Map(manifests), asked: new Set(asked) }
  })
}

const SOURCES = 'what links were made from'

/** Files with links that rest on one of these questions. A file whose record is lost counts. */
export function filesAsking(connection: Connection, repo: number, questions: ReadonlySet<number>): string[] {
  const rows = connection.rows<[path: string, file: number, bytes: Uint8Array | null]>(
    `SELECT file.path, file.id, link_asked.bytes FROM file JOIN links ON links.file = file.id
       LEFT JOIN link_asked ON link_asked.file = file.id WHERE file.repo = ? AND file.present = 1 ORDER BY file.path`,
    repo,
  )
  return rows
    .filter(([, file, bytes]) => bytes === null || unpackAsked(file, bytes).some((one) => questions.has(one)))
    .map(([path]) => path)
}

/** Throws STORE_CORRUPT where the record of a file is damaged. */
export function checkAsked(connection: Connection, file: number): void {
  const row = connection.get<{ bytes: Uint8Array }>('SELECT bytes FROM link_asked WHERE file = ?', file)
  if (row) unpackAsked(file, row.bytes)
}

function unpackAsked(file: number, sealed: Uint8Array): Uint32Array {
  const bytes = unseal('what was asked about paths', sealed, file)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getUint32(4 * at, true))
}
