/** A text search for one name with its definitions first, page by page. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitRepo, writeFiles } from '../../test/kit/temp-repo.ts'
import { openDesk } from '../../test/kit/tool-desk.ts'
import type { NavigationItem } from '../contract/items.ts'

const files = {
  'a.py': 'from m import pay\n\npay(1)\n',
  'm.py': '# pay is below\n\n\ndef pay(x):\n    return x\n\n\npay(2)\n',
  'n.ts': 'export function pay(x: number) {\n  return x\n}\n\npay(3)\n',
  'notes.md': '# Notes\n\nCall pay.\n',
}
const at = (item: NavigationItem): string => `${item.file}:${item.line}`
const byPlace = ['a.py:1', 'a.py:3', 'm.py:1', 'm.py:4', 'm.py:8', 'n.ts:1', 'n.ts:5', 'notes.md:3']
const definitions = ['m.py:4', 'n.ts:1']
const first = [...definitions, ...byPlace.filter((place) => !definitions.includes(place))]

describe.each(['index', 'rebind', 'live'])('%s', (state) => {
  async function opened() {
    const root = gitRepo(state === 'rebind' ? { ...files, 'm.py': '' } : files)
    const desk = await openDesk(root, state === 'live' ? 'library' : 'cli')
    if (state !== 'live') await desk.app.index([root])
    if (state === 'rebind') writeFiles(root, files)
    const more = state === 'rebind' ? { stale_policy: 'rebind' } : {}
    const all = async (args: Record<string, unknown>) =>
      ((await desk.askAll('rag_search', { query: 'pay', ...more, ...args })) as NavigationItem[]).map(at)
    return { root, desk, more, all }
  }

  it('[TO33] definitions come first on request; pages of every size join without gap or repeat', async () => {
    const { all } = await opened()
    for (const limit of [1, 2, 3, 5, 50]) {
      expect(await all({ limit })).toEqual(byPlace)
      expect(await all({ limit, definitions_first: true })).toEqual(first)
    }
    expect(await all({ path: '*.ts', definitions_first: true })).toEqual(['n.ts:1', 'n.ts:5'])
    expect(await all({ language: 'python', definitions_first: true, limit: 2 })).toEqual(
      first.filter((place) => place.includes('.py')),
    )
    expect(await all({ query: 'pay(', definitions_first: true })).toEqual(['a.py:3', 'm.py:4', 'm.py:8', 'n.ts:1', 'n.ts:5'])
  })

  it('[TO33] if a definition is deleted between two pages, no other hit is lost', async () => {
    const { root, desk, more } = await opened()
    const args = { query: 'pay', limit: 1, definitions_first: true, ...more }
    const page = await desk.ask('rag_search', args)
    expect(page.items.map(at)).toEqual(['m.py:4'])
    rmSync(path.join(root, 'm.py'))
    const rest: string[] = []
    for (let cursor = page.next_cursor; cursor !== null; ) {
      const next = await desk.ask('rag_search', { ...args, cursor })
      rest.push(...next.items.map(at))
      cursor = next.next_cursor
    }
    expect(rest).toEqual(['n.ts:1', 'a.py:1', 'a.py:3', 'n.ts:5', 'notes.md:3'])
  })
})
