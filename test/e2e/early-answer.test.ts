/** A long-lived process makes its answer while git compares the files (FR21). */
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { SearchResult } from '../../src/contract/items.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

const { PATH, CAIRN_HOME } = process.env
afterEach(() => {
  process.env.PATH = PATH
  if (CAIRN_HOME === undefined) delete process.env.CAIRN_HOME
  else process.env.CAIRN_HOME = CAIRN_HOME
})

it('[FR21, FR2] an answer that was made before git reported a change is dropped', async () => {
  process.env.CAIRN_HOME = tempFolder('home')
  const root = gitRepo({ 'a.py': 'def alpha():\n    return 1\n' })
  const bin = tempFolder('bin')
  const script = path.join(bin, 'first.sh')
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  writeFiles(bin, { git: `#!/bin/sh\n. '${script}'\nexec '${git}' "$@"\n`, 'first.sh': '' })
  chmodSync(path.join(bin, 'git'), 0o755)
  process.env.PATH = `${bin}:${PATH}`
  const app = await createApp({ cwd: root, surface: 'mcp' })
  const ask = async () => {
    const answer = (await app.callTool('search_code', { query: 'alpha', level: 'symbol' })) as RagResult<SearchResult>
    return answer.items.map(({ snippet }) => snippet?.text)
  }
  try {
    await app.index([root])
    expect(await ask()).toEqual(['def alpha():\n    return 1'])
    // Git first waits until an answer from the index is long made, then finds an edit.
    writeFileSync(
      script,
      `case "$*" in *diff-files*) sleep 0.5; printf 'def alpha():\\n    return 22\\n' > '${root}/a.py';; esac\n`,
    )
    expect(await ask()).toEqual(['def alpha():\n    return 22'])
    expect(readFileSync(path.join(root, 'a.py'), 'utf8')).toContain('22')
  } finally {
    await app.close()
  }
})
