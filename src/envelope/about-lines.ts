/** The first lines of a summary that say more than the place and the name of what they describe. */
import type { SearchResult } from '../contract/items.ts'

/** A list is put on one line after its title. The content of a section is its own text, so it has no such lines. */
export function aboutLines(
  { doc_type, content, file_path = '' }: Pick<SearchResult, 'doc_type' | 'content' | 'file_path'>,
  most: number,
): string[] {
  if (doc_type === 'document') return []
  const lines: string[] = []
  for (const line of content.split('\n')) {
    const entry = /^- (.*)/.exec(line)?.[1]
    if (entry !== undefined && lines.length > 0) lines.push(`${lines.pop()} ${entry},`)
    else if (line.trim() !== '' && !line.includes(file_path)) lines.push(line)
  }
  return lines.slice(0, most).map((line) => line.replace(/,$/, ''))
}
