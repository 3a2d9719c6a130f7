/** `cairn mcp` keeps the indexes of the registered repos up to date by itself, after its first question. Real processes. */
import { appendFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { callTool, connectStdio } from '../kit/mcp-client.ts'
import { runCairn } from '../kit/run-cairn.ts'
import { gitRepo } from '../kit/temp-repo.ts'
import { until } from '../kit/until.ts'
import { files, indexed, it, known, startWatch, watchedBy } from '../kit/watch-process.ts'

const lockOf = (home: string): string => path.join(home, 'cairn', 'locks', 'watch.lock')

describe.concurrent('cairn mcp', () => {
  it('[MC2, WA12] opens no store, takes no lock and watches nothing before the first question', async () => {
    const root = gitRepo(files)
    const home = path.dirname(root)
    const { client, pid } = await connectStdio({ cwd: root, home })
    await client.listTools()
    await client.listResources()
    await client.listPrompts()
    expect(watchedBy(pid)).toBe(0)
    expect(existsSync(path.join(home, 'cairn'))).toBe(false)
    await client.close()
  })

  it('[MC17, WA12] after the first question an edit is indexed without another, also in a repo registered later', async () => {
    const { root, home } = indexed()
    const { client, pid, stderr } = await connectStdio({ cwd: root, home })
    expect((await callTool(client, 'definition', { symbol: 'alpha' })).text).toContain('a.py:1')
    await until(() => watchedBy(pid) > 0)
    appendFileSync(path.join(root, 'a.py'), '\n\ndef gamma():\n    return 3\n')
    await until(() => known(root, home, 'gamma').includes('a.py:5'))
    const later = gitRepo({ 'z.py': 'def omega():\n    return 1\n' }, 'later')
    expect(runCairn(['index', later], { cwd: later, home }).status).toBe(0)
    appendFileSync(path.join(later, 'z.py'), '\n\ndef psi():\n    return 2\n')
    await until(() => known(later, home, 'psi').includes('z.py:5'))
    // It holds the lock of the home, and gives it back when its client closes stdin.
    const second = runCairn(['watch', '--json'], { cwd: root, home })
    expect(second.stdout).toContain('INDEX_LOCKED')
    await client.close()
    await (await startWatch({ cwd: root, home })).end()
    expect(stderr()).toBe('')
  })

  it('[MC17] leaves it to another process that already watches the home', async () => {
    const { root, home } = indexed()
    const watch = await startWatch({ cwd: root, home })
    const { client, pid, stderr } = await connectStdio({ cwd: root, home })
    for (let at = 0; at < 3; at++) expect((await callTool(client, 'definition', { symbol: 'beta' })).isError).toBe(false)
    expect(watchedBy(pid)).toBe(0)
    expect(stderr()).toBe('')
    await client.close()
    await watch.end()
  })

  it('[MC17] does nothing of the kind if the setting `watch` is off', async () => {
    const { root, home } = indexed()
    const { client, pid } = await connectStdio({ cwd: root, home, env: { CAIRN_WATCH: 'false' } })
    expect((await callTool(client, 'definition', { symbol: 'beta' })).isError).toBe(false)
    expect((await callTool(client, 'definition', { symbol: 'alpha' })).isError).toBe(false)
    expect(existsSync(lockOf(home))).toBe(false)
    expect(watchedBy(pid)).toBe(0)
    await client.close()
  })

  it('[MC16] with -r it answers about another repo, by its path or its name, wherever it was started', async () => {
    const { root, home } = indexed(files, 'shop')
    const elsewhere = gitRepo({ 'other.py': 'def other():\n    return 1\n' }, 'elsewhere')
    for (const repo of [root, 'shop']) {
      const { client } = await connectStdio({ cwd: elsewhere, home, args: ['-r', repo] })
      const { text } = await callTool(client, 'definition', { symbol: 'alpha' })
      expect(text).toMatch(/^OK · RAG_GRAPH · FRESH · 1 item in shop/)
      expect((await callTool(client, 'get_file', { file_path: 'b.py' })).text).toContain('from a import alpha')
      await client.close()
    }
    const unknown = runCairn(['mcp', '-r', 'none'], { cwd: elsewhere, home })
    expect(unknown.status).toBe(3)
    expect(unknown.stderr).toContain('REPO_UNKNOWN')
  })
})
