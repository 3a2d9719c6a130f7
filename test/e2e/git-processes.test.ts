/** How many git processes a question starts (FR20). */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const { PATH, CAIRN_HOME } = process.env
afterEach(() => {
  process.env.PATH = PATH
  if (CAIRN_HOME === undefined) delete process.env.CAIRN_HOME
  else process.env.CAIRN_HOME = CAIRN_HOME
})

/** From now on each start of git is noted. Returns the commands since the last call. */
function noteGit(): () => string[] {
  const bin = tempFolder('bin')
  const log = path.join(bin, 'log')
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  writeFiles(bin, { git: `#!/bin/sh\necho "$*" >> '${log}'\nexec '${git}' "$@"\n` })
  chmodSync(path.join(bin, 'git'), 0o755)
  process.env.PATH = `${bin}:${PATH}`
  return () => {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []
    rmSync(log, { force: true })
    return lines.map((line) => / (diff-files|ls-files|rev-parse|symbolic-ref|status)\b/.exec(line)?.[1] ?? line).sort()
  }
}

it.each(['cli', 'mcp'] as const)('[FR20] a question about an unchanged repo starts two git processes (%s)', async (surface) => {
  process.env.CAIRN_HOME = tempFolder('home')
  const root = gitRepo({ 'a.py': 'def alpha():\n    return 1\n' })
  const started = noteGit()
  const app = await createApp({ cwd: root, surface })
  try {
    await app.index([root])
    started()
    const ask = (stale_policy: string) => app.callTool('search_code', { query: 'alpha', stale_policy })
    for (const policy of ['catch-up', 'rebind', 'catch-up']) {
      expect((await ask(policy)).meta.freshness_state).toBe('FRESH')
      expect(started()).toEqual(['diff-files', 'ls-files'])
    }
    await ask('strict')
    expect(started()).toEqual(['diff-files', 'ls-files', 'rev-parse', 'symbolic-ref'])
  } finally {
    await app.close()
  }
})
