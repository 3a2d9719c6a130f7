/** Yields the texts of files that the index cannot answer for, one by one, so that not all are in memory at once. */
import type { RepoView } from '../freshness/scope.ts'
import { readFiles } from '../scan/read-files.ts'
import { textOf } from '../scan/text-matcher.ts'
import type { ScannedFile } from './files-of.ts'
import type { Ground } from './ground.ts'
import type { CurrentFile } from './reading.ts'

/** `unread`: number of files that could not be read, or not in time. */
export type LiveText = { state: 'read'; path: string; text: string } | { state: 'unread'; files: number }

export async function* liveTexts(
  repo: RepoView,
  files: readonly ScannedFile[],
  deadline_ms: number,
  { rooms }: Ground,
): AsyncGenerator<LiveText> {
  for await (const read of readFiles(repo.root, files, { deadline_ms, signal: rooms.signal })) {
    if (read.state === 'late') yield { state: 'unread', files: read.files }
    else if (read.state === 'unreadable') yield { state: 'unread', files: 1 }
    else yield { state: 'read', path: read.file.path, text: `${read.file.path}\n${textOf(read.bytes)}` }
  }
}

/** The text of each symbol or section of a file, with its ordinal. */
export function textsInside({ facts, file }: CurrentFile, level: 'symbol' | 'doc'): { ordinal: number; text: string }[] {
  const { symbols, sections } = facts.outline()
  if (level === 'symbol')
    return symbols.map(({ qualified_name, signature, doc }, ordinal) => ({
      ordinal,
      text: `${qualified_name}\n${signature}\n${doc}`,
    }))
  return sections.map((section, ordinal) => {
    const lines = file.lines.slice(section.start_line - 1, section.end_line)
    return { ordinal, text: `${section.header_path}\n${lines.join('\n')}` }
  })
}
