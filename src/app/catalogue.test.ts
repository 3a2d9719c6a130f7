import { describe, expect, it } from 'vitest'
import { defineTool } from '../tools/tool.ts'
import { toolLoaders } from '../tools/tool-loaders.ts'
import { createCatalogue } from './catalogue.ts'

const ping = defineTool({
  name: 'ping',
  title: 'Ping',
  description: 'Answers.',
  arguments: {},
  run: async () => ({ items: [], total: 0 }),
})

describe('the catalogue', () => {
  it('[TO20] joins the tools of several rooms, in their order, and loads only the requested ones', async () => {
    const loaded: string[] = []
    const room = (name: string) => ({
      [name]: async () => {
        loaded.push(name)
        return { ...ping, name }
      },
    })
    const catalogue = createCatalogue([toolLoaders, room('ask_codebase'), room('impact')])
    expect(catalogue.names.slice(-3)).toEqual(['lineage', 'ask_codebase', 'impact'])
    expect((await catalogue.load('impact'))?.name).toBe('impact')
    expect(await catalogue.load('toString')).toBeUndefined()
    expect((await catalogue.loadAll(['impact', 'nothing', 'lineage'])).map(({ name }) => name)).toEqual(['impact', 'lineage'])
    expect(loaded).not.toContain('ask_codebase')
  })

  it('[TO20] refuses two tools of one name', () => {
    expect(() => createCatalogue([toolLoaders, { lineage: async () => ping }])).toThrow('two tools are called lineage')
  })
})
