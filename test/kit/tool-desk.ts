/** The tools of a real app in this process, asked from a real repo, with its own home. */
import path from 'node:path'
import { afterAll, vi } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { ReadScope } from '../../src/contract/read-scope.ts'
import { tempFolder } from './temp-repo.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into items of every shape
export type AnyResult = RagResult<any>
export type ToolDesk = {
  app: App
  ask(
    tool: string,
    args?: Record<string, unknown>,
    options?: { cwd?: string; signal?: AbortSignal; scope?: ReadScope },
  ): Promise<AnyResult>
  /** Every page of a question, as one list of items. */
  askAll(tool: string, args: Record<string, unknown>): Promise<unknown[]>
}

const open: App[] = []
afterAll(async () => {
  for (const app of open.splice(0)) await app.close()
  vi.unstubAllEnvs()
})

/** One home for the whole test file, so that several desks know each other's repos. */
export async function openDesk(root: string, surface: 'cli' | 'mcp' | 'library' = 'cli'): Promise<ToolDesk> {
  if (!process.env.CAIRN_HOME?.includes('cairn-desk')) vi.stubEnv('CAIRN_HOME', path.join(tempFolder('cairn-desk'), 'home'))
  const app = await createApp({ cwd: root, surface })
  open.push(app)
  const ask: ToolDesk['ask'] = (tool, args = {}, options = {}) => app.callTool(tool, args, options)
  return {
    app,
    ask,
    async askAll(tool, args) {
      const items: unknown[] = []
      for (let cursor: string | null = null; ; ) {
        const page = await ask(tool, cursor ? { ...args, cursor } : args)
        items.push(...page.items)
        cursor = page.next_cursor
        if (cursor === null) return items
      }
    },
  }
}
