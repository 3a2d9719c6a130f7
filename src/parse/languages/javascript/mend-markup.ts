/**
 * `href="?a=1&b=2"`: to the grammar an `&` begins an entity that never ends. It reads `<!--` as a comment up to the end of the
 * line, as in scripts of old pages.
 */
export function mendMarkup(text: string): string {
  return text.replaceAll('<!--', '_!--').replaceAll(/(?<=[\w-]=)(?:"[^"\n]*"|'[^'\n]*')/g, (value) => value.replaceAll('&', '_'))
}
