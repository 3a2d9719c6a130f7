/**
 * An answer without the time of the last indexing. A question asked within two seconds of a build writes the recorded times of
 * files again, and with them that time.
 */
export const steady = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value) => (key === 'last_indexed_at' ? undefined : (value as unknown))))

/** The same for an answer that is text. */
export const withoutTimes = <Answer extends { text: string; structured?: unknown }>(answer: Answer): Answer => ({
  ...answer,
  text: answer.text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*Z/g, 'a time'),
  structured: answer.structured === undefined ? undefined : steady(answer.structured),
})
