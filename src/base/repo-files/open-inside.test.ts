import { execFileSync, spawn } from 'node:child_process'
import { realpathSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, writeFiles } from '../../../test/kit/temp-repo.ts'
import { openInside } from './open-inside.ts'
import { readInsideSync, readTextInside } from './read-inside.ts'

/** The text; what was thrown; or undefined. */
async function read(root: string, file: string): Promise<string | undefined> {
  try {
    const handle = await openInside(root, file)
    const text = await handle?.readFile('utf8')
    await handle?.close()
    return text
  } catch (error) {
    return `error ${(error as NodeJS.ErrnoException).code}`
  }
}

describe('opening a file below a folder', () => {
  it('[TO36] opens plain files only, and nothing through a link', async () => {
    const outside = realpathSync(tempFolder())
    const root = path.join(outside, 'root')
    writeFiles(outside, { 'o.txt': 'outside', 'folder/b.txt': 'outside', 'root-beside/x': 'outside' })
    writeFiles(root, { 'a.txt': 'a', 'folder/b.txt': 'b', '..c': 'c' })
    const link = (target: string, name: string): void => symlinkSync(target, path.join(root, name))
    link('../o.txt', 'to-file')
    link('../folder', 'to-folder')
    link('a.txt', 'to-a')
    link('folder', 'to-inside')
    execFileSync('mkfifo', [path.join(root, 'pipe')])
    expect(await read(root, 'a.txt')).toBe('a')
    expect(await read(root, 'folder/b.txt')).toBe('b')
    expect(await read(root, './folder/../a.txt')).toBe('a')
    expect(await read(root, '..c')).toBe('c')
    for (const file of ['to-folder/b.txt', 'to-inside/b.txt', 'folder', 'pipe', '', '.', '..', '../o.txt', '../root-beside/x'])
      expect(await read(root, file), file).toBeUndefined()
    for (const file of ['to-file', 'to-a']) expect(await read(root, file), file).toBe('error ELOOP')
    expect(await read(root, 'no.txt')).toBe('error ENOENT')
  })

  it.runIf(process.platform === 'linux')(
    '[TO36] never reads outside while a folder is replaced by a link again and again',
    async () => {
      const outside = realpathSync(tempFolder())
      const root = path.join(outside, 'root')
      writeFiles(root, { 'folder/b.txt': 'inside' })
      writeFiles(outside, { 'folder/b.txt': 'outside' })
      const program = `const { renameSync, symlinkSync } = require('node:fs')
      process.chdir(${JSON.stringify(root)})
      symlinkSync('../folder', 'link')
      for (;;) {
        renameSync('folder', 'kept'); renameSync('link', 'folder')
        renameSync('folder', 'link'); renameSync('kept', 'folder')
      }`
      const swapper = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
      const seen = new Map<string, number>()
      const until = performance.now() + 30_000
      for (let round = 0; round < 4000 || (seen.size < 2 && performance.now() < until); round++) {
        const text = String(await read(root, 'folder/b.txt'))
        seen.set(text, (seen.get(text) ?? 0) + 1)
      }
      swapper.kill('SIGKILL')
      expect(seen.get('inside')).toBeGreaterThan(0)
      // Also missing, or refused as a link; but never the file outside.
      expect(seen.size).toBeGreaterThan(1)
      expect([...seen.keys()]).not.toContain('outside')
    },
  )

  it('[BA2] the rules of the caller are asked about the file that was opened; both forms read the same', async () => {
    const root = realpathSync(tempFolder())
    writeFiles(root, { 'folder/b.txt': 'b', 'SRC/x.txt': 'x', '.hidden/y.txt': 'y' })
    symlinkSync('SRC', path.join(root, 'src'))
    execFileSync('mkfifo', [path.join(root, 'pipe')])
    const asked: string[] = []
    const may = (relative: string): boolean => asked.push(relative) > 0 && !relative.startsWith('.hidden/')
    for (const [file, expected] of [
      ['folder/b.txt', 'b'],
      ['./folder/../folder/b.txt', 'b'],
      ['.hidden/y.txt', undefined],
      // A link to a folder whose name differs in nothing but its case is a link all the same.
      ['src/x.txt', undefined],
      ['pipe', undefined],
      ['../x', undefined],
      ['no', undefined],
      ['folder\0b', undefined],
    ] as const) {
      expect(await readTextInside(root, file, { may }), file).toBe(expected)
      const read = readInsideSync(root, file, { may, max_bytes: 100 })
      expect(read.state === 'read' ? read.bytes.toString() : undefined, file).toBe(expected)
    }
    expect(new Set(asked)).toEqual(new Set(['folder/b.txt', '.hidden/y.txt']))
    expect(readInsideSync(root, 'folder/b.txt', { max_bytes: 0 })).toEqual({ state: 'refused', reason: 'larger than 0 bytes' })
  })

  it('[TO36] a file that an editor replaces meanwhile is opened, in its old or its new version', async () => {
    const root = realpathSync(tempFolder())
    writeFiles(root, { 'a.txt': 'text' })
    const program = `const { renameSync, writeFileSync } = require('node:fs')
      process.chdir(${JSON.stringify(root)})
      for (;;) { writeFileSync('new.txt', 'text'); renameSync('new.txt', 'a.txt') }`
    const editor = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
    const seen = new Map<string, number>()
    for (let round = 0; round < 1000; round++) {
      const text = String(await read(root, 'a.txt'))
      seen.set(text, (seen.get(text) ?? 0) + 1)
    }
    editor.kill('SIGKILL')
    // Linux tells where a replaced file was. Elsewhere the file is opened again, and a file that changes all the time can escape that.
    const atLeast = process.platform === 'linux' ? 1000 : 500
    expect(seen.get('text') ?? 0, JSON.stringify([...seen])).toBeGreaterThanOrEqual(atLeast)
  })
})
