// The text of a tool result: a string, or a list of content blocks.

export function textOf(content) {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content)
  return content.map((block) => (typeof block.text === 'string' ? block.text : JSON.stringify(block))).join('\n')
}
