/** Thousands of definitions and uses of one name in one changed file: matching them with the index ends soon. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { crowdedFiles } from '../kit/hostile/crowded.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

const SIZE = process.env.CAIRN_TEST_LONG ? 5_000 : 1_000
/** Ten times what it takes. It was minutes. */
const MOST_CPU_MS = 20_000

const crowded = crowdedFiles(SIZE)
const cpu = (): number => process.cpuUsage().user / 1000

it.each([
  ['a.py', crowded.python?.twins ?? ''],
  ['A.java', crowded.java?.twins ?? ''],
])('[LO11] %s', { timeout: 120_000 }, async (file, text) => {
  const root = gitRepo({ [file]: text })
  const app = await createApp({ cwd: root, surface: 'cli', flags: { home: tempFolder('home') } })
  try {
    await app.index([])
    writeFileSync(path.join(root, file), `\n${text.replaceAll('x)', 'y)').replace('f(', 'g(')}`)
    for (const tool of ['where_used', 'definition', 'lineage']) {
      const before = cpu()
      const { meta } = await app.callTool(tool, { symbol: 'f', stale_policy: 'rebind' })
      expect(meta.error_code).toBeNull()
      expect(cpu() - before).toBeLessThan(MOST_CPU_MS)
    }
  } finally {
    await app.close()
  }
})
