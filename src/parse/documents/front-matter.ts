/** The settings block at the top of a Markdown file: `---` (YAML) or `+++` (TOML). Only its title is text of the document. */
import { headOf } from './heading.ts'

/** `lines`: how many it takes up, 0 when there is none. */
export type FrontMatter = { lines: number; title: string }

const none: FrontMatter = { lines: 0, title: '' }

export function frontMatter(lines: readonly string[]): FrontMatter {
  const fence = headOf(lines[0] ?? '').trimEnd()
  if (fence !== '---' && fence !== '+++') return none
  let title = ''
  for (let at = 1; at < lines.length; at++) {
    const line = headOf(lines[at] ?? '').trimEnd()
    if (line === fence || (fence === '---' && line === '...')) return { lines: at + 1, title }
    // A rule at the top of a page looks the same; settings never begin with an empty line.
    if (at === 1 && line === '') return none
    if (title === '') title = unquote(/^["']?title["']?[ \t]*[:=][ \t]*(\S.*)$/.exec(line)?.[1] ?? '')
  }
  return none
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value)
  if (quoted) return quoted[2] ?? ''
  return /^[[{|>]/.test(value) ? '' : value.replace(/\s+#.*$/, '')
}
