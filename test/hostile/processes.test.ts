/** Which files of the sources start processes, and why. A new one must not go around `git-process.ts`. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const src = path.resolve(import.meta.dirname, '../../src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('fixtures'))
  .map((file) => file.split(path.sep).join('/'))
const containing = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(path.join(src, file), 'utf8'))).sort()

/** What each one starts. None starts a file of a repo, or passes text of a repo to a shell. */
const starters = {
  'parse/parse-pool.ts': 'a file of Cairn that parses',
  'parse/parser-apart.ts': 'a file of Cairn that parses',
  'surfaces/cli/pager.ts': 'the pager that the user chose',
  'workspace/git-apart.ts': 'a file of Cairn that starts git',
  'workspace/git-process.ts': 'git',
}

it('[WO20] only these files start processes', () => {
  expect(containing(/child_process|\bprocess\.binding\b|\bexecve\b/)).toEqual(
    [...Object.keys(starters), 'base/own-children.ts', 'resolve/javascript/builtins.ts'].sort(),
  )
})

it('[WO20] git is started only in a folder of our own', () => {
  expect(containing(/\bstartGit\b/)).toEqual([
    'workspace/git-apart-child.ts',
    'workspace/git-apart.ts',
    'workspace/git-environment.ts',
    'workspace/git-process.ts',
  ])
  expect(containing(/\bspawn\(|\bexecFile|\bexecSync|\bfork\(/)).toEqual(Object.keys(starters))
  expect(readFileSync(path.join(src, 'workspace/git-environment.ts'), 'utf8')).toContain('GIT_DIR: folder')
})

it("[WO20] no file reads git's settings but git", () => {
  expect(containing(/['"`/]config\.worktree['"`]/)).toEqual([])
  expect(containing(/read(?:GitText|GitFile|SettledText)\([^)]*'config'/)).toEqual(['workspace/clone-settings.ts'])
})
