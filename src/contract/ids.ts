/**
 * The ids that all rooms use. They are branded strings: a path cannot be passed where a repo id is expected. Ids that contain
 * hashes are made in `identity.ts`.
 */

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/** `owner/name`, or a folder's name, with `@folder` when two checkouts would clash. */
export type RepoId = Branded<'RepoId'>
/** Hash of a file's bytes as they are on disk. */
export type ContentHash = Branded<'ContentHash'>
/** URL-safe id of one searchable document; stable for a location (repo, level, path, symbol). */
export type DocumentId = Branded<'DocumentId'>
/** Printed form of a symbol: `sym:src.auth.Auth.login`, with `~…` if two symbols would otherwise have the same form. */
export type Anchor = Branded<'Anchor'>

/** Trusts a string that was read from the registry or made by `workspace`. */
export const asRepoId = (text: string): RepoId => text as RepoId
/** Rows that older versions made for a library call on a repo that was not registered. Today such a repo has its ordinary id. */
export const isUnregistered = (repo: RepoId): boolean => repo.startsWith('~/')

export const asContentHash = (text: string): ContentHash => text as ContentHash
export const asDocumentId = (text: string): DocumentId => text as DocumentId
export const asAnchor = (text: string): Anchor => text as Anchor
