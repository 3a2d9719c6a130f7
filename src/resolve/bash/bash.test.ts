/** Bash, rule by rule, on repos of a few lines. */
import { expect, it } from 'vitest'
import { linked } from '../../../test/kit/linked-name.ts'

it('[RE72] a script knows what it sources, and what that sources', async () => {
  const files = {
    'bin/run.sh': 'source "$(dirname "$0")/../lib/log.sh"\nmain() { log::info x; say-it; }\nmain\n',
    'lib/log.sh': '. ./base.sh\nlog::info() { :; }\n',
    'lib/base.sh': 'say-it() { :; }\n',
    'other.sh': 'log::info x\n',
    'etc.sh': '. "$LIB_DIR/lib/log.sh"\nlog::info x\n',
  }
  expect(await linked(files, 'bin/run.sh', 'log::info')).toBe('lib/log.sh#log::info')
  expect(await linked(files, 'bin/run.sh', 'say-it')).toBe('lib/base.sh#say-it')
  expect(await linked(files, 'bin/run.sh', 'main')).toBe('bin/run.sh#main')
  expect(await linked(files, 'other.sh', 'log::info')).toBe('not-found')
  expect(await linked(files, 'etc.sh', 'log::info')).toBe('lib/log.sh#log::info')
})

it('[RE72] a function and a variable of one name are two things', async () => {
  const files = { 'a.sh': 'mode() { :; }\nmode=1\nmode "$mode"\n' }
  expect(await linked(files, 'a.sh', 'mode', 'calls')).toBe('a.sh#mode')
  expect(await linked(files, 'a.sh', 'mode', 'reads')).toBe('a.sh#mode (variable)')
  expect(await linked({ 'a.sh': 'mode() { :; }\necho "$mode"\n' }, 'a.sh', 'mode', 'reads')).toBe('not-found')
})

it('[RE72] a function defined in two branches is ambiguous; a path that fits two files is neither of them', async () => {
  const files = {
    'a.sh': 'if x; then f() { :; }; else f() { :; }; fi\nf\n',
    'b.sh': '. "$DIR/lib.sh"\ng\n',
    'x/lib.sh': 'g() { :; }\n',
    'y/lib.sh': 'g() { :; }\n',
  }
  expect(await linked(files, 'a.sh', 'f')).toBe('ambiguous')
  expect(await linked(files, 'b.sh', 'g')).toBe('not-found')
})

it('[RE72] what is sourced may be a file of no known language', async () => {
  const files = { 'a.sh': '. ./settings\ng\n', settings: 'G=1\n', 'b.sh': '. ./page.html\ng\n', 'page.html': '<p>g</p>\n' }
  expect(await linked(files, 'a.sh', 'g')).toBe('not-found')
  expect(await linked(files, 'b.sh', 'g')).toBe('not-found')
})
