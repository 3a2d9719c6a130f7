/**
 * Turns the links and images of a model's Markdown into text. A client that loads an image, or previews a link, would send to its
 * host whatever the model wrote into the address; text of a repo could make it do so.
 */

/** Of one line of prose. Code spans stay as they are. */
export function plainLinks(line: string): string {
  return (
    line
      .replaceAll(aroundCode, (_, label: string, target: string) => linkText(label, target))
      .split(/(`+[^`]*`+)/)
      .map((part) => (part.startsWith('`') ? part : plainText(part)))
      .join('')
      // What is no link by the rules may be one for a lenient client.
      .replaceAll('](', '] (')
  )
}

// Lengths are bounded, because a long line would take quadratic time. What is longer is no link afterwards either (`](` above).
const link =
  /!?\[([^\]\n]{0,400})\]\(\s{0,9}<?([^()\s<>]{0,2000}(?:\([^()\s]{0,200}\)[^()\s<>]{0,200}){0,9})>?(?:\s{1,9}["'(][^\n]{0,400}?["')])?\s{0,9}\)/g
/** With a code span in its label. */
const aroundCode = /!?\[([^\]\n`]{0,400}`[^\]\n]{0,400})\]\(\s{0,9}<?([^()\s<>]{0,2000})>?(?:\s{1,9}"[^"\n]{0,400}")?\s{0,9}\)/g
/** `[1]: https://…`, and `[text][1]` that refers to it. */
const definition = /^\s{0,3}\[([^\]\n]+)\]:\s*<?(\S+?)>?(?:\s+["'(].*)?$/
const reference = /!\[([^\]\n]{0,400})\](?:\[[^\]\n]{0,400}\])?/g
const address = /<?\b((?:[a-z][a-z0-9+.-]{0,40}:\/\/|mailto:|data:|javascript:|www\.)[^\s<>`"')\]]+)>?/gi
/** A tag, or the beginning of one that ends on a later line. */
const tag = /<(?=[a-z!/?])/gi

function plainText(text: string): string {
  const [, name, target] = definition.exec(text) ?? []
  if (name !== undefined && target !== undefined) return `${name}: ${asCode(target)}`
  const links = text
    .replaceAll(link, (_, label: string, to: string) => linkText(label, to))
    .replaceAll(reference, (_, label: string) => label)
  const addresses = outsideCode(links, (part) => part.replaceAll(address, (_, url: string) => asCode(url)))
  return outsideCode(addresses, (part) => part.replaceAll(tag, '&lt;'))
}

const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : change(part)))
    .join('')

/** A link to lines of a file is a citation, which is checked like any other. */
function linkText(label: string, target: string): string {
  const bare = label.replaceAll('`', '').trim()
  if (isInRepo(target)) {
    const path = decoded(target).replace(/^(?:\.\/|\/)+/, '')
    if (/(?:#L|:)\d+/.test(path)) return path.startsWith(bare) || bare === '' ? asCode(path) : `${bare} (${asCode(path)})`
    return label
  }
  return bare === '' || bare === target ? asCode(target) : `${bare} (${asCode(target)})`
}

const isInRepo = (target: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:(?!\d)|\/\/|www\.|#|\?)/i.test(target) && target !== ''

function decoded(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

const asCode = (text: string): string => `\`${text.replaceAll('`', '')}\``
