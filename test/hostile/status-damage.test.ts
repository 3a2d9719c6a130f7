/** A status file that is damaged and still reads like one: indexing writes it anew, also when there is nothing to index (ST43). */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { gitRepo, tempFolder } from '../kit/temp-repo.ts'

it('[ST43] each of its values', async () => {
  const root = gitRepo({ 'a.py': 'def refund():\n    return 1\n' }, 'shop')
  const app = await createApp({ cwd: root, surface: 'cli', flags: { home: tempFolder('home'), watch: 'false' } })
  const file = path.join(root, '.llmc/rag/index_status.json')
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  try {
    await app.index([root])
    const clean = read()
    for (const key of Object.keys(clean)) {
      // Later than any time, and another word.
      writeFileSync(file, JSON.stringify({ ...clean, [key]: `z${clean[key]}` }))
      await app.index([root])
      const { items } = await app.callTool('list_repos', {})
      expect({ key, state: (items as { freshness_state: string }[])[0]?.freshness_state }).toEqual({ key, state: 'FRESH' })
      expect({ ...read(), last_indexed_at: '' }).toEqual({ ...clean, last_indexed_at: '' })
    }
  } finally {
    await app.close()
  }
})
