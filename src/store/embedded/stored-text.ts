/**
 * A text as the database keeps it: the driver would cut it at its first NUL, so a checksum of the whole would never fit. Texts of a
 * repo (a file's first line, say) and of a model may have one.
 */
export const storedText = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text)
