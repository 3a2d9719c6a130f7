/**
 * What a repo names need not be its own: links to ignored and secret files, links into nested repos, paths with `..` in git's index. No
 * answer of any tool quotes what they lead to.
 */
import { randomBytes } from 'node:crypto'
import { realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StalePolicy } from '../../src/contract/freshness.ts'
import { forgeIndex } from '../kit/forged-index.ts'
import { git, gitRepo, writeFiles } from '../kit/temp-repo.ts'
import { openDesk, type ToolDesk } from '../kit/tool-desk.ts'

const WORD = 'zqxhidden'
const canary = (): string => `K${randomBytes(9).toString('hex')}`
const code = (mark: string): string => `def ${WORD}(given="${mark}"):\n    """${mark}"""\n    return "${mark}"\n\n\n${WORD}()\n`

/** Every question that could quote the file, under these policies; the names of those whose answer has the canary. */
async function leaks(
  desk: ToolDesk,
  mark: string,
  files: readonly string[],
  policies: readonly StalePolicy[],
): Promise<string[]> {
  const asked = [
    { tool: 'rag_search', args: { query: WORD } },
    { tool: 'rag_search', args: { query: 'return "K', regex: false } },
    { tool: 'search_code', args: { query: WORD, level: 'symbol' } },
    { tool: 'search_code', args: { query: WORD, level: 'file' } },
    { tool: 'where_used', args: { symbol: WORD } },
    { tool: 'definition', args: { symbol: WORD } },
    { tool: 'lineage', args: { symbol: WORD } },
    { tool: 'explore_structure', args: { include_summaries: true } },
    ...files.map((file) => ({ tool: 'definition', args: { symbol: `${file}:1` } })),
    ...files.map((file_path) => ({ tool: 'get_file', args: { file_path } })),
  ]
  const found: string[] = []
  for (const policy of policies)
    for (const { tool, args } of asked) {
      const answer = await desk.ask(tool, tool === 'get_file' ? args : { ...args, stale_policy: policy })
      if (JSON.stringify(answer).includes(mark)) found.push(`${policy} ${tool} ${JSON.stringify(args)}`)
      expect(answer.meta.error_code, `${tool} ${answer.meta.message}`).not.toBe('INTERNAL')
    }
  return found
}

async function leaksBeforeAndAfterIndexing(root: string, mark: string, files: readonly string[]): Promise<string[]> {
  const live = await leaks(await openDesk(root, 'mcp'), mark, files, ['strict'])
  const desk = await openDesk(root, 'library')
  await desk.app.index([root])
  return [...live, ...(await leaks(desk, mark, files, ['rebind', 'catch-up']))]
}

describe('files that a repo names and that are not to be shown', () => {
  it('[BA3] a path with `..` in git’s index leads to nothing', { timeout: 120_000 }, async () => {
    const mark = canary()
    const root = realpathSync(gitRepo({ 'ab/secret.py': code(mark), 'main.py': 'print(1)\n' }, 'dots'))
    renameSync(path.join(root, 'ab/secret.py'), path.join(root, '../secret.py'))
    rmSync(path.join(root, 'ab'), { recursive: true })
    forgeIndex(root, 'ab/secret.py', '../secret.py')
    expect(await leaksBeforeAndAfterIndexing(root, mark, ['../secret.py', 'ab/secret.py'])).toEqual([])
    // An index with another oddity: git refuses it, and the paths are read from the index itself.
    forgeIndex(root, 'main.py', '.git/py')
    expect(await leaks(await openDesk(root, 'library'), mark, ['../secret.py'], ['strict'])).toEqual([])
  })

  it('[BA3] the same where git does not answer, and for paths into .git and with empty parts', { timeout: 120_000 }, async () => {
    const mark = canary()
    const names = ['aa/secret.py', 'ab/x/../s.py', 'ac/config.py']
    const root = realpathSync(
      gitRepo({ ...Object.fromEntries(names.map((name) => [name, code(mark)])), 'main.py': 'print(1)\n' }, 'odd'),
    )
    writeFiles(root, { '.git/config.py': code(mark), '../secret.py': code(mark) })
    git(root, 'rm', '-rq', '--cached', 'ab')
    for (const folder of ['aa', 'ab', 'ac']) rmSync(path.join(root, folder), { recursive: true, force: true })
    forgeIndex(root, 'aa/secret.py', '../secret.py')
    forgeIndex(root, 'ac/config.py', '.git/configpy'.slice(0, 12))
    // Git refuses a repo of an unknown format, so the files come from the folders and the index.
    git(root, 'config', 'core.repositoryFormatVersion', '99')
    expect(await leaksBeforeAndAfterIndexing(root, mark, ['../secret.py', '.git/config.py'])).toEqual([])
  })

  it('[BA3] a link to an ignored or secret file, and one into a nested repo, quote nothing', { timeout: 120_000 }, async () => {
    const mark = canary()
    const root = realpathSync(
      gitRepo({ '.gitignore': 'made/\n', 'main.py': 'print(1)\n', '.cairnignore': 'private/\n' }, 'links'),
    )
    writeFiles(root, {
      'made/x.py': code(mark),
      'private/x.py': code(mark),
      '.env': code(mark),
      'nested/x.py': code(mark),
      'nested/deep/x.py': code(mark),
    })
    git(path.join(root, 'nested'), 'init', '-q')
    const links = {
      'a.py': 'made/x.py',
      'b.py': 'private/x.py',
      'c.py': '.env',
      'd.py': 'nested/x.py',
      'e.py': 'd.py',
      sub: 'nested/deep',
      MADE: 'made',
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(root, name))
    git(root, 'add', ...Object.keys(links))
    git(root, 'commit', '-q', '-m', 'links')
    const files = [...Object.keys(links), 'sub/x.py', 'MADE/x.py']
    expect(await leaksBeforeAndAfterIndexing(root, mark, files)).toEqual([])
  })
})
