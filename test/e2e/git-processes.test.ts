/** How many git processes a question starts (FR20). */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'

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
  const { app, started, ask } = await asked(surface)
  try {
    await app.index([])
    started()
    for (const policy of ['catch-up', 'rebind', 'catch-up']) {
      await ask(policy)
      expect(started().filter(isForQuestion)).toEqual(['diff-files', 'ls-files'])
    }
    await ask('strict')
    expect(started().filter(isForQuestion)).toEqual(['diff-files', 'ls-files', 'rev-parse'])
  } finally {
    await app.close()
  }
})

it.runIf(process.platform === 'linux')('[FR20] a server soon needs one, and finds a new file all the same', async () => {
  const { app, root, started, ask } = await asked('mcp')
  try {
    await app.index([])
    await until(async () => {
      started()
      await ask('catch-up')
      return started().join() === 'diff-files'
    })
    writeFiles(root, { 'src/b.py': 'def alpha():\n    return 2\n' })
    expect(JSON.stringify(await ask('catch-up'))).toContain('src/b.py')
    expect(started()).toContain('ls-files')
  } finally {
    await app.close()
  }
})

/** A server prepares its memory of untracked files after a question. */
const isForQuestion = (command: string): boolean => command !== 'status' && !command.includes(' config --list ')

async function asked(surface: 'cli' | 'mcp') {
  process.env.CAIRN_HOME = tempFolder('home')
  const root = gitRepo({ 'a.py': 'def alpha():\n    return 1\n' })
  const started = noteGit()
  const app = await createApp({ cwd: root, surface })
  const ask = async (stale_policy: string) => {
    const result = await app.callTool('search_code', { query: 'alpha', level: 'file', stale_policy })
    expect(result.meta.freshness_state).toBe('FRESH')
    return result
  }
  return { app, root, started, ask }
}
