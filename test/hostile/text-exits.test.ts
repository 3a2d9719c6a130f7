/** Promise CL24: text leaves through a few files, each of which makes hidden characters visible. A new way out fails here. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = path.resolve(import.meta.dirname, '../../src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('fixtures'))
  .map((file) => ({ file: file.replaceAll(path.sep, '/'), text: withoutComments(readFileSync(path.join(src, file), 'utf8')) }))

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

const filesWith = (pattern: RegExp, under = ''): string[] =>
  sources.filter(({ file, text }) => file.startsWith(under) && pattern.test(text)).map(({ file }) => file)

describe('the ways out', () => {
  it('[CL27] only the program has the streams of the process, and they are guarded before anything is written', () => {
    expect(filesWith(/\bprocess\.std(?:out|err)\b|\bconsole\.\w+\(|\bwriteSync\(\s*[12]\b/)).toEqual([
      // Errors of the streams, and the last words of a process whose streams may be gone.
      'surfaces/cli/last-resort.ts',
      'surfaces/cli/program.ts',
      // The answer to a message that is too long to be read.
      'surfaces/mcp/serve-mcp.ts',
    ])
    const main = sources.find(({ file }) => file === 'surfaces/cli/program.ts')?.text ?? ''
    expect(main).not.toMatch(/std(?:out|err)\.write/)
    const cli = sources.find(({ file }) => file === 'surfaces/cli/run-cli.ts')?.text ?? ''
    expect(cli.match(/\boutside\b/g)).toHaveLength(2)
    expect(cli).toContain('const io = guardedIo(outside)')
  })
  it('[CL27] only the pager starts a program that writes to the terminal', () => {
    expect(filesWith(/'inherit'/)).toEqual(['surfaces/cli/pager.ts'])
    expect(filesWith(/showInPager/)).toEqual(['surfaces/cli/pager.ts', 'surfaces/cli/program.ts'])
  })
  it('[MC23] every text for an MCP client is made in one file', () => {
    expect(filesWith(/type: 'text'/, 'surfaces/')).toEqual(['surfaces/mcp/text-content.ts'])
    const bare = sources.filter(
      ({ file, text }) =>
        file.startsWith('surfaces/mcp/') && /new ProtocolError\([^)]*?(?<!visible\()`[^`)]*\$\{(?!visible|named)/.test(text),
    )
    expect(bare.map(({ file }) => file)).toEqual([])
  })
  it('[LL19] every text for a language model is made visible in one file', () => {
    expect(filesWith(/type: 'text'/, 'llm/')).toEqual(['llm/wire-prompt.ts'])
    expect(sources.find(({ file }) => file === 'llm/wire-prompt.ts')?.text).toContain('text: guarded(message.text)')
    expect(filesWith(/\bdoStream\(|\bdoGenerate\(/)).toEqual(
      filesWith(/wirePrompt\(\{|wirePrompt\(request/).filter((file) => file !== 'llm/wire-prompt.ts'),
    )
  })
  it('[RS22] JSON for the outside hides nothing', () => {
    // Of the settings, one value inside a line that is made visible as a whole; of the reference page, a default of ours.
    expect(filesWith(/JSON\.stringify/, 'surfaces/')).toEqual(
      ['surfaces/cli/upkeep-commands.ts', 'surfaces/rest/reference-page.ts'].sort(),
    )
    expect(filesWith(/\bc\.(?:json|text|html|body)\(/, 'surfaces/')).toEqual([
      'surfaces/rest/problem-response.ts',
      'surfaces/rest/rest-app.ts',
    ])
  })
  it('[EN20] calls and commands with a name in them are written by `call-words.ts`', () => {
    const tools = 'get_file|get_document|explore_structure|where_used|definition|lineage|search_code|rag_search|ask_codebase'
    // Ids of repos have only letters, digits and a few marks. The line of a definition in a cover begins with a word like a tool.
    const first = new RegExp(String.raw`\`(?:${tools}) \$\{(?!callWord\(|[\w.?[\]]*repo_id\})`)
    const second = /`(?:get_file|explore_structure) \$\{[^}]*\} \$\{(?!callWord\()/
    const other = ['envelope/render-text.ts', 'resolve/c/definitions.ts']
    expect([...filesWith(first), ...filesWith(second)].filter((file) => !other.includes(file))).toEqual([])
    expect(filesWith(/\\`cairn [a-z-]+ \$\{(?![^}]*shellWord)/).filter((file) => !file.startsWith('surfaces/cli/'))).toEqual([])
  })
})
