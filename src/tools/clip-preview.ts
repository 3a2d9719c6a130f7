/** About 200 characters, cut at a space if one is near. */
const PREVIEW = 200

export function clipPreview(text: string): string {
  if (text.length <= PREVIEW) return text
  const cut = text.slice(0, PREVIEW - 1)
  const space = cut.search(/\s\S*$/)
  return `${(space > PREVIEW / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')).trimEnd()}…`
}
