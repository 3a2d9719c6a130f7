/** Promise DI19 of docs/spec/discover.md. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitRepo } from '../../test/kit/temp-repo.ts'
import { type FoundPaths, pathsNow } from './found-paths.ts'
import { shareInventories } from './shared-inventory.ts'

const names = (found: FoundPaths): string[] => pathsNow(found).map(({ path: file }) => file)

describe('inventories that questions share', () => {
  it('[DI19] questions asked while one inventory is taken share the next one, which sees what was written before they were asked', async () => {
    const root = gitRepo({ 'a.py': 'x = 1\n' })
    const take = shareInventories()
    const first = take(root, {})
    writeFileSync(path.join(root, 'b.py'), 'y = 1\n')
    const [second, third] = [take(root, {}), take(root, {})]
    expect(names(await first)).toContain('a.py')
    expect(await second).toBe(await third)
    expect(names(await second)).toEqual(['a.py', 'b.py'])
    writeFileSync(path.join(root, 'c.py'), 'z = 1\n')
    expect(names(await take(root, {}))).toEqual(['a.py', 'b.py', 'c.py'])
  })
  it('[DI19] a question that is given up does not end the work of the others', async () => {
    const root = gitRepo({ 'a.py': 'x = 1\n' })
    const take = shareInventories()
    const first = take(root, {})
    const stop = new AbortController()
    const given = take(root, { signal: stop.signal })
    const other = take(root, {})
    stop.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    expect(names(await other)).toEqual(['a.py'])
    await first
  })
})
