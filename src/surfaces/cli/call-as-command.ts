/** A call of a tool, as answers suggest it (`get_file acme/shop src/a.ts start_line=3`), as a command to type. */
const commandOf: Readonly<Record<string, string>> = {
  rag_search: 'search',
  search_code: 'search',
  where_used: 'where-used',
  lineage: 'lineage',
  definition: 'definition',
  explore_structure: 'explore',
  get_file: 'file',
  get_document: 'document',
  list_repos: 'repos',
}
/** Tools whose first word is the repo. */
const namesRepo: ReadonlySet<string> = new Set(['explore_structure', 'get_file'])

export function callAsCommand(call: string): string {
  const [tool = '', ...words] = call.split(' ')
  const command = commandOf[tool]
  if (command === undefined) return call
  const isOption = (word: string): boolean => /^[a-z_]+=\S+$/.test(word)
  const options = words.filter(isOption).map(optionOf)
  const plain = words.filter((word) => !isOption(word))
  const repo = namesRepo.has(tool) ? plain.shift() : undefined
  const parts = ['cairn', command, plain.length > 0 ? quoted(plain.join(' ')) : '', repo ? `-r ${quoted(repo)}` : '', ...options]
  return parts.filter((part) => part !== '').join(' ')
}

/** Tools named in a sentence, by the commands they are here. */
export const toolsAsCommands = (sentence: string): string =>
  sentence.replace(/\b[a-z]+_[a-z]+\b/g, (word) => (commandOf[word] ? `\`cairn ${commandOf[word]}\`` : word))

function optionOf(pair: string): string {
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at).replaceAll('_', '-'), pair.slice(at + 1)]
  return value === 'true' ? `--${name}` : `--${name} ${value}`
}

/** As a shell reads it back. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./~-]+$/.test(word) && !/^~/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
