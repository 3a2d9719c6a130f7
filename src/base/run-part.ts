/**
 * Runs a part of a bundle (`scripts/bundle.mjs`), and the parts that it requires. They are loaded here, not by Node, so that their compiled
 * code is kept from one process to the next: Node's own cache does not exist before 22.8, and holds only what the first process compiled.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import path from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import vm from 'node:vm'
import { crc32 } from 'node:zlib'
import { readOwnBytes } from './own-file.ts'

export type CodeCache = {
  /** Nothing is kept without one. Whoever may write there can give this process code to run. */
  folder: string | undefined
  /** What the process does. Each use has a cache of its own, because each needs other functions. */
  use: string
}

/** The build replaces it by a hash of all parts: V8 itself compares only the length of a text with that of the code it was given. */
const BUILD = 'HASH_OF_ALL_PARTS'
/** Shorter texts are compiled faster than their code is read. */
const LEAST_KEPT = 4_096
/** The code of a process that ran so long is looked at again: it may have compiled other functions than those before it, of another language. */
const LONG_MS = 4_000
const GROWN = 1.05

/** Returns what the part exports. */
export function runPart<Part>(file: string, cache: CodeCache): Part {
  const codes = new KeptCodes(cache)
  process.once('exit', (status) => {
    if (status === 0) codes.keep()
  })
  return new Parts(codes).load(file) as Part
}

type Module = { exports: unknown }

/** A package that is an ES module; from the folder of this file, which is that of the parts. */
const importPackage = (name: string): Promise<unknown> => import(name)

class Parts {
  private readonly loaded = new Map<string, Module>()
  private readonly codes: KeptCodes
  constructor(codes: KeptCodes) {
    this.codes = codes
  }

  load(file: string): unknown {
    const known = this.loaded.get(file)
    if (known) return known.exports
    const module: Module = { exports: {} }
    this.loaded.set(file, module)
    const fromNode = nodeModule.createRequire(file)
    const require = (name: string): unknown => (name.startsWith('./') ? this.load(path.join(file, '..', name)) : fromNode(name))
    try {
      this.codes.compile(file).runInThisContext().call(module.exports, module.exports, require, module, file, importPackage)
    } catch (error) {
      this.loaded.delete(file)
      throw error
    }
    return module.exports
  }
}

/** The compiled code of parts in files of the cache's folder: `[u32 checksum of the rest][u32 0][build][code]`. */
class KeptCodes {
  private readonly used: { script: vm.Script; file: string; length: number }[] = []
  private readonly cache: CodeCache
  private readonly flags = cachedDataVersionTag()
  constructor(cache: CodeCache) {
    this.cache = cache
  }

  compile(file: string): vm.Script {
    const text = readFileSync(file, 'utf8')
    const kept = text.length < LEAST_KEPT ? undefined : this.fileOf(file)
    const cachedData = kept === undefined ? undefined : readCode(kept)
    const script = new vm.Script(`'use strict';(function(exports,require,module,__filename,importPackage){${text}\n})`, {
      filename: file,
      ...(cachedData ? { cachedData } : {}),
    })
    if (kept !== undefined)
      this.used.push({ script, file: kept, length: script.cachedDataRejected ? 0 : (cachedData?.length ?? 0) })
    return script
  }

  /** With other flags of V8 than at the start the next process could not use it. */
  keep(): void {
    if (cachedDataVersionTag() !== this.flags) return
    const looksAgain = performance.now() > LONG_MS
    try {
      for (const { script, file, length } of this.used) {
        if (length > 0 && !looksAgain) continue
        const code = script.createCachedData()
        if (code.length > length * GROWN) writeCode(file, code)
      }
    } catch {
      // A cache that cannot be written (no space, no permission) is no failure of what the process did.
    }
  }

  private fileOf(file: string): string | undefined {
    const { folder, use } = this.cache
    if (folder === undefined) return undefined
    return path.join(folder, `${process.version}-${process.arch}`, `${path.basename(file, '.cjs')}.${use}.code`)
  }
}

const HEADER = 8 + Buffer.byteLength(BUILD)

function readCode(file: string): Buffer | undefined {
  try {
    const found = readOwnBytes(file)
    if (found.state !== 'read') return undefined
    const { bytes } = found
    const isWhole = bytes.length > HEADER && bytes.readUInt32LE(0) === crc32(bytes.subarray(8))
    return isWhole && bytes.toString('latin1', 8, HEADER) === BUILD ? bytes.subarray(HEADER) : undefined
  } catch {
    return undefined
  }
}

function writeCode(file: string, code: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const header = Buffer.alloc(HEADER)
  header.write(BUILD, 8, 'latin1')
  const bytes = Buffer.concat([header, code])
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 0)
  // Another process may be reading or writing the same file.
  const written = `${file}.${process.pid}`
  try {
    writeFileSync(written, bytes, { mode: 0o600 })
    renameSync(written, file)
    removeLeft(file)
  } catch (error) {
    rmSync(written, { force: true })
    throw error
  }
}

/** What processes that were killed left while they wrote this file. One that is still writing loses only its copy of the same code. */
function removeLeft(file: string): void {
  const [folder, start] = [path.dirname(file), `${path.basename(file)}.`]
  for (const name of readdirSync(folder)) if (name.startsWith(start)) rmSync(path.join(folder, name), { force: true })
}
