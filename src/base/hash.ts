/** Hashes of bytes and text: 128 bits of SHA-256, URL-safe. Enough for content addresses, short enough for rows. */
import { hash } from 'node:crypto'

export const hashBytes = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'base64url').slice(0, 22)
