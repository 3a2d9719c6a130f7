/** Promise EN15: sentences name actions in backticks, so that each surface can write them in its own way. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentToolLoaders } from '../src/agent/agent-tool-loaders.ts'
import { problems } from '../src/contract/problems.ts'
import { callVocabulary, commandVocabulary, inWordsOf } from '../src/contract/vocabulary.ts'
import { commands } from '../src/surfaces/cli/commands.ts'
import { toolLoaders } from '../src/tools/tool-loaders.ts'
import { literalsOf } from './kit/literals.ts'

const src = path.resolve(import.meta.dirname, '../src')
const toolNames = Object.keys({ ...toolLoaders, ...agentToolLoaders })
/** Names with an underscore are not ordinary words, so wherever they occur they are tools. */
const tools = toolNames.filter((name) => name.includes('_'))
const asTool = new RegExp(`\\b(?:${tools.join('|')})\\b`)
const asCommand = new RegExp(`\\bcairn (?:${commands.map(({ name }) => name).join('|')})\\b`)

/** Every sentence in the code, except the descriptions of tools: those name other tools, and only models read them. */
function sentencesOf(file: string): string[] {
  const literals = literalsOf(readFileSync(file, 'utf8'))
  let described = false
  return literals
    .filter(({ before }) => {
      described = /\bdescription:\s*$/.test(before) || (described && /^\s*\+\s*$/.test(before))
      return !described
    })
    .map(({ text }) => text)
    .filter((text) => text.includes(' '))
}

const withoutActions = (sentence: string): string => sentence.replace(/`[^`]*`/g, '')
/** A call that is suggested (`meta.next`) begins with its tool. */
const isCall = (sentence: string): boolean => new RegExp(`^(?:${toolNames.join('|')}) \\S`).test(sentence)

const rooms = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('fixtures'))
  // Surfaces use their own words, which vocabulary.ts contains.
  .filter((file) => !file.startsWith('surfaces') && !file.endsWith('vocabulary.ts'))

describe('words of the surface', () => {
  it('[EN15] in every room an action is in backticks', () => {
    const sentences = rooms.flatMap((file) => sentencesOf(path.join(src, file)).map((sentence) => ({ file, sentence })))
    expect(sentences.length).toBeGreaterThan(500)
    const bare = sentences
      .filter(({ sentence }) => !isCall(sentence))
      .filter(({ sentence }) => asTool.test(withoutActions(sentence)) || asCommand.test(withoutActions(sentence)))
    expect(bare.map(({ file, sentence }) => `${file}: ${sentence}`)).toEqual([])
  })

  it('[EN15] no sentence of any room names a tool in a terminal, or a command that is a tool over MCP', () => {
    const said = rooms.flatMap((file) => sentencesOf(path.join(src, file))).filter((sentence) => !isCall(sentence))
    const table = Object.values(problems).flatMap(({ say, fix }) => [say, fix])
    const isTool = /\bcairn (?:repos|explore|code|search|file|document|definition|where-used|lineage|ask)\b/
    for (const sentence of [...said, ...table]) {
      expect(inWordsOf(commandVocabulary(), sentence)).not.toMatch(asTool)
      expect(inWordsOf(callVocabulary(), sentence)).not.toMatch(isTool)
    }
  })
})
