/** A size in the words of a message: `20 MB`; exact below 0.1 MB. */
export const megabytes = (bytes: number): string =>
  bytes < 100_000 ? `${bytes} bytes` : `${Number((bytes / 1_000_000).toFixed(1))} MB`
