/**
 * What the next call of a walk needs, read from an answer. There is one reader for text, as a model reads it over MCP, and one
 * for JSON, as a program reads it over REST. Neither knows anything about the repos.
 */

/** A place that an answer names: a search hit, a use, a citation. A folder has a path and no lines, a repo has neither. */
export type ReadHit = {
  repo_id: string
  path: string
  start_line?: number
  end_line?: number
  document_id?: string
  parent_id?: string
  /** Anchor. */
  symbol?: string
}

export type ReadAnswer = {
  /** The ids of the repos that are listed. */
  repos: string[]
  hits: ReadHit[]
  /** Folders of a listing; each ends in `/`. */
  folders: string[]
  /** Paths of a listing. */
  files: string[]
  /** Ids of the documents below a document. */
  children: string[]
  /** How to get the next page; null when there is none. */
  cursor: string | null
  /** The lines of a file, without numbers. */
  code: string[]
  /** The text of what was found, for words to search for. */
  prose: string
}

const id = '[\\w.-]+'
const patterns = {
  onlyRepo: /^[A-Z]+ · .* in (\S+)(?: · |$)/,
  cursor: /continue with cursor="([^"]+)"/,
  repo: /^(\S+) {2}(?:FRESH|STALE|UNKNOWN) {2}\S/gm,
  hit: new RegExp(
    `^\\d+\\. {2}(?:(\\S+) )?(\\S+?)(?::(\\d+)-(\\d+))? {2}.*\\n {3}id=(${id})(?: {2}symbol=(\\S+))?(?: {2}parent=(${id}))?`,
    'gm',
  ),
  use: /^(?:(\S+) )?(\S+):(\d+):\d+ {2}[a-z_]+ (?:proven|resolved|possible)\b/gm,
  citation: new RegExp(`^\\[\\d+\\] (\\S+) (\\S+):(\\d+)-(\\d+) {2}id=(${id})$`, 'gm'),
  folder: /^ {2}(\S+\/)$/gm,
  file: /^ {2}(\S+) {2}[\w+#-]+, \d+ lines?/gm,
  child: new RegExp(`^ {5}\\S.* id=(${id})$`, 'gm'),
  code: /^\S+ {2}\S+ {2}lines \d+-\d+ of \d+ {2}\S+\n([\s\S]*)/m,
}

export function readText(text: string): ReadAnswer {
  const only = patterns.onlyRepo.exec(text.split('\n', 1)[0] ?? '')?.[1] ?? ''
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map((found) => found[1] ?? '')
  const code = patterns.code.exec(text)?.[1]
  return {
    repos: all(patterns.repo),
    hits: [...textHits(text, only)],
    folders: all(patterns.folder),
    files: all(patterns.file),
    children: all(patterns.child),
    cursor: patterns.cursor.exec(text)?.[1] ?? null,
    code: code === undefined ? [] : code.split('\n').map((line) => line.replace(/^ +\d+\|/, '')),
    prose: withoutMarks(text),
  }
}

/** Text of a repo stands to the right of a bar, in the Markdown of an answer behind the mark of a quotation. */
const withoutMarks = (text: string): string => text.replaceAll(/^(?: *\||>) /gm, '')

function* textHits(text: string, only: string): Generator<ReadHit> {
  for (const [, repo_id, path, start, end, document_id, symbol, parent_id] of text.matchAll(patterns.hit)) {
    const isRepo = document_id?.startsWith('r.') === true
    yield {
      repo_id: (isRepo ? path : repo_id) ?? only,
      path: isRepo ? '' : (path ?? ''),
      ...lines(start, end),
      ...given({ document_id, symbol, parent_id }),
    }
  }
  for (const [, repo_id, path, line] of text.matchAll(patterns.use))
    yield { repo_id: repo_id ?? only, path: path ?? '', ...lines(line, line) }
  for (const [, repo_id, path, start, end, document_id] of text.matchAll(patterns.citation))
    yield { repo_id: repo_id ?? '', path: path ?? '', ...lines(start, end), ...given({ document_id }) }
}

const lines = (start: string | undefined, end: string | undefined): Pick<ReadHit, 'start_line' | 'end_line'> =>
  start === undefined ? {} : { start_line: Number(start), end_line: Number(end) }

function given<Key extends string>(values: Record<Key, string | undefined>): Partial<Record<Key, string>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Record<Key, string>>
}

// biome-ignore lint/suspicious/noExplicitAny: an envelope as a program receives it, of any tool
export function readJson(envelope: any): ReadAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const items: any[] = envelope.items
  const [first = {}] = items
  return {
    repos: items.filter((item) => 'doc_count' in item).map((item) => item.repo_id),
    hits: items
      .flatMap((item) => ('citations' in item ? item.citations : 'snippet' in item || 'doc_type' in item ? [item] : []))
      .map(jsonHit),
    folders: first.directories ?? [],
    files: (first.files ?? []).map((file: { path: string }) => file.path),
    children: (first.children ?? []).map((child: { document_id: string }) => child.document_id),
    cursor: envelope.next_cursor,
    code: 'code' in first ? first.code.split('\n') : [],
    prose: withoutMarks(items.map((item) => item.answer ?? item.content ?? item.summary ?? '').join('\n')),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an item of any tool
function jsonHit(item: any): ReadHit {
  const { repo_id, document_id, parent_id, symbol } = item
  const [start, end] = item.start_line === undefined ? [item.line, item.line] : [item.start_line, item.end_line]
  return {
    repo_id,
    path: item.path ?? item.file_path ?? item.file ?? '',
    ...(start === undefined ? {} : { start_line: start, end_line: end }),
    ...given({ document_id, parent_id, symbol }),
  }
}
