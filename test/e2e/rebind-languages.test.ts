/** The gateway's promises about changed files, in every fully extracted language. Answers are compared with those before. */
import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { NavigationItem } from '../../src/contract/items.ts'
import * as library from '../../src/surfaces/library/index.ts'
import { type GatewayRow, gatewayRows } from '../kit/gateway-rows.ts'
import { locatorRows } from '../kit/locator-rows.ts'
import { gitRepo, tempFolder, writeFiles } from '../kit/temp-repo.ts'

type Answer = RagResult<NavigationItem>

let app: App | undefined
beforeEach(() => vi.stubEnv('CAIRN_HOME', path.join(tempFolder('home'), 'cairn')))
afterEach(async () => {
  await app?.close()
  vi.unstubAllEnvs()
})

async function indexed({ files, auth, desk }: GatewayRow, { without = '' } = {}) {
  const { [without]: _, ...all } = { ...files, [auth.path]: auth.text(), [desk.path]: desk.text }
  const root = gitRepo(all)
  const opened = await createApp({ cwd: root, surface: 'library' })
  app = opened
  await opened.index([])
  const ask = async (tool: string, args: Record<string, unknown>) => (await opened.callTool(tool, args)) as Answer
  return { root, ask }
}

const quoted = (item: NavigationItem): string => item.snippet.text.split('\n')[item.line - item.snippet.location.start_line] ?? ''
const said = ({ items }: Answer, by: Record<string, number> = {}): unknown[] =>
  items.map((item) => [item.file, item.line + (by[item.file] ?? 0), item.use, item.tier, item.enclosing, quoted(item)])
const definitionsOf = ({ items }: Answer, by: Record<string, number> = {}): unknown[] =>
  items.map((item) => [item.symbol, item.file, item.line + (by[item.file] ?? 0), quoted(item)])

it('has a row for every language that is parsed in full', () => {
  expect([...new Set(gatewayRows.map(({ language }) => language))].sort()).toEqual(
    [...new Set(locatorRows.map(({ language }) => language))].sort(),
  )
})

describe.each(gatewayRows.map((row) => [row.language, row] as const))('%s', (_, row) => {
  const { auth, desk, late } = row
  const symbol = `sym:${auth.anchor}`

  it('[FR2, FR10] ten new lines above: definition, uses and lineage have their new lines, under each policy', async () => {
    const { root, ask } = await indexed(row)
    const about = (stale_policy: string) =>
      Promise.all([
        ask('definition', { symbol, stale_policy }),
        ask('where_used', { symbol, stale_policy }),
        ask('lineage', { symbol, direction: 'upstream', stale_policy }),
      ])
    const [definition, used, lineage] = await about('rebind')
    expect(definition.items).toMatchObject([{ file: auth.path, symbol, binding: 'indexed' }])
    expect(used.items.filter(({ file, tier }) => file === desk.path && tier !== 'possible')).not.toEqual([])
    expect(lineage.items.map(({ file }) => file)).toContain(desk.path)
    writeFiles(root, { [auth.path]: '\n'.repeat(10) + auth.text(), [desk.path]: `\n\n${desk.text}` })
    const by = { [auth.path]: 10, [desk.path]: 2 }
    for (const policy of ['rebind', 'strict', 'catch-up']) {
      const [after, usedAfter, lineageAfter] = await about(policy)
      expect(definitionsOf(after), policy).toEqual(definitionsOf(definition, by))
      expect(said(usedAfter), policy).toEqual(said(used, by))
      expect(definitionsOf(lineageAfter), policy).toEqual(definitionsOf(lineage, by))
      expect(after.items[0]?.binding).toBe(policy === 'catch-up' ? 'indexed' : 'rebound')
    }
  })

  it('[FR5, FR10] new uses are live and possible, deleted ones are dropped, and a catch-up finds the same places', async () => {
    const { root, ask } = await indexed(row)
    const gone = desk.text.replace(/^.*\blogin\(.*\n/m, '')
    writeFiles(root, { [desk.path]: gone, [late.path]: late.text })
    const places = ({ items }: Answer): string[] => items.map(({ file, line }) => `${file}:${line}`)
    const rebound = await ask('where_used', { symbol, stale_policy: 'rebind' })
    const fresh = rebound.items.filter(({ file }) => file === late.path)
    expect(fresh.map(({ line }) => line)).toContain(late.line)
    for (const item of fresh) expect(item).toMatchObject({ tier: 'possible', binding: 'live' })
    const caughtUp = await ask('where_used', { symbol })
    expect(caughtUp.meta).toMatchObject({ status: 'OK', freshness_state: 'FRESH' })
    expect(places(rebound).sort()).toEqual(places(caughtUp).sort())
    expect(caughtUp.items.find(({ file, line }) => file === late.path && line === late.line)?.tier).not.toBe('possible')
  })

  it('[FR5] uses of a new file in unchanged files are found', async () => {
    const { root, ask } = await indexed(row, { without: auth.path })
    writeFiles(root, { [auth.path]: auth.text() })
    const places = ({ items }: Answer): string[] => items.map(({ file, line }) => `${file}:${line}`).sort()
    const rebound = await ask('where_used', { symbol, stale_policy: 'rebind' })
    expect(rebound.items.length).toBeGreaterThan(0)
    for (const item of rebound.items) expect(item.tier).toBe('possible')
    expect(places(rebound)).toEqual(places(await ask('where_used', { symbol })))
  })

  it('[FR10, LI6] a symbol that was renamed or moved with its file is found; a deleted one is not', async () => {
    const { root, ask } = await indexed(row)
    const line = (await ask('definition', { symbol })).items[0]?.line
    const find = () => ask('definition', { symbol, stale_policy: 'rebind' })
    writeFiles(root, { [auth.path]: auth.text('sign_in') })
    expect((await find()).items).toMatchObject([{ file: auth.path, line, binding: 'rebound' }])
    const used = await ask('where_used', { symbol, stale_policy: 'rebind' })
    expect(used.meta.message).toMatch(/is now sym:\S*sign_in/)
    expect(used.items.length).toBeGreaterThan(0)
    expect(used.items.filter(({ tier }) => tier !== 'possible')).toEqual([])
    expect(await library.findSymbol(root, symbol)).toMatchObject({ path: auth.path, start_line: line, how: 'renamed' })
    writeFiles(root, { [auth.path]: auth.text() })
    renameSync(path.join(root, auth.path), path.join(root, auth.moved))
    expect((await find()).items).toMatchObject([{ file: auth.moved, line, binding: 'rebound' }])
    expect(await library.findSymbol(root, symbol)).toMatchObject({ path: auth.moved, start_line: line, how: 'moved-file' })
    rmSync(path.join(root, auth.moved))
    const gone = await find()
    expect([gone.meta.error_code, gone.items]).toEqual([null, []])
  })
})
