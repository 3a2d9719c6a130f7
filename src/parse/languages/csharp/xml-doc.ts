/** The XML of a doc comment as plain text: the summary first, then parameters, results and remarks. */

export function plainDoc(doc: string): string {
  if (!doc.includes('<')) return doc
  const parts: string[] = []
  const rest = doc.replace(
    /<(summary|remarks|value|returns|param|typeparam|exception|example)\b([^>]*?)(?:\/>|>([\s\S]*?)(?:<\/\1\s*>|$))/g,
    (_, tag: string, attributes: string, inner = '') => {
      const text = inlineText(inner)
      if (text !== '') parts.push(`${introductionOf(tag, attributes)}${text}`)
      return ' '
    },
  )
  const outside = inlineText(rest)
  return [outside, ...parts].filter((part) => part !== '').join('\n')
}

function introductionOf(tag: string, attributes: string): string {
  const [, name = ''] = /(?:name|cref)\s*=\s*["']([^"']*)["']/.exec(attributes) ?? []
  if (tag === 'returns') return 'Returns: '
  if (tag === 'exception') return `Throws ${lastName(name)}: `
  return tag === 'param' || tag === 'typeparam' ? `${name}: ` : ''
}

/** `<see cref="T:A.B"/>` → `A.B`, `<paramref name="x"/>` → `x`, `<c>x</c>` → `x`; of other tags the content stays. */
function inlineText(xml: string): string {
  return xml
    .replace(/<(?:see|seealso)\b[^>]*?\bhref\s*=\s*["']([^"']*)["'][^>]*?\/>/g, ' $1 ')
    .replace(/<(?:see|seealso)\b[^>]*?\b(?:cref|langword)\s*=\s*["']([^"']*)["'][^>]*?\/>/g, (_, name: string) => plainName(name))
    .replace(/<(?:paramref|typeparamref)\b[^>]*?\bname\s*=\s*["']([^"']*)["'][^>]*?\/>/g, '$1')
    .replace(/<\/?(?:para|br|item|list|code)\b[^>]*>/g, '\n')
    .replace(/<[/\w!?][^>]*>/g, '')
    .replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const plainName = (cref: string): string => cref.replace(/^[A-Z!]:/, '').replace(/\{([^}]*)\}/g, '<$1>')
const lastName = (cref: string): string => plainName(cref).replace(/^.*\.(?=\w+$)/, '')
