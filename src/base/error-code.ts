/** The system's code of an error (`ENOENT`, `EACCES` …), or undefined when it has none. */
export const errorCode = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
