import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { git, tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { hasTooManyRules, IgnoreRules } from './ignore-rules.ts'

const ignoring = (...lines: string[]): ((path: string) => boolean) => {
  const rules = new IgnoreRules()
  rules.add('', lines.join('\n'))
  return (path) => rules.isIgnored(path)
}

describe('ignore files', () => {
  it('[DI2] a pattern without a slash matches at any depth, one with a slash only from its folder', () => {
    const isIgnored = ignoring('*.log', 'temp', '/top', 'a/b', 'x/')
    expect(
      ['q.log', 'a/q.log', 'temp', 'a/temp/z', 'top', 'a/b', 'a/b/c', 'x/y', 'd/x/y'].filter((path) => !isIgnored(path)),
    ).toEqual([])
    expect(['q.logs', 'temporary', 'a/top', 'z/a/b', 'x', 'a/bc'].filter(isIgnored)).toEqual([])
  })
  it('[DI2] comments, escapes, spaces, line ends, braces and classes', () => {
    const isIgnored = ignoring(
      '# no',
      '\\#yes',
      '\\!bang',
      'trail   ',
      'kept\\ ',
      'crlf\r',
      '{a,b}.x',
      '[ab].y',
      '[!ab].z',
      '\uFEFF',
    )
    expect(['#yes', '!bang', 'trail', 'kept ', 'crlf', '{a,b}.x', 'a.y', 'c.z'].filter((path) => !isIgnored(path))).toEqual([])
    expect(['# no', 'no', 'a.x', 'c.y', 'a.z', 'kept'].filter(isIgnored)).toEqual([])
  })
  it('[DI2] the last matching rule decides, deeper files over higher ones, but not inside an ignored folder', () => {
    const rules = new IgnoreRules()
    rules.add('', '*.py\n!keep.py\nout/\n!out/keep.py')
    rules.add('src', '!*.py\nkeep.py')
    const ignored = ['a.py', 'keep.py', 'out/keep.py', 'src/a.py', 'src/keep.py'].filter((path) => rules.isIgnored(path))
    expect(ignored).toEqual(['a.py', 'out/keep.py', 'src/keep.py'])
  })
  it('[DI2] a hostile pattern takes no longer than a normal one', () => {
    const isIgnored = ignoring(`${'*a'.repeat(60)}b`, `${'**/'.repeat(40)}x/y`)
    const started = performance.now()
    for (let count = 0; count < 50; count++) expect(isIgnored(`${'d/'.repeat(40)}${'a'.repeat(200)}`)).toBe(false)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('[DI2] any set of rules matches what git matches', () => {
    const root = tempFolder()
    git(root, 'init', '-q')
    const names = ['a', 'b', 'ab', 'a.x', 'b.y', '.h']
    const paths = names.flatMap((one) => [
      `${one}f`,
      ...names.flatMap((two) => [`${one}/${two}f`, `${one}/${two}/c.x`, `${one}/${two}/d/a.x`]),
    ])
    writeFiles(root, Object.fromEntries(paths.map((path) => [path, ''])))
    const part = fc.constantFrom('a', 'b', 'ab', '*', '**', '?', 'a*', '*.x', '*f', 'af', '[ab]', '[!a]*', 'c.x', 'd', '.h', '.*')
    const line = fc
      .tuple(
        fc.constantFrom('', '', '!'),
        fc.constantFrom('', '', '/'),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '', '/'),
      )
      .map(([not, start, parts, end]) => `${not}${start}${parts.join('/')}${end}`)
    const lines = fc.array(line, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(lines, lines, (top, nested) => {
        writeFiles(root, { '.gitignore': top.join('\n'), 'a/.gitignore': nested.join('\n') })
        const said = git(root, 'ls-files', '-z', '--others', '--exclude-standard').split('\0')
        const rules = new IgnoreRules()
        rules.add('', top.join('\n'))
        if (!rules.isIgnored('a', 'folder')) rules.add('a', nested.join('\n'))
        expect(paths.filter((path) => !rules.isIgnored(path)).sort()).toEqual(paths.filter((path) => said.includes(path)).sort())
      }),
      { numRuns: 60, seed: 7 },
    )
  })
})

describe('hostile rules', () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `${'a'.repeat(200)}${at}.py`)
  const rule = (pattern: string, count: number): string => `${pattern}\n`.repeat(count)

  it('[DI3] of a file only the first 2,000 rules count', () => {
    expect(hasTooManyRules(rule('x', 2_001))).toBe(true)
    expect(hasTooManyRules(rule('#x', 5_000) + rule('x', 2_000))).toBe(false)
    const rules = new IgnoreRules()
    rules.add('', `${rule('x', 2_000)}y\n`)
    expect([rules.isIgnored('x'), rules.isIgnored('y')]).toEqual([true, false])
  })

  it('[DI3] comparing is counted: when it takes too much work, every other path counts as ignored', () => {
    const rules = new IgnoreRules()
    rules.add('', rule('*q*', 249_000))
    expect(rules.isIgnored('b.py')).toBe(false)
    const ignored = names.filter((name) => rules.isIgnored(name))
    expect(rules.isSpent).toBe(true)
    expect(ignored.length).toBeGreaterThan(0)
  })
})
