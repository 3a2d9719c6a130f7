/** What a file is to its repo. Decided by `discover` from path and bytes, kept by the store, used by ranking. */

/** Only `source` and `document` are ranked; everything is findable by text. */
export type FileRole = 'source' | 'document' | 'data' | 'generated' | 'vendored' | 'minified' | 'binary'
