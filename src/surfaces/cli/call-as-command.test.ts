/** What an answer suggests, typed at a shell. */
import { describe, expect, it } from 'vitest'
import { callAsCommand, toolsAsCommands } from './call-as-command.ts'

describe('suggested calls on the command line', () => {
  it.each([
    ['where_used sym:src.pay.refund', 'cairn where-used sym:src.pay.refund'],
    ['get_file acme/shop src/a.ts start_line=3 end_line=9', 'cairn file src/a.ts -r acme/shop --start-line 3 --end-line 9'],
    ['explore_structure acme/shop', 'cairn explore -r acme/shop'],
    ['rag_search plain_thing word=true', 'cairn search plain_thing --word'],
    ["get_file acme/shop it's $a.ts", "cairn file 'it'\\''s $a.ts' -r acme/shop"],
    ['cairn search --level file "x y"', 'cairn search --level file "x y"'],
  ])('[CL1] %s', (call, command) => {
    expect(callAsCommand(call)).toBe(command)
  })

  it('[CL1] a problem names commands, not tools', () => {
    expect(toolsAsCommands('Look at the folder with explore_structure; max_chars stays.')).toBe(
      'Look at the folder with `cairn explore`; max_chars stays.',
    )
  })
})
