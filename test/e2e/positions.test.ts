/** `definition path:line:column`, as in an editor: the name at that column, or an empty list that says what is there. */
import { beforeAll, describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../kit/temp-repo.ts'
import { type AnyResult, openDesk, type ToolDesk } from '../kit/tool-desk.ts'

type Row = {
  language: string
  path: string
  /** Line 1 defines `helper`; a function `outer` with the parameter `amount` calls it. */
  text: string
  /** Places without a symbol: the text to find, and a word of the reason. */
  nothing: readonly (readonly [what: string, find: string, reason: RegExp])[]
}

const rows: readonly Row[] = [
  {
    language: 'python',
    path: 'src/pay.py',
    text: 'def helper(x):\n    return x\n\n\ndef outer(amount):\n    print("some text")\n    return helper(amount)\n',
    nothing: [['builtin', 'print', /print/]],
  },
  {
    language: 'typescript',
    path: 'src/pay.ts',
    text: 'export function helper(x: number) {\n  return x\n}\n\nexport function outer(amount: number) {\n  parseInt("some text")\n  return helper(amount)\n}\n',
    nothing: [['builtin', 'parseInt', /parseInt/]],
  },
  {
    language: 'go',
    path: 'pay/pay.go',
    text: 'package pay\n\nfunc helper(x int) int {\n\treturn x\n}\n\nfunc outer(amount int) int {\n\tprintln("some text")\n\treturn helper(amount)\n}\n',
    nothing: [['builtin', 'println', /println/]],
  },
  {
    language: 'java',
    path: 'src/Pay.java',
    text: 'class Pay {\n  int helper(int x) {\n    return x;\n  }\n\n  int outer(int amount) {\n    String s = "some text";\n    return helper(amount);\n  }\n}\n',
    nothing: [['local', 's =', /"s"/]],
  },
  {
    language: 'c',
    path: 'src/pay.c',
    text: 'int helper(int x)\n{\n  return x;\n}\n\nint outer(int amount)\n{\n  const char *s = "some text";\n  return helper(amount);\n}\n',
    nothing: [['local', 's =', /"s"/]],
  },
  {
    language: 'ruby',
    path: 'lib/pay.rb',
    text: 'def helper(x)\n  x\nend\n\ndef outer(amount)\n  puts "some text"\n  return helper(amount)\nend\n',
    nothing: [['builtin', 'puts', /puts/]],
  },
  {
    language: 'php',
    path: 'src/pay.php',
    text: '<?php\n\nfunction helper($x)\n{\n    return $x;\n}\n\nfunction outer($amount)\n{\n    strlen("some text");\n    return helper($amount);\n}\n',
    nothing: [['builtin', 'strlen', /strlen/]],
  },
]

/** The last place of a text, as `path:line:column`. */
function placeOf({ path, text }: Row, find: string, by = 0): string {
  const before = text.slice(0, text.lastIndexOf(find))
  return `${path}:${before.split('\n').length}:${before.length - before.lastIndexOf('\n') + by}`
}

describe.each(rows.map((row) => [row.language, row] as const))('%s', (_, row) => {
  const states: Record<string, { desk: ToolDesk; policy: string; root: string }> = {}
  beforeAll(async () => {
    const root = gitRepo({ [row.path]: row.text })
    const desk = await openDesk(root)
    await desk.app.index([root])
    states.index = { desk, policy: 'catch-up', root }
    const old = gitRepo({ [row.path]: `${row.text}\n` })
    const changed = await openDesk(old)
    await changed.app.index([old])
    writeFiles(old, { [row.path]: row.text })
    states.changed = { desk: changed, policy: 'rebind', root: old }
    const bare = gitRepo({ [row.path]: row.text })
    states.live = { desk: await openDesk(bare, 'library'), policy: 'catch-up', root: bare }
  }, 60_000)
  const ask = (state: string, symbol: string): Promise<AnyResult> => {
    const { desk, policy, root } = states[state] as (typeof states)[string]
    return desk.ask('definition', { symbol, repo: root, stale_policy: policy })
  }

  it.each(['index', 'changed', 'live'])('[TO13] %s: the name at a column is found, also at its last letter', async (state) => {
    for (const by of [0, 'helper'.length - 1]) {
      const found = await ask(state, placeOf(row, 'helper(', by))
      expect(found.items.map((item) => item.symbol.replace(/~.*/, '').split('.').at(-1))).toEqual(['helper'])
      expect(found.items[0].source).toContain('helper(')
      expect(found.meta.freshness_state).toBe({ index: 'FRESH', changed: 'STALE', live: 'UNKNOWN' }[state])
    }
  })

  it.each(['index', 'changed', 'live'])(
    '[TO23] %s: at a position without a symbol the list is empty and the reason says what is there',
    async (state) => {
      const common = [
        ['parameter', 'amount', /amount/],
        ['bracket', '(', /character at .* is \(,/],
        ['keyword', 'return', /return/],
        ['white space', ' helper(', /white space/],
        ['string', 'text"', /text/],
      ] as const
      for (const [what, find, reason] of [...common, ...row.nothing]) {
        const symbol = placeOf(row, find)
        const found = await ask(state, symbol)
        expect([what, symbol, found.items.map((item) => item.symbol)]).toEqual([what, symbol, []])
        expect(found.meta.message, what).toMatch(reason)
        expect(found.meta.status).not.toBe('ERROR')
      }
      const beyond = await ask(state, `${row.path}:1:400`)
      expect([beyond.items, beyond.meta.message]).toEqual([[], expect.stringContaining('nothing is at column 400')])
    },
  )

  it.each(['index', 'changed', 'live'])('[TO24] %s: for a line alone the answer says which symbol was chosen', async (state) => {
    const lineOf = (find: string): string => placeOf(row, find).replace(/:\d+$/, '')
    const defined = await ask(state, lineOf('outer('))
    expect(defined.items.map((item) => item.line)).toEqual([Number(lineOf('outer(').split(':')[1])])
    expect(defined.meta.message).toContain('defines this')
    const used = await ask(state, lineOf('helper('))
    expect(used.items.map((item) => item.symbol.replace(/~.*/, '').split('.').at(-1))).toEqual(['helper'])
    expect(used.meta.message).toContain('uses this')
  })
})
