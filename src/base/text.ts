/** Bytes become text, whatever their encoding, and text becomes lines. Never throws: every byte sequence has a reading. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1'
export type DecodedText = { text: string; encoding: Encoding }

/** Reads a BOM, else UTF-8, else Latin-1 (Windows-1252), which gives every byte a letter. The BOM is not part of the text. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'latin1' }
  }
}

/** Git's own rule: a NUL byte in the first 8,000 means binary, unless a BOM says UTF-16. */
export function looksBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false
  return bytes.subarray(0, 8000).includes(0)
}

/** Lines as an editor counts them: ended by \n or \r\n; a final line end starts no further line. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}
