/** The rows that an index run would record for a repo, made without an index. A change set compares with them. */
import type { RecordedFile } from '../../src/contract/freshness.ts'
import { listFiles } from '../../src/discover/list-files.ts'
import type { ListOptions } from '../../src/discover/port.ts'
import { readBytes } from '../../src/discover/read-source.ts'
import { recordFile } from '../../src/discover/record-file.ts'

/** Long enough after the files were written for their times to be reliable. */
export const later: { now: () => number } = { now: () => Date.now() + 60_000 }

export async function indexed(root: string, options: ListOptions = later): Promise<RecordedFile[]> {
  const { files } = await listFiles(root, options)
  return Promise.all(
    files.map(async (entry) => {
      const source = await readBytes(root, entry.path, options.now ? { now: options.now } : {})
      if (source.state !== 'read') throw new Error(`${entry.path}: ${source.state}`)
      return recordFile(entry, source)
    }),
  )
}
