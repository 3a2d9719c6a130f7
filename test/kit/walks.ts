/**
 * Walks through the tools as an agent makes them: each call is made only from the answer before it. A walk gets the first
 * question and a way to call a tool, and returns what it found; it knows nothing about the repos.
 */
import type { ReadAnswer, ReadHit } from './read-answer.ts'

export type Call = (tool: string, args: Record<string, unknown>) => Promise<ReadAnswer>

/** Lines of a file at the end of a walk. */
export type ReadLines = { repo_id: string; path: string; start_line: number; code: string[] }

/** ask_codebase (repo) → search_code (module) → explore_structure (that folder) → get_file */
export async function walkTopDown(call: Call, query: string): Promise<ReadLines> {
  const answer = await call('ask_codebase', { query, level: 'repo' })
  const repo = must(answer.hits[0], 'a cited repo')
  const topic = must(/^Folders: ([\w-]+)\//m.exec(answer.prose)?.[1], 'a folder in the summary of the repo')
  const modules = await call('search_code', { query: topic, level: 'module', repo_filter: repo.repo_id })
  const folder = must(modules.hits[0], 'a folder')
  const path = await firstFileBelow(call, folder.repo_id, folder.path)
  const { code } = await call('get_file', { repo_id: folder.repo_id, file_path: path })
  return { repo_id: folder.repo_id, path, start_line: 1, code }
}

/** The listing of a folder, or of the first folder in it that has files. */
async function firstFileBelow(call: Call, repo_id: string, folder: string): Promise<string> {
  const { files, folders } = await call('explore_structure', { repo_id, path: folder })
  return files[0] ?? firstFileBelow(call, repo_id, must(folders[0], `a file or folder in ${folder}`))
}

export type Used = ReadLines & { symbol: string; uses: ReadHit[]; beside: string[] }

/** search_code (symbol) → get_file (its lines) → where_used → explore_structure (the folder of a use, by the short name of its repo) */
export async function walkBottomUp(call: Call, query: string): Promise<Used> {
  const hit = must((await call('search_code', { query, level: 'symbol' })).hits[0], 'a symbol')
  const { repo_id, path, start_line = 0, end_line } = hit
  const symbol = must(hit.symbol, 'an anchor')
  const { code } = await call('get_file', { repo_id, file_path: path, start_line, end_line })
  const uses = (await call('where_used', { symbol, repo: repo_id })).hits
  const use = must(uses[0], 'a use')
  const listed = await call('explore_structure', { repo_id: shortName(use.repo_id), path: folderOf(use.path) })
  return { repo_id, path, start_line, code, symbol, uses, beside: listed.files }
}

/** list_repos → explore_structure ("") → explore_structure (folder, with summary) → search_code (file, by the short name of the repo) */
export async function walkStructure(call: Call): Promise<{ repos: string[]; file: string; found: ReadHit[] }> {
  const { repos } = await call('list_repos', {})
  const repo_id = must(repos[0], 'a repo')
  const top = await call('explore_structure', { repo_id, path: '' })
  let folder = must(top.folders[0], 'a folder')
  let inside = await call('explore_structure', { repo_id, path: folder, include_summaries: true })
  while (inside.files.length === 0) {
    folder = must(inside.folders[0], `a file or folder in ${folder}`)
    inside = await call('explore_structure', { repo_id, path: folder, include_summaries: true })
  }
  must(/^\s*Folder \S+\/: \d+ files?/m.exec(inside.prose)?.[0], 'what is in the folder')
  const file = must(inside.files[0], 'a file')
  const name = must(/([\w-]+)\.\w+$/.exec(file)?.[1], 'a name')
  const { hits } = await call('search_code', { query: name, level: 'file', repo_filter: shortName(repo_id) })
  return { repos, file, found: hits }
}

/** From a symbol up to its repo by parent ids, and down again by the children that are listed, to the same symbol. */
export async function walkUpAndDown(call: Call, query: string): Promise<{ up: string[]; down: string[] }> {
  const hit = must((await call('search_code', { query, level: 'symbol' })).hits[0], 'a symbol')
  const up = [must(hit.document_id, 'an id')]
  for (let parent = hit.parent_id; parent !== undefined; ) {
    up.push(parent)
    parent = (await call('get_document', { document_id: parent })).hits[0]?.parent_id
  }
  const wanted = new Set(up)
  const down = [must(up.at(-1), 'a repo')]
  while (down.length < up.length) {
    const children = await childrenOf(call, must(down.at(-1), 'an id'))
    down.push(
      must(
        children.find((child) => wanted.has(child)),
        `a child of ${down.at(-1)} on the way`,
      ),
    )
  }
  return { up, down }
}

async function childrenOf(call: Call, document_id: string): Promise<string[]> {
  const children: string[] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page: ReadAnswer = await call('get_document', { document_id, ...(cursor === null ? {} : { cursor }) })
    children.push(...page.children)
    cursor = page.cursor
  }
  return children
}

const shortName = (repo_id: string): string => repo_id.slice(repo_id.lastIndexOf('/') + 1)
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

function must<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The answer does not name ${what}.`)
  return value
}
