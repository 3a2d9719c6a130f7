import { describe, expect, it } from 'vitest'
import type { App } from '../../app/port.ts'
import { listResources } from './resources.ts'

const appWith = (count: number): App =>
  ({
    repos: async () => Array.from({ length: count }, (_, at) => ({ repo_id: `acme/r${at}`, root: `/src/r${at}` })),
  }) as unknown as App

describe('listResources', () => {
  it('[MC11] shows 100 repos a page; the pages join without gap or repeat', async () => {
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const page = await listResources(appWith(250), cursor, undefined)
      seen.push(...page.resources.map(({ name }) => name))
      sizes.push(page.resources.length)
      cursor = page.nextCursor
    } while (cursor)
    expect(sizes).toEqual([100, 100, 50])
    expect(seen).toEqual(Array.from({ length: 250 }, (_, at) => `acme/r${at}`))
    expect(await listResources(appWith(100), undefined, undefined)).not.toHaveProperty('nextCursor')
  })

  it('[MC11] refuses a cursor that is not of this list', async () => {
    await expect(listResources(appWith(3), 'nonsense', undefined)).rejects.toMatchObject({ code: -32602 })
  })
})
