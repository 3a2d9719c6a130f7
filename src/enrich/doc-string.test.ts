import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutDocString } from './doc-string.ts'

/** What the texts of the shipped model were made with. It is not linear, so it is used here only, on short texts. */
const reference =
  /^((?:\s*@.*\n)*\s*(?:async\s+)?(?:def|class)\b[^\n]*(?:\n[^\n"']*)*?:\s*(?:#.*)?\n)\s*[rRuU]?("""|''')[\s\S]*?\2[ \t]*\n?/

const piece = fc.constantFrom(
  'def f(a):',
  'class A(B):',
  'async def g(',
  '    a: int,',
  '):',
  ") -> int:  # it's a note",
  '    # a comment',
  '    # a comment:',
  '    """Doc."""',
  "    r'''Doc",
  "    more'''  ",
  '    """',
  '    x = "y"',
  "    b='c'):",
  '    return 1',
  '@decorated',
  '@route("/a:b")',
  '',
  '   ',
  ':',
)

it('[EC14] a doc string is taken out as it was for the shipped model', () => {
  const start = fc.constantFrom('def f(a):', 'class A:', '@a\n\ndef f(a: "b",', 'async def f(  # note:', '')
  const code = fc.tuple(start, fc.array(piece, { maxLength: 8 })).map(([first, rest]) => [first, ...rest].join('\n'))
  fc.assert(
    fc.property(code, (text) => withoutDocString(text) === text.replace(reference, '$1')),
    { numRuns: 20_000 },
  )
  expect(withoutDocString('@a\ndef f(a,\n    b):\n    """Doc."""\n    return a')).toBe('@a\ndef f(a,\n    b):\n    return a')
})
