/** Recognises the kind of an item by its keys. Shortening and printing both use this function. */
import type {
  Answer,
  DefinitionItem,
  FileContent,
  NavigationItem,
  RepoInfo,
  SearchResult,
  StructureInfo,
} from '../contract/items.ts'

export type ShapedItem =
  | { shape: 'definition'; item: DefinitionItem }
  | { shape: 'navigation'; item: NavigationItem }
  | { shape: 'search'; item: SearchResult }
  | { shape: 'repo'; item: RepoInfo }
  | { shape: 'structure'; item: StructureInfo }
  | { shape: 'file'; item: FileContent }
  | { shape: 'answer'; item: Answer }
  | { shape: 'other'; item: unknown }

/** Items come from our own tools, so the keys that identify a kind are enough. */
export function shapeOf(item: unknown): ShapedItem {
  if (typeof item !== 'object' || item === null) return { shape: 'other', item }
  if ('doc_type' in item) return { shape: 'search', item: item as SearchResult }
  if ('snippet' in item && 'signature' in item) return { shape: 'definition', item: item as DefinitionItem }
  if ('snippet' in item) return { shape: 'navigation', item: item as NavigationItem }
  if ('doc_count' in item) return { shape: 'repo', item: item as RepoInfo }
  if ('directories' in item) return { shape: 'structure', item: item as StructureInfo }
  if ('citations' in item) return { shape: 'answer', item: item as Answer }
  if ('code' in item) return { shape: 'file', item: item as FileContent }
  return { shape: 'other', item }
}
