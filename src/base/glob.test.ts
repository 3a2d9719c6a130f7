import { describe, expect, it } from 'vitest'
import { globTest, pathFilter, pathFilters } from './glob.ts'

describe('globTest', () => {
  const cases: [glob: string, path: string, fits: boolean][] = [
    ['*.py', 'a.py', true],
    ['*.py', 'src/a.py', false],
    ['**/*.py', 'a.py', true],
    ['**/*.py', 'src/deep/a.py', true],
    ['src/**', 'src/a/b.ts', true],
    ['src/**/b.ts', 'src/b.ts', true],
    ['src/*/b.ts', 'src/b.ts', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['{a,b{c,d}}/*.ts', 'bd/x.ts', true],
    ['{a,b{c,d}}/*.ts', 'b/x.ts', false],
    ['?.ts', 'ab.ts', false],
    ['[a-c].ts', 'b.ts', true],
    ['[!a-c].ts', 'b.ts', false],
    ['[]a].ts', '].ts', true],
    ['[a.ts', '[a.ts', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['*', '.env', true],
    ['te*st*.ts', 'tempest-test.spec.ts', true],
    ['**/**/a.ts', 'a.ts', true],
    ['**/**/**', 'src/a.ts', true],
    ['src/**/**/*.ts', 'src/a.ts', true],
    ['a/b/c', 'a/b', false],
    ['**/a/**/a/**', 'a', false],
    ['{a}{b,c}', '{a}c', true],
    ['{a,b}{a,b}{a,b}', 'bab', true],
  ]
  it.each(cases)('%s on %s: %s', (glob, path, fits) => {
    expect(globTest(glob)(path)).toBe(fits)
  })
  it('takes many alternatives', () => {
    const many = Array.from({ length: 500 }, (_, at) => `n${at}`).join()
    expect(globTest(`src/{${many}}.ts`)('src/n499.ts')).toBe(true)
  })
  it('ends for very long patterns', () => {
    const paths = Array.from({ length: 1000 }, (_, at) => `src/part${at % 40}/deep/file${at}.ts`)
    const long = ['{a,b}'.repeat(3000), '**/a/'.repeat(3000), '**/'.repeat(5000), `{${','.repeat(16_000)}`, '*a'.repeat(8000)]
    for (const glob of long) expect(paths.filter(globTest(glob)), glob.slice(0, 10)).toEqual([])
  })
  it('stays fast on a pattern made to backtrack', () => {
    const started = performance.now()
    expect(globTest(`${'**/*a'.repeat(20)}b`)(`${'a/'.repeat(400)}${'a'.repeat(2000)}`)).toBe(false)
    expect(globTest('{a,b}'.repeat(30))('x')).toBe(false)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('several path filters', () => {
  it('[AR11] a path must match one filter, and none that begins with !', () => {
    const chosen = (...filters: string[]) => ['src/a.py', 'src/test/b.py', 'lib/c.py', 'c.go'].filter(pathFilters(filters))
    expect(chosen('src', 'lib')).toEqual(['src/a.py', 'src/test/b.py', 'lib/c.py'])
    expect(chosen('src', '!src/test')).toEqual(['src/a.py'])
    expect(chosen('!*.py')).toEqual(['c.go'])
    expect(chosen('**/*.py', '!src', '!lib/')).toEqual([])
    expect(chosen()).toHaveLength(4)
  })
})

describe('pathFilter', () => {
  const cases: [filter: string, path: string, fits: boolean][] = [
    ['src/auth', 'src/auth/login.py', true],
    ['src/auth/', 'src/auth/login.py', true],
    ['./src', 'src/a.py', true],
    ['src/auth', 'src/authors.py', false],
    ['*.py', 'src/deep/a.py', true],
    ['src/*', 'src/deep/a.py', true],
    ['src/*.py', 'src/deep/a.py', false],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['', 'anything', true],
  ]
  it.each(cases)('%s on %s: %s', (filter, path, fits) => {
    expect(pathFilter(filter)(path)).toBe(fits)
  })
})
