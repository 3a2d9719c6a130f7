/** Promises EN15 and CL1: each surface names commands and arguments in its own way. */
import { describe, expect, it } from 'vitest'
import { callAsCommand, callVocabulary, commandVocabulary, inWordsOf } from './vocabulary.ts'

describe('suggested calls on the command line', () => {
  it.each([
    ['where_used sym:src.pay.refund', 'cairn where-used sym:src.pay.refund'],
    ['where_used sym:src.pay.refund repo=acme/shop', 'cairn where-used sym:src.pay.refund -r acme/shop'],
    ['get_file acme/shop src/a.ts start_line=3 end_line=9', 'cairn file src/a.ts -r acme/shop --start-line 3 --end-line 9'],
    ['explore_structure acme/shop', 'cairn explore -r acme/shop'],
    ['rag_search plain_thing word=true', 'cairn search plain_thing --word'],
    ['rag_search two words', "cairn search 'two words' --level text"],
    ['search_code refund level=symbol', 'cairn code refund --level symbol'],
    ["get_file acme/shop it's $a.ts", "cairn file 'it'\\''s $a.ts' -r acme/shop"],
    ['cairn search --level file "x y"', 'cairn search --level file "x y"'],
  ])('[CL1] %s', (call, command) => {
    expect(callAsCommand(call)).toBe(command)
  })
})

describe('one sentence, the words of each surface', () => {
  const sentence =
    'See `explore_structure`, `cairn repos` or `cairn index DIR`; go on with `start_line=31`; `path=` and `name` too.'
  it('[EN15] in a terminal: commands and options, by the name the program was started with', () => {
    expect(inWordsOf(commandVocabulary(), sentence)).toBe(
      'See `cairn explore`, `cairn repos` or `cairn index DIR`; go on with --start-line 31; --path and `name` too.',
    )
    expect(inWordsOf(commandVocabulary('npx codecairn'), 'Run `cairn index`.')).toBe('Run `npx codecairn index`.')
  })
  it('[EN15] for a tool: calls and arguments; a command that is not a tool is for a terminal', () => {
    expect(inWordsOf(callVocabulary(), sentence)).toBe(
      'See explore_structure, list_repos or `cairn index DIR` in a terminal; go on with start_line=31; "path" and `name` too.',
    )
  })
  it('[EN15] what the user typed is never translated', () => {
    for (const typed of ['"search_code"', '"`cairn repos`"', '"a `get_file` b"', '"`limit=3`"'])
      for (const vocabulary of [commandVocabulary('npx codecairn'), callVocabulary()])
        expect(inWordsOf(vocabulary, `There is no command ${typed}.`)).toBe(`There is no command ${typed}.`)
    expect(inWordsOf(commandVocabulary(), 'There is no tool search_code here.')).toBe('There is no tool search_code here.')
  })
})
