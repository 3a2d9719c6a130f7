/** What a file is to its repo. Only `source` and `document` are ranked; the others are found by name and by text. */
export type FileRole = 'source' | 'document' | 'data' | 'generated' | 'vendored' | 'minified' | 'binary'

/** Examples, samples and benchmarks use code that is defined elsewhere, so they rank after that code. */
export const isExamplePath = (path: string): boolean => exampleFolder.test(path)

const exampleFolder = /(?:^|\/)_?(?:examples?|samples?|demos?|tutorials?|bench(?:marks?)?|playground)\//i
