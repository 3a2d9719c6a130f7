/**
 * A pattern that matches the text literally, with the flag `u` and without it. Only characters with a meaning are escaped: with `u`
 * any other escape is an error.
 */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
