/**
 * Short stable keys made from paths and names, never from line numbers or commits. 48 bits per file and per symbol within a
 * file: a collision is not expected in a repo's lifetime.
 */
import { hash } from 'node:crypto'
import { asDocumentId, type DocumentId, type RepoId } from './ids.ts'
import type { SearchLevel } from './items.ts'

/** 8 URL-safe characters. */
export const pathKey = (path: string): string => shortHash(`path\0${path}`)
/** 8 URL-safe characters; '' for the module itself. */
export const symbolKey = (qualifiedName: string, tag: string): string =>
  qualifiedName === '' ? '' : shortHash(`symbol\0${qualifiedName}\0${tag}`)
/** 8 URL-safe characters. */
export const repoKey = (repo: RepoId): string => shortHash(`repo\0${repo}`)

/** A symbol inside a repo, by the file's path and the symbol's key ('' = the module itself). */
export type SymbolHandle = { path: string; key: string }

/** The handle of a folder or of the repo (path ''), which no file and no symbol can have. */
export const folderHandle = (path: string): SymbolHandle => ({ path, key: shortHash('folder') })

const levelLetters = { symbol: 's', file: 'f', module: 'm', repo: 'r', doc: 'd' } as const satisfies Record<SearchLevel, string>

/**
 * `s.REPO.FILE.SYMBOL`. For `doc` the symbol is `header_path` with the section's number among equals as tag;
 * a repo has neither path nor symbol.
 */
export function documentId(repo: RepoId, level: SearchLevel, path: string, key: string): DocumentId {
  const parts: string[] = [levelLetters[level], repoKey(repo)]
  if (level !== 'repo') parts.push(pathKey(path))
  if (key !== '') parts.push(key)
  return asDocumentId(parts.join('.'))
}

export type DocumentAddress = { level: SearchLevel; repo_key: string; path_key: string; key: string }

/** The parts of a document id; undefined when the text is not a document id. */
export function readDocumentId(id: string): DocumentAddress | undefined {
  const found = /^([sfmrd])\.([\w-]{8})(?:\.([\w-]{8}))?(?:\.([\w-]{8}))?$/.exec(id)
  if (!found) return undefined
  const level = (Object.keys(levelLetters) as SearchLevel[]).find((name) => levelLetters[name] === found[1])
  if (!level) return undefined
  return { level, repo_key: found[2] ?? '', path_key: found[3] ?? '', key: found[4] ?? '' }
}

/** `src/auth.py` + `Auth.login` → `sym:src.auth.Auth.login`. */
export function plainAnchor(path: string, qualifiedName: string): string {
  const module = modulePath(path)
  return `sym:${qualifiedName === '' ? module : `${module}.${qualifiedName}`}`
}

/** The repo-relative path without extension, dots for slashes. */
export function modulePath(path: string): string {
  const slash = path.lastIndexOf('/')
  const dot = path.lastIndexOf('.')
  return (dot > slash + 1 ? path.slice(0, dot) : path).replaceAll('/', '.')
}

/** In one call: an object for each hash takes twice as long, and there is a hash for each symbol. */
function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8)
}
