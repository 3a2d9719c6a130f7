/** A line of Markdown read without its markup: `[Setup](x.md) **now** {#setup}` → `Setup now`. */
import { flatText, headOf } from './heading.ts'

export function plainMarkdown(line: string): string {
  const text = headOf(line).replace(/[ \t]*\{[:#][^{}]*\}[ \t]*$|[ \t]*\{\/\*[^{}]*\*\/\}[ \t]*$/, '')
  const spoken = flatText(plainSpans(text, ''))
  // The title of a heading that is only a picture (a logo) is the picture's text.
  return spoken === '' ? flatText(plainSpans(text, '$1')) : spoken
}

/** Code spans keep every character inside them (`a_b*`, `List<T>`), so the text around them is cleaned piece by piece. */
function plainSpans(text: string, imageText: string): string {
  return text
    .split(/((?<!`)`+[^`]+`+)/)
    .map((piece, at) => (at % 2 === 1 ? piece.replaceAll('`', '').trim() : plainText(piece, imageText)))
    .join('')
}

function plainText(text: string, imageText: string): string {
  return text
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, imageText)
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/(?<![\w\]])\[([^[\]]{2,})\](?![[(:])/g, '$1')
    .replaceAll(/<((?:https?|mailto):[^<>]*)>/g, '$1')
    .replaceAll(/<img\b[^<>]*?\balt=["']([^"'<>]*)["'][^<>]*>/gi, imageText)
    .replaceAll(/<\/?[A-Za-z][^<>]*>/g, ' ')
    .replaceAll(/(?<!\\)\*+|~~/g, '')
    .replaceAll(/(?<![\p{L}\p{N}_\\])_+(?=\S)|(?<=[^\s_\\])_+(?![\p{L}\p{N}_])/gu, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
