import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtFile } from '../base/built-file.ts'
import { hashBytes } from '../base/hash.ts'
import { encodeFacts, viewFacts } from '../contract/facts-codec.ts'
import { createParser } from './create-parser.ts'
import { createParsePool } from './parse-pool.ts'
import type { JobAnswer } from './pool-messages.ts'
import type { ParseJob, ParsePool } from './port.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parse-pool-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string | Uint8Array, language = 'javascript'): ParseJob {
  writeFileSync(path.join(folder, name), text)
  return { root: folder, path: name, language, max_bytes: 1_000_000 }
}

async function runAll(
  pool: ParsePool,
  jobs: readonly ParseJob[],
  during?: (answered: number) => void,
): Promise<Map<string, JobAnswer>> {
  const found = new Map<string, JobAnswer>()
  const collected = (async () => {
    for await (const answer of pool.results()) {
      found.set(answer.path, answer)
      during?.(found.size)
    }
  })()
  for (const job of jobs) await pool.submit(job)
  pool.end()
  await collected
  return found
}

/** Ids of the child processes of this one that run the parse child. */
function parseChildren(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, , , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/\(.*\)/, 'x')
          .split(' ')
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parse-child')
      } catch {
        return false
      }
    })
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const until = async (holds: () => boolean): Promise<void> => {
  for (let waited = 0; !holds() && waited < 10_000; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Processes are looked up in /proc. */
const onLinux = it.skipIf(process.platform !== 'linux')

describe('the parse pool', () => {
  it('[PA2] gives the facts that the in-process parser gives, whatever the path', async () => {
    const text = readFileSync(path.join(import.meta.dirname, 'languages/typescript/fixtures/classes.ts'), 'utf8')
    const jobs = [write('a.ts', text, 'typescript'), write('other-name.ts', text, 'typescript')]
    const found = await runAll(createParsePool({ workers: 2 }), jobs)
    const parser = createParser()
    const outcome = await parser.parse(text, 'typescript')
    parser.close()
    if (!('parsed' in outcome)) throw new Error('no facts')
    const facts = encodeFacts(outcome.parsed)
    for (const job of jobs) {
      const answer = found.get(job.path)
      expect(answer).toMatchObject({
        language: 'typescript',
        state: 'indexed',
        reason: '',
        size: Buffer.byteLength(text),
        content_hash: hashBytes(text),
        line_count: text.split('\n').length - 1,
        test: false,
      })
      if (!answer || !('facts' in answer) || !answer.facts) throw new Error('no facts')
      expect(Buffer.compare(answer.facts, facts)).toBe(0)
    }
  })

  it('[PA10] reads only plain files, and gives a reason for the others', async () => {
    const job = (name: string): ParseJob => ({
      path: name,
      root: folder,
      language: 'javascript',
      max_bytes: 1000,
    })
    write('plain.js', 'let a = 1\n')
    write('large.js', 'x'.repeat(1001))
    execFileSync('mkfifo', [path.join(folder, 'pipe.js')])
    symlinkSync('plain.js', path.join(folder, 'inside.js'))
    symlinkSync('/etc/hostname', path.join(folder, 'outside.js'))
    const names = ['plain.js', 'large.js', 'pipe.js', 'inside.js', 'outside.js', 'missing.js', '.']
    const found = await runAll(createParsePool({ workers: 2 }), names.map(job))
    expect(names.map((name) => `${name} ${found.get(name)?.state} ${found.get(name)?.reason}`.trim())).toEqual([
      'plain.js indexed',
      'large.js unreadable larger than 1000 bytes',
      'pipe.js unreadable not a plain file',
      'inside.js unreadable a link',
      'outside.js unreadable a link',
      'missing.js gone the file is gone',
      '. unreadable not a plain file',
    ])
  })

  it('[PA11] bytes that are not text, other encodings and unknown languages have an outcome', async () => {
    const jobs = [
      write('binary.js', Uint8Array.from([1, 0, 2, 0, 3])),
      write('utf16.js', Buffer.from('\ufefffunction wide() {}\n', 'utf16le')),
      write('latin.js', Buffer.from('function caf\xe9() {}\n', 'latin1')),
      write('unknown.xyz', 'some words here\n', 'klingon'),
    ]
    const found = await runAll(createParsePool({ workers: 1 }), jobs)
    const names = (name: string) => {
      const answer = found.get(name)
      return answer && 'facts' in answer && answer.facts
        ? viewFacts(answer.facts)
            .outline()
            .symbols.map((one) => one.name)
        : []
    }
    expect(found.get('binary.js')).toMatchObject({ state: 'text-only', reason: 'binary' })
    expect(names('utf16.js')).toEqual(['wide'])
    expect(names('latin.js')).toEqual(['café'])
    expect(found.get('unknown.xyz')).toMatchObject({ state: 'text-only', reason: '', line_count: 1 })
  })

  onLinux(
    '[PA10] a child that is killed costs no more than the file that killed it, and every job is answered once',
    async () => {
      const jobs = Array.from({ length: 60 }, (_, index) => write(`k${index}.js`, `function f${index}() {}\n`.repeat(200)))
      let killed = 0
      const found = await runAll(createParsePool({ workers: 2 }), jobs, (answered) => {
        if (answered !== 10) return
        const [child] = parseChildren()
        if (child) process.kill(child, 'SIGKILL')
        killed++
      })
      expect(killed).toBe(1)
      expect(found.size).toBe(jobs.length)
      const failed = [...found.values()].filter((answer) => answer.state !== 'indexed')
      expect(failed.length).toBeLessThanOrEqual(1)
    },
  )

  onLinux('[PA10] a child that no longer says anything is ended, and every job is answered once', async () => {
    const jobs = Array.from({ length: 60 }, (_, index) => write(`h${index}.js`, `function f${index}() {}\n`.repeat(200)))
    let stopped = 0
    const found = await runAll(createParsePool({ workers: 2, hangs_after_ms: 2000 }), jobs, (answered) => {
      if (answered !== 10) return
      const [child] = parseChildren()
      if (child) process.kill(child, 'SIGSTOP')
      stopped = child ?? 0
    })
    expect(stopped).toBeGreaterThan(0)
    expect(isAlive(stopped)).toBe(false)
    expect(found.size).toBe(jobs.length)
    const failed = [...found.values()].filter((answer) => answer.state !== 'indexed')
    expect(failed.length).toBeLessThanOrEqual(1)
  })

  it('[PA10] holds back while its results are not read', async () => {
    const pool = createParsePool({ workers: 1 })
    const job = write('held.js', 'let a = 1\n')
    let submitted = 0
    const submitting = (async () => {
      for (let index = 0; index < 50; index++) {
        await pool.submit({ ...job, path: `held-${index}` })
        submitted++
      }
      pool.end()
    })()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(submitted).toBeLessThan(20)
    let answered = 0
    for await (const _ of pool.results()) answered++
    await submitting
    expect(answered).toBe(50)
  })

  onLinux('[PA10] an abort ends the work at once and leaves no process behind', async () => {
    const stop = new AbortController()
    const pool = createParsePool({ workers: 2, signal: stop.signal })
    const job = write('abort.js', 'let a = 1\n')
    await pool.submit(job)
    const [child] = parseChildren()
    if (!child) throw new Error('no child')
    stop.abort(new Error('enough'))
    await expect(pool.submit(job)).rejects.toThrow('enough')
    await expect(pool.results()[Symbol.asyncIterator]().next()).rejects.toThrow('enough')
    await pool.close()
    await until(() => !isAlive(child))
    expect(isAlive(child)).toBe(false)
  })

  onLinux('[PA10] the child ends when its parent dies without a word', async () => {
    const script = `
      import { readdirSync, readFileSync } from 'node:fs'
      const { createParsePool } = await import(${JSON.stringify(builtFile('./parse-pool.js', import.meta.url))})
      const pool = createParsePool({ workers: 1 })
      await pool.submit(${JSON.stringify(write('orphan.js', 'let a = 1\n'))})
      await pool.results()[Symbol.asyncIterator]().next()
      process.stdout.write(readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'))
      process.kill(process.pid, 'SIGKILL')`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    const children = stdout.trim().split(' ').map(Number)
    expect(children.length).toBeGreaterThan(0)
    await until(() => !children.some(isAlive))
    expect(children.filter(isAlive)).toEqual([])
  })

  onLinux('[PA10] a pool that was given nothing starts nothing', async () => {
    const before = parseChildren().length
    const pool = createParsePool({ workers: 2 })
    pool.end()
    for await (const answer of pool.results()) throw new Error(`unexpected ${answer.path}`)
    expect(parseChildren().length).toBe(before)
    await pool.close()
  })
})
