/** Every example runs and checks its own result. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const home = mkdtempSync(path.join(tmpdir(), 'cairn-examples-'))
beforeAll(() => {
  vi.stubEnv('CAIRN_HOME', home)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

const examples = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

describe('examples', () => {
  it.each(examples)('%s runs to its end', async (file) => {
    const said: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((...words) => void said.push(words.join(' ')))
    try {
      await import(path.join(import.meta.dirname, file))
    } finally {
      log.mockRestore()
    }
    expect(said.at(-1)).toBe('ok')
  })
})
