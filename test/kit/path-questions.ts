/** Every question that takes a path, a place or a cursor, asked about one path. */
import { checkArguments } from '../../src/contract/check-arguments.ts'
import { documentId, symbolKey } from '../../src/contract/identity.ts'
import type { RepoId } from '../../src/contract/ids.ts'
import type { ArgumentSpecs } from '../../src/contract/tool.ts'
import { generationKey, makeCursor, questionKey } from '../../src/envelope/cursor.ts'
import { definition } from '../../src/tools/definition.ts'
import { lineage } from '../../src/tools/lineage.ts'
import { ragSearch } from '../../src/tools/rag-search.ts'
import { whereUsed } from '../../src/tools/where-used.ts'
import { MARKER } from './confined-world.ts'

export type Asked = { tool: string; args: Record<string, unknown> }

export function pathQuestions(file: string, repo: RepoId): Asked[] {
  const ask = (tool: string, args: Record<string, unknown>): Asked => ({ tool, args })
  return [
    ask('get_file', { file_path: file }),
    ask('explore_structure', { path: file, include_summaries: true }),
    ask('explore_structure', { path: 'src', pattern: `../${file}` }),
    ask('rag_search', { query: MARKER, path: [file] }),
    ask('rag_search', { query: 'zqx', regex: true, path: [`!${file}`] }),
    ask('search_code', { query: MARKER, level: 'file', path: [file] }),
    ask('search_code', { query: MARKER, level: 'symbol', path: [file, '**'] }),
    ask('definition', { symbol: `${file}:1` }),
    ask('definition', { symbol: `${file}:1:5` }),
    ask('definition', { symbol: file }),
    ask('definition', { symbol: MARKER, path: [file] }),
    ask('where_used', { symbol: `${file}:1` }),
    ask('lineage', { symbol: `${file}:5:1`, direction: 'both' }),
    ask('get_document', { document_id: documentId(repo, 'file', file, ''), include_source: true }),
    ask('get_document', { document_id: documentId(repo, 'symbol', file, symbolKey(MARKER, '')), include_source: true }),
    ...forgedCursors(file, repo),
  ]
}

/** A cursor contains a path and is not signed, so anyone can make one. */
export function forgedCursors(file: string, repo: RepoId): Asked[] {
  const questions: [Asked, unknown[]][] = [
    [{ tool: 'rag_search', args: { query: 'visible' } }, [repo, file, Number.MAX_SAFE_INTEGER, 0, 'mark', '']],
    [{ tool: 'where_used', args: { symbol: 'visible' } }, ['possible', 1, repo, file, Number.MAX_SAFE_INTEGER, 'mark']],
    [{ tool: 'definition', args: { symbol: 'visible' } }, [repo, file, 1, 'key']],
    [{ tool: 'lineage', args: { symbol: 'visible' } }, [1, 'upstream', repo, file, 1, 'key']],
  ]
  return questions.map(([{ tool, args }, after]) => ({
    tool,
    args: {
      ...args,
      cursor: makeCursor(JSON.stringify(after), {
        question: questionKey(tool, checkArguments(specs[tool] ?? {}, args)),
        generation: generationKey([]),
      }),
    },
  }))
}

const specs: Readonly<Record<string, ArgumentSpecs>> = Object.fromEntries(
  [ragSearch, whereUsed, definition, lineage].map((tool) => [tool.name, tool.arguments]),
)
