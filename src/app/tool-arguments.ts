/** The types of the tools' arguments, for surfaces that call tools from TypeScript. */

export type { AskCodebaseArguments } from '../agent/ask-codebase.ts'
export type { DefinitionArguments } from '../tools/definition.ts'
export type { ExploreStructureArguments } from '../tools/explore-structure.ts'
export type { GetDocumentArguments } from '../tools/get-document.ts'
export type { GetFileArguments } from '../tools/get-file.ts'
export type { LineageArguments } from '../tools/lineage.ts'
export type { ListReposArguments } from '../tools/list-repos.ts'
export type { RagSearchArguments } from '../tools/rag-search.ts'
export type { SearchCodeArguments } from '../tools/search-code.ts'
export type { WhereUsedArguments } from '../tools/where-used.ts'
