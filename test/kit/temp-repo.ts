/** Real folders with real git, for tests. Everything is removed when the test file ends. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function tempFolder(name = 'cairn'): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  made.push(folder)
  return folder
}

export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
}

export function git(root: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    env: {
      PATH: process.env.PATH,
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@example.com',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@example.com',
    },
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

/** A git repo with these files committed. */
export function gitRepo(files: Readonly<Record<string, string | Uint8Array>>, name = 'repo'): string {
  const root = path.join(tempFolder(), name)
  mkdirSync(root)
  git(root, 'init', '-q', '-b', 'main')
  writeFiles(root, files)
  commitAll(root)
  return root
}

export function commitAll(root: string, message = 'change'): string {
  git(root, 'add', '-A')
  git(root, 'commit', '-q', '--allow-empty', '-m', message)
  return git(root, 'rev-parse', 'HEAD')
}
