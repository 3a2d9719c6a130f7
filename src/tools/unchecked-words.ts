/** The sentence for answers that could not search all files. */
export const uncheckedWords = (files: number): string | null =>
  files === 0
    ? null
    : `${files === 1 ? '1 file was' : `${files} files were`} not searched: the time was up, or they cannot be read.`
