/**
 * The outcomes of one file's uses, as bytes: the enclosing symbols, the targets, then one entry a use. Complete in itself, so
 * that following a link never decodes the facts of a file.
 */
import { unresolvedReasons } from '../../contract/links.ts'
import { edgeKinds } from '../../contract/symbol.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { decoding } from './damaged.ts'

/** A target by the numbers of this store. */
export type StoredTarget = { file: number; key: number } | { package: number }
/** The place and kind of a link. `proven` is the only tier besides `resolved`. */
export type LinkedUse = { sourceKey: number; edge: number; proven: boolean; line: number; column: number }
export type StoredLink = LinkedUse & { target: number }
/** The use's index in `unresolvedReasons`, or its link. */
export type StoredOutcome = { reason: number } | StoredLink

export type StoredLinks = { targets: StoredTarget[]; uses: StoredOutcome[]; derived: StoredLink[] }

export function packLinks({ targets, uses, derived }: StoredLinks): Uint8Array {
  const writer = new ByteWriter(uses.length * 6 + targets.length * 9 + 64)
  const sources = new Map<number, number>()
  for (const entry of [...uses, ...derived]) {
    if ('target' in entry && !sources.has(entry.sourceKey)) sources.set(entry.sourceKey, sources.size)
  }
  writer.varint(sources.size)
  for (const key of sources.keys()) writer.key(key)
  writer.varint(targets.length)
  for (const target of targets) writeTarget(writer, target)
  const writeLink = (link: StoredLink): void => {
    writer.varint(unresolvedReasons.length + link.target * 2 + (link.proven ? 1 : 0))
    writer.varint(link.edge)
    writer.varint(sources.get(link.sourceKey) as number)
    writer.varint(link.line)
    writer.varint(link.column)
  }
  writer.varint(uses.length)
  for (const use of uses) 'target' in use ? writeLink(use) : writer.varint(use.reason)
  writer.varint(derived.length)
  for (const link of derived) writeLink(link)
  return writer.take()
}

export const unpackLinks = (bytes: Uint8Array): StoredLinks => decoding('the links of a file', () => readLinks(bytes))

function readLinks(bytes: Uint8Array): StoredLinks {
  const reader = new ByteReader(bytes)
  const sources = repeat(reader, () => reader.key())
  const targets = repeat(reader, () => readTarget(reader))
  const outcome = (): StoredOutcome => readOutcome(reader, sources, targets.length)
  const uses = repeat(reader, outcome)
  const derived = repeat(reader, outcome).filter((entry) => 'target' in entry)
  reader.expectEnd()
  return { targets, uses, derived }
}

/** One row of a reverse table: the links of one file to one target. */
export function packUses(uses: readonly LinkedUse[]): Uint8Array {
  const writer = new ByteWriter(uses.length * 10)
  for (const { sourceKey, edge, proven, line, column } of uses) {
    writer.varint(edge * 2 + (proven ? 1 : 0))
    writer.key(sourceKey)
    writer.varint(line)
    writer.varint(column)
  }
  return writer.take()
}

export const unpackUses = (bytes: Uint8Array): LinkedUse[] => decoding('the links to a symbol', () => readUses(bytes))

function readUses(bytes: Uint8Array): LinkedUse[] {
  const reader = new ByteReader(bytes)
  const uses: LinkedUse[] = []
  while (!reader.done) {
    const code = reader.varint()
    uses.push({
      edge: below(edgeKinds.length, Math.floor(code / 2)),
      proven: code % 2 === 1,
      sourceKey: reader.key(),
      line: reader.varint(),
      column: reader.varint(),
    })
  }
  return uses
}

function writeTarget(writer: ByteWriter, target: StoredTarget): void {
  if ('package' in target) {
    writer.varint(target.package * 2 + 1)
    return
  }
  writer.varint(target.file * 2)
  writer.key(target.key)
}

function readTarget(reader: ByteReader): StoredTarget {
  const code = reader.varint()
  return code % 2 === 1 ? { package: Math.floor(code / 2) } : { file: code / 2, key: reader.key() }
}

function readOutcome(reader: ByteReader, sources: readonly number[], targets: number): StoredOutcome {
  const code = reader.varint()
  if (code < unresolvedReasons.length) return { reason: code }
  const rest = code - unresolvedReasons.length
  return {
    target: below(targets, Math.floor(rest / 2)),
    proven: rest % 2 === 1,
    edge: below(edgeKinds.length, reader.varint()),
    sourceKey: sources[below(sources.length, reader.varint())] as number,
    line: reader.varint(),
    column: reader.varint(),
  }
}

function below(limit: number, index: number): number {
  if (index >= limit) throw new Error(`there is no entry ${index} among ${limit}`)
  return index
}

/** Each value takes at least one byte, so a wrong count ends with the bytes. */
function repeat<Value>(reader: ByteReader, read: () => Value): Value[] {
  const values: Value[] = []
  for (let left = reader.varint(); left > 0; left--) values.push(read())
  return values
}
