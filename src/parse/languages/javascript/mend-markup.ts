/** `href="?a=1&b=2"`: to the grammar an `&` begins an entity that never ends. */
export function mendMarkup(text: string): string {
  return text.replaceAll(/(?<=[\w-]=)(?:"[^"\n]*"|'[^'\n]*')/g, (value) => value.replaceAll('&', '_'))
}
