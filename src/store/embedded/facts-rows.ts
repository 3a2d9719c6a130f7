/** Facts by content: stored once, shared by every file with the same bytes, and deleted only by `collect`. */
import { type EncodedFacts, type FactsView, viewFacts } from '../../contract/facts-codec.ts'
import type { FactsKey } from '../port.ts'
import type { Connection } from './connection.ts'
import { decoding } from './damaged.ts'
import { seal, unseal } from './row-sum.ts'

export function putFacts(connection: Connection, key: FactsKey, bytes: EncodedFacts): void {
  const language = connection.names.intern(key.language)
  const version = connection.names.intern(key.parser_version)
  connection.run(
    `INSERT INTO facts(content_hash, language, parser_version, last_referenced, bytes) VALUES(?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    key.content_hash,
    language,
    version,
    Date.now(),
    seal(bytes, key.content_hash, language, version),
  )
}

const exact = 'FROM facts WHERE content_hash = ? AND language = ? AND parser_version = ?'
// Put together once: a statement is found by its text, and a new text is hashed first.
const anyWithKey = `SELECT 1 ${exact}`
const idWithKey = `SELECT id ${exact}`
const bytesWithKey = `SELECT bytes ${exact}`

export const hasFacts = (connection: Connection, key: FactsKey): boolean => haveFacts(connection, [key])[0] === true

/** A language or version that the store does not know yet is looked for once: all names are read for it. */
export function haveFacts(connection: Connection, keys: readonly FactsKey[]): boolean[] {
  const known = new Map<string, [number, number] | undefined>()
  return keys.map((key) => {
    const name = `${key.language} ${key.parser_version}`
    if (!known.has(name)) known.set(name, numbersOf(connection, key))
    const ids = known.get(name)
    return ids !== undefined && connection.get(anyWithKey, key.content_hash, ...ids) !== undefined
  })
}

export function factsId(connection: Connection, key: FactsKey): number | undefined {
  const ids = numbersOf(connection, key)
  return ids && connection.get<{ id: number }>(idWithKey, key.content_hash, ...ids)?.id
}

export function readFacts(connection: Connection, key: FactsKey): FactsView | undefined {
  const ids = numbersOf(connection, key)
  if (!ids) return undefined
  const row = connection.get<{ bytes: Uint8Array }>(bytesWithKey, key.content_hash, ...ids)
  return row && openFacts(row.bytes, key.content_hash, ...ids)
}

export const openFacts = (sealed: Uint8Array, content_hash: string, language: number, version: number): FactsView =>
  storedFacts(content_hash, unseal(nameOf(content_hash), sealed, content_hash, language, version))

const nameOf = (content_hash: string): string => `what is recorded of the content ${content_hash}`

/** Parts are decoded when they are asked for, so damage is found then. */
export function storedFacts(content_hash: string, bytes: EncodedFacts): FactsView {
  const view = viewFacts(bytes)
  const what = nameOf(content_hash)
  return {
    outline: () => decoding(what, view.outline),
    uses: () => decoding(what, view.uses),
    usesNamed: (name) => decoding(what, () => view.usesNamed(name)),
    terms: () => decoding(what, view.terms),
  }
}

/** While there are no facts of the row's own parser version, others are used; those written last are the newest. */
export function readFactsOrOlder(connection: Connection, key: FactsKey): FactsView | undefined {
  if (key.parser_version === '') return undefined
  const same = readFacts(connection, key)
  const language = connection.names.find(key.language)
  if (same || language === undefined) return same
  const sql = 'SELECT bytes, parser_version FROM facts WHERE content_hash = ? AND language = ? ORDER BY id DESC LIMIT 1'
  const row = connection.get<{ bytes: Uint8Array; parser_version: number }>(sql, key.content_hash, language)
  return row && openFacts(row.bytes, key.content_hash, language, row.parser_version)
}

/** A reference is removed: records the time from which the content counts as unused. */
export function touchFacts(connection: Connection, key: FactsKey): void {
  const language = connection.names.find(key.language)
  if (language === undefined) return
  connection.run(
    'UPDATE facts SET last_referenced = ? WHERE content_hash = ? AND language = ?',
    Date.now(),
    key.content_hash,
    language,
  )
}

function numbersOf(connection: Connection, key: FactsKey): [number, number] | undefined {
  const language = connection.names.find(key.language)
  const version = connection.names.find(key.parser_version)
  return language === undefined || version === undefined ? undefined : [language, version]
}
