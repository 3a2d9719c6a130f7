import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/kit/temp-repo.ts'

const built = path.resolve(import.meta.dirname, '../../dist/base/run-part.js')

type Options = { use?: string; isLong?: boolean; build?: string }

/** A process that runs a part that requires another one and a package, and prints what came of it. */
function makeParts(): { parts: string; cache: string; run(options?: Options): string } {
  const [parts, cache] = [tempFolder('parts'), path.join(tempFolder('cache'), 'code')]
  const rest = `\n// ${'x'.repeat(5_000)}`
  writeFileSync(
    path.join(parts, 'first.cjs'),
    `exports.say = () => require('./second.cjs').words(typeof require('node:fs'))${rest}`,
  )
  writeFileSync(
    path.join(parts, 'second.cjs'),
    `exports.words = (more) => [typeof this, more, __filename.slice(-10)].join(' ')${rest}`,
  )
  const run = ({ use = 'test', isLong = false, build }: Options = {}): string => {
    const loader = build === undefined ? built : path.join(parts, 'loader.mjs')
    if (build !== undefined) writeFileSync(loader, otherBuild(build))
    const options = JSON.stringify({ folder: cache, use })
    const program = `import { runPart } from ${JSON.stringify(loader)}
      ${isLong ? 'performance.now = () => 5000' : ''}
      console.log(runPart(${JSON.stringify(path.join(parts, 'first.cjs'))}, ${options}).say())`
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim()
  }
  return { parts, cache, run }
}

const otherBuild = (hash: string): string =>
  readFileSync(built, 'utf8')
    .replaceAll('HASH_OF_ALL_PARTS', hash)
    .replaceAll("'./", `'${path.dirname(built)}/`)

const said = 'object object second.cjs'
const kept = (cache: string): string[] =>
  readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.code'))

describe('a part of a bundle', () => {
  it('[BA8] is run from the code that was kept, for each use', () => {
    const { cache, run } = makeParts()
    expect([run(), run(), run({ use: 'other' })]).toEqual([said, said, said])
    expect(
      kept(cache)
        .map((name) => path.basename(name))
        .sort(),
    ).toEqual(['first.other.code', 'first.test.code', 'second.other.code', 'second.test.code'])
    expect(statSync(cache).mode & 0o077).toBe(0)
  })

  it('[BA8] is compiled anew when the code is damaged in any byte, cut, of another build, or no file', () => {
    const { cache, run } = makeParts()
    run()
    const [name = ''] = kept(cache)
    const file = path.join(cache, name)
    const whole = readFileSync(file)
    for (const at of [0, 4, 8, 20, 30, 60, Math.floor(whole.length / 2), whole.length - 1]) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] as number) ^ 0xff
      writeFileSync(file, bytes)
      expect(run(), `byte ${at}`).toBe(said)
      expect(readFileSync(file).length, 'written anew').toBe(whole.length)
    }
    for (const length of [0, 10, 25, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length))
      expect(run(), `${length} bytes`).toBe(said)
    }
    execFileSync('rm', [file])
    execFileSync('mkfifo', [file])
    expect(run()).toBe(said)
  })

  it('[BA8] is compiled anew when its text changed and, in another build, to one of the same length', () => {
    const { parts, run } = makeParts()
    run()
    const file = path.join(parts, 'second.cjs')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace("join(' ')", "join('  ')"))
    expect(run()).toBe(said.replaceAll(' ', '  '))
    writeFileSync(file, text.replace("join(' ')", "join('--')"))
    // As the build does with a hash of all parts.
    expect(run({ build: 'HASH_OF_NEW_PARTS' })).toBe(said.replaceAll(' ', '--'))
  })

  it('[BA8] runs without a cache folder that can be written', () => {
    const { cache, run } = makeParts()
    mkdirSync(path.dirname(cache), { recursive: true })
    writeFileSync(cache, 'a file in place of the folder')
    expect(run()).toBe(said)
    execFileSync('rm', [cache])
    mkdirSync(cache)
    chmodSync(cache, 0o500)
    expect(run()).toBe(said)
  })

  it('[BA8] removes what a killed process left while it wrote the same file', () => {
    const { cache, run } = makeParts()
    run()
    const file = path.join(cache, kept(cache)[0] ?? '')
    writeFileSync(`${file}.99999`, 'half of it')
    writeFileSync(file, 'damaged')
    expect(run()).toBe(said)
    expect(readdirSync(path.dirname(file)).filter((name) => !name.endsWith('.code'))).toEqual([])
  })

  it('[BA8] keeps what a long process compiled besides', () => {
    const { parts, cache, run } = makeParts()
    const many = Array.from(
      { length: 200 },
      (_, at) => `const f${at} = (a, b) => { let c = a; for (const d of b) c += d * ${at}; return c }`,
    )
    const calls = Array.from({ length: 200 }, (_, at) => `f${at}(1, [2])`)
    const text = `${many.join('\n')}\nexports.words = (more) => { if (process.env.ALL) { ${calls.join(';')} } return 'done' }`
    writeFileSync(path.join(parts, 'second.cjs'), text)
    run()
    const sizes = (): number[] =>
      kept(cache)
        .sort()
        .map((name) => statSync(path.join(cache, name)).size)
    const before = sizes()
    process.env.ALL = '1'
    try {
      run()
      expect(sizes(), 'a short process').toEqual(before)
      run({ isLong: true })
      expect(sizes()[1], 'a long process').toBeGreaterThan((before[1] ?? 0) * 1.05)
    } finally {
      delete process.env.ALL
    }
  })
})
