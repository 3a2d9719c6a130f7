/** The official MCP inspector's command line, run against the real server. Skipped if it is not installed; CI installs it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { requireOrSkip } from '../requirements.ts'

const folder = process.env.CAIRN_TEST_INSPECTOR ?? ''
const inspected = requireOrSkip(
  'inspector',
  folder !== '' && existsSync(path.join(folder, 'package.json')),
  'CAIRN_TEST_INSPECTOR does not name the inspector package',
)
const main = path.resolve(import.meta.dirname, '../../dist/surfaces/cli/main.js')

function inspect(root: string, home: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> | string }
  const entry = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '')
  return spawnSync(
    process.execPath,
    [path.join(folder, entry), '--cli', process.execPath, main, 'mcp', ...args, '--format', 'json'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: home, CAIRN_HOME: path.join(home, 'cairn') },
    },
  )
}

describe('the MCP inspector', () => {
  inspected('[MC1] lists the tools and calls one', () => {
    const root = gitRepo({ 'a.py': 'def hello():\n    return 1\n', 'b.py': 'from a import hello\n\nhello()\n' })
    const home = tempFolder('home')
    const listed = inspect(root, home, '--method', 'tools/list')
    expect(listed.status, listed.stderr).toBe(0)
    expect(listed.stdout).toMatch(/"where_used"/)
    const called = inspect(root, home, '--method', 'tools/call', '--tool-name', 'where_used', '--tool-arg', 'symbol=hello')
    expect(called.status, called.stderr).toBe(0)
    expect(called.stdout).toMatch(/b\.py:3/)
    const refused = inspect(
      root,
      home,
      '--method',
      'tools/call',
      '--tool-name',
      'lineage',
      '--tool-arg',
      'symbol=hello',
      '--tool-arg',
      'direction=sideways',
    )
    expect(refused.stdout + refused.stderr).toMatch(/direction/)
    expect(refused.status).not.toBe(0)
  })
})
