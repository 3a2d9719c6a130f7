/** The settings block at the top of a Markdown file: `---` (YAML) or `+++` (TOML). Only its title and description are read. */
import { headOf } from './heading.ts'

/** `lines`: how many lines it has, 0 when there is none. */
export type FrontMatter = { lines: number; title: string; description: string }

const none: FrontMatter = { lines: 0, title: '', description: '' }

export function frontMatter(lines: readonly string[]): FrontMatter {
  const fence = headOf(lines[0] ?? '').trimEnd()
  if (fence !== '---' && fence !== '+++') return none
  const found: FrontMatter = { ...none }
  for (let at = 1; at < lines.length; at++) {
    const line = headOf(lines[at] ?? '').trimEnd()
    if (line === fence || (fence === '---' && line === '...')) return { ...found, lines: at + 1 }
    // A rule at the top of a page looks the same; settings never begin with an empty line.
    if (at === 1 && line === '') return none
    const entry = /^["']?(title|description)["']?[ \t]*[:=][ \t]*(\S.*)$/.exec(line)
    if (entry?.[1] === 'title') found.title ||= unquote(entry[2] ?? '')
    else if (entry) found.description ||= unquote(entry[2] ?? '')
  }
  return none
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value)
  if (quoted) return quoted[2] ?? ''
  return /^[[{|>]/.test(value) ? '' : value.replace(/(?<!\s)\s+#.*/s, '')
}
