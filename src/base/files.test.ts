import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/kit/temp-repo.ts'
import { atomicWrite } from './atomic-write.ts'
import { mapBounded } from './bounded.ts'
import { statFiles } from './stat-files.ts'

describe('files and many of them', () => {
  it('a file is replaced as a whole, missing folders are created, and a failure leaves no temporary file', async () => {
    const root = tempFolder()
    const file = path.join(root, 'a/b/c.txt')
    await atomicWrite(file, 'one')
    await atomicWrite(file, Buffer.from('two'), { durable: true, mode: 0o600 })
    expect([readFileSync(file, 'utf8'), lstatSync(file).mode & 0o777]).toEqual(['two', 0o600])
    mkdirSync(path.join(root, 'a/b/folder'))
    await expect(atomicWrite(path.join(root, 'a/b/folder'), 'x')).rejects.toThrow()
    expect(readdirSync(path.join(root, 'a/b')).sort()).toEqual(['c.txt', 'folder'])
  })

  it('a link is replaced, not written through', async () => {
    const root = tempFolder()
    writeFileSync(path.join(root, 'target'), 'kept')
    symlinkSync('target', path.join(root, 'link'))
    await atomicWrite(path.join(root, 'link'), 'new')
    expect([readFileSync(path.join(root, 'target'), 'utf8'), readFileSync(path.join(root, 'link'), 'utf8')]).toEqual([
      'kept',
      'new',
    ])
  })

  it('mapBounded keeps the order of the results and the limit of running tasks', async () => {
    let running = 0
    let most = 0
    const doubled = await mapBounded([5, 1, 3, 2, 4], 2, async (delay) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, delay))
      running--
      return delay * 2
    })
    expect([doubled, most, await mapBounded([], 2, async () => 1)]).toEqual([[10, 2, 6, 4, 8], 2, []])
  })

  it('statFiles returns the kind of each path, and undefined for a missing one', async () => {
    const root = tempFolder()
    writeFileSync(path.join(root, 'file'), 'four')
    mkdirSync(path.join(root, 'folder'))
    symlinkSync('nowhere', path.join(root, 'link'))
    execFileSync('mkfifo', [path.join(root, 'pipe')])
    const seen = await statFiles(['file', 'folder', 'link', 'pipe', 'none', 'file/none'].map((name) => path.join(root, name)))
    expect(seen.map((each) => each?.kind)).toEqual(['file', 'folder', 'link', 'other', undefined, undefined])
    expect(seen[0]).toMatchObject({ size: 4, mtime_ms: lstatSync(path.join(root, 'file')).mtimeMs })
    expect(await statFiles([])).toEqual([])
    await expect(statFiles(['x'], { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})
