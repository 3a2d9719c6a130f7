import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, writeFiles } from '../../test/kit/temp-repo.ts'
import { readWhole } from './read-whole.ts'

async function read(file: string): Promise<string> {
  const handle = await open(file)
  try {
    return String(await readWhole(handle, 0, 1_000_000))
  } finally {
    await handle.close()
  }
}

describe('a file that is written again and again while it is read', () => {
  it('[FR2] is returned as one of its versions, never as the beginning of one', async () => {
    const folder = tempFolder()
    const file = path.join(folder, 'a.txt')
    const versions = ['short\n', `${'long '.repeat(200)}end\n`]
    writeFiles(folder, { 'a.txt': versions[0]! })
    const program = `const { writeFileSync } = require('node:fs')
      const wait = new Int32Array(new SharedArrayBuffer(4))
      for (let at = 0; ; at++) {
        writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(versions)}[at % 2])
        if (at % 4 === 0) Atomics.wait(wait, 0, 0, 1)
      }`
    const writer = spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
    const seen = new Set<string>()
    const until = performance.now() + 30_000
    for (let round = 0; round < 5000 || (seen.size < 2 && performance.now() < until); round++) seen.add(await read(file))
    writer.kill('SIGKILL')
    expect(seen.size).toBeGreaterThan(1)
    // The file is empty between truncation and write.
    expect([...seen].filter((text) => text !== '' && !versions.includes(text))).toEqual([])
  })

  it('[FR2] is read to its end, whatever size was expected', async () => {
    const folder = tempFolder()
    writeFiles(folder, { 'a.txt': 'x'.repeat(100_000), 'b.txt': '' })
    expect((await read(path.join(folder, 'a.txt'))).length).toBe(100_000)
    expect(await read(path.join(folder, 'b.txt'))).toBe('')
  })
})
