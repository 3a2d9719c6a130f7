/** Promise CL18 of docs/spec/cli.md, with real pagers. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../test/kit/temp-repo.ts'
import { pagerEnvironment } from '../../app/pager-environment.ts'
import { linesOnScreen, showInPager } from './pager.ts'
import { startedAs } from './started-as.ts'

describe('the pager', () => {
  it('[CL18] gets the whole text, with the same defaults for less as in git', async () => {
    const file = path.join(tempFolder(), 'shown')
    expect(await showInPager('one\ntwo\n', `{ cat; echo "$LESS"; } > ${file}`)).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nFRX\n')
  })
  it('[CL18] may be quit early, however much text remains', async () => {
    expect(await showInPager('x'.repeat(4_000_000), 'head -c 10 > /dev/null')).toBe(true)
    expect(await showInPager('x'.repeat(4_000_000), 'true')).toBe(true)
  })
  it('[CL18] that does not exist shows nothing, and returns false', async () => {
    expect(await showInPager('text', '/nowhere/pager 2> /dev/null')).toBe(false)
  })
  it('[WO20] is never a program of the current folder or of a package there, however PATH leads to it', async () => {
    const folder = tempFolder()
    const shown = path.join(folder, 'shown')
    const bins = [path.join(folder, 'bin'), path.join(folder, 'node_modules/.bin')]
    for (const bin of bins) {
      mkdirSync(bin, { recursive: true })
      writeFileSync(path.join(bin, 'cat'), `#!/bin/sh\ntouch ${folder}/run\n`, { mode: 0o755 })
    }
    const foreign = ['', '.', path.relative(process.cwd(), bins[0] as string), bins[1] as string, `${bins[1]}/`]
    for (const folders of [foreign, [...foreign, ...(process.env.PATH ?? '').split(path.delimiter)], []]) {
      const env = pagerEnvironment({ ...process.env, PATH: folders.join(path.delimiter) })
      expect(await showInPager('text', `cat > ${shown}`, env)).toBe(true)
      expect([readFileSync(shown, 'utf8'), existsSync(path.join(folder, 'run'))]).toEqual(['text', false])
    }
  })
  it('[CL18] a long line takes several rows; colours take none', () => {
    expect(linesOnScreen('a\nb\n', { columns: 80 })).toBe(2)
    expect(linesOnScreen(`${'x'.repeat(161)}\n\n`, { columns: 80 })).toBe(4)
    expect(linesOnScreen(`\u001b[1m${'x'.repeat(80)}\u001b[22m\n`, { columns: 80 })).toBe(1)
  })
})

it('[CL20] commands are named as the program was started', () => {
  expect(startedAs('/home/me/.npm/_npx/ab12/node_modules/.bin/cairn').program).toBe('npx codecairn')
  expect(startedAs('/src/shop/node_modules/.bin/cairn').program).toBe('npx cairn')
  for (const script of ['/usr/local/bin/cairn', '/src/cairn/dist/surfaces/cli/main.js', ''])
    expect(startedAs(script)).not.toHaveProperty('program')
})

it('[IN3] a client starts Cairn as it was started: from PATH, from a clone, else with npx', () => {
  const npx = ['npx', '-y', 'codecairn']
  expect(startedAs('/usr/local/bin/cairn').launch).toEqual(['cairn'])
  expect(startedAs('/src/cairn/dist/surfaces/cli/main.js').launch).toEqual(['node', '/src/cairn/dist/surfaces/cli/main.js'])
  expect(startedAs('/home/me/.npm/_npx/ab12/node_modules/.bin/cairn').launch).toEqual(npx)
  expect(startedAs('/src/shop/node_modules/.bin/cairn').launch).toEqual(npx)
  expect(startedAs('C:\\npm\\node_modules\\codecairn\\dist\\surfaces\\cli\\main.js').launch).toEqual(npx)
  expect(startedAs('').launch).toEqual(npx)
})
