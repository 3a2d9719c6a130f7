/**
 * The file of an embedding model, for its reader and its writer. All numbers are little endian.
 *
 *     8 bytes   CAIRNEMB
 *     uint32    version of the format
 *     uint32    length of the header, spaces included
 *     header    JSON (`ModelHeader`) and spaces, until a multiple of 4 is reached
 *     words     joined by line feeds, then line feeds until a multiple of 4 is reached
 *     scales    a float32 for each word
 *     values    `dimensions` int8 for each word; a value × the scale of its word is a number of the word's vector
 */
import type { EmbedPart } from './port.ts'

export const MAGIC = 'CAIRNEMB'
export const FORMAT = 1
/** Magic, version and length of the header. */
export const PREAMBLE_BYTES = 16
/** Real headers have a few hundred bytes. */
export const MOST_HEADER_BYTES = 65_536

export const partKinds = ['path', 'name', 'doc', 'body'] as const satisfies readonly EmbedPart['kind'][]

export type ModelHeader = {
  name: string
  /** SHA-256 of everything after the header, in hex. */
  hash: string
  dimensions: number
  /** Number of words. */
  rows: number
  /** Bytes of the words, without the line feeds that fill them up. */
  vocabulary_bytes: number
  /** How much each part of a document counts. */
  parts: Readonly<Record<EmbedPart['kind'], number>>
}

export const upToFour = (bytes: number): number => Math.ceil(bytes / 4) * 4
