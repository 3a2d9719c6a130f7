/**
 * `href="?a=1&b=2"`: to the grammar an `&` begins an entity that never ends. A text that begins with `<!--` is a comment to it,
 * as in scripts of old pages, and so is the rest of the line.
 */
export function mendMarkup(text: string): string {
  return text.replaceAll('<!--', '_!--').replaceAll(/(?<=[\w-]=)(?:"[^"\n]*"|'[^'\n]*')/g, (value) => value.replaceAll('&', '_'))
}
