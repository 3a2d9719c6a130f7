/**
 * What is on disk, read without any code of the product: which files count, their lines, which lines contain a text. Answers are
 * compared with this.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

const SECRET =
  /(?:^|\/)(?:\.env(?!\.(?:example|sample|template|dist|defaults)$)[^/]*|[^/]+\.(?:env|pem|key|p12|pfx|jks|keystore|gpg)|id_(?:rsa|dsa|ecdsa|ed25519)|\.netrc|credentials(?:\.\w+)?|secrets?\.(?:json|ya?ml|toml|ini|properties))$|(?:^|\/)\.(?:git|llmc|ssh)(?:\/|$)/i
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|__pycache__|\.venv|\.tox|\.mypy_cache|\.pytest_cache|\.gradle)\//

export class Disk {
  readonly root: string
  private listed: Set<string> | undefined
  private readonly texts = new Map<string, string[] | undefined>()

  constructor(root: string) {
    this.root = root
  }

  /** Tracked files, and untracked ones that git does not ignore, that are plain files of this repo on disk. */
  files(): Set<string> {
    this.listed ??= listFiles(this.root)
    return this.listed
  }

  /** As in an editor; undefined when there is no such text file. */
  lines(file: string): string[] | undefined {
    if (!this.texts.has(file)) this.texts.set(file, readLines(path.join(this.root, file)))
    return this.texts.get(file)
  }

  /** Every file and its bytes, to find what changed between two moments. */
  state(): Map<string, string> {
    return new Map([...this.files()].map((file) => [file, bytesOf(path.join(this.root, file))]))
  }

  /** `path:line` of every matching line, by path. */
  grep(fits: (line: string) => boolean): string[] {
    const found: string[] = []
    for (const file of [...this.files()].sort()) {
      const lines = this.lines(file) ?? []
      for (const [at, line] of lines.entries()) if (fits(line)) found.push(`${file}:${at + 1}`)
    }
    return found
  }
}

export function git(root: string, ...args: string[]): { ok: boolean; out: string } {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return { ok: status === 0, out: stdout ?? '' }
}

function listFiles(root: string): Set<string> {
  const names = (...args: string[]): string[] => git(root, 'ls-files', '-z', ...args).out.split('\0')
  const tracked = names('--cached')
  const others = names('--others', '--exclude-standard').filter((name) => !INSTALLED.test(name))
  const all = [...new Set([...tracked, ...others])].filter((name) => name !== '' && !SECRET.test(name)).sort()
  const plain = new Set<string>()
  const links: string[] = []
  for (const name of all) {
    const about = lstatSync(path.join(root, name), { throwIfNoEntry: false })
    if (!about || throughLink(root, name)) continue
    if (about.isFile()) plain.add(name)
    else if (about.isSymbolicLink()) links.push(name)
  }
  return withLinks(root, plain, links)
}

/** A link counts when it points to a plain file of the repo that is not listed under its own name. */
function withLinks(root: string, plain: Set<string>, links: readonly string[]): Set<string> {
  const all = new Set(plain)
  const reached = new Set<string>()
  for (const link of links) {
    const target = realTarget(root, link)
    if (target === undefined || SECRET.test(target) || plain.has(target) || reached.has(target)) continue
    reached.add(target)
    all.add(link)
  }
  return all
}

function realTarget(root: string, link: string): string | undefined {
  try {
    const target = realpathSync(path.join(root, link))
    const inside = path.relative(realpathSync(root), target)
    return !inside.startsWith('..') && statSync(target).isFile() ? inside : undefined
  } catch {
    return undefined
  }
}

const throughLink = (root: string, name: string): boolean => {
  for (let folder = path.dirname(name); folder !== '.'; folder = path.dirname(folder)) {
    if (lstatSync(path.join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink()) return true
  }
  return false
}

/** Paths added, edited or deleted. */
export function changedPaths(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const edited = [...after].filter(([file, bytes]) => before.get(file) !== bytes).map(([file]) => file)
  return [...edited, ...[...before.keys()].filter((file) => !after.has(file))].sort()
}

function bytesOf(file: string): string {
  try {
    return createHash('sha1').update(readFileSync(file)).digest('hex')
  } catch {
    return 'unreadable'
  }
}

function readLines(file: string): string[] | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    return undefined
  }
  const text = decode(bytes)
  if (text === undefined) return undefined
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** By its mark, else UTF-8, else Windows-1252; undefined for binary. */
function decode(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.subarray(0, 8000).includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const LETTER = /[\p{L}\p{N}\p{M}_]/u

/** Whether the line contains the text, optionally as a whole word. */
export function lineHolds(line: string, text: string, options: { word?: boolean; anyCase?: boolean } = {}): boolean {
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), options.anyCase ? 'gi' : 'g')
  for (let found = pattern.exec(line); found; found = pattern.exec(line)) {
    if (!options.word || isWord(line, found.index, found.index + found[0].length)) return true
    pattern.lastIndex = found.index + 1
  }
  return false
}

function isWord(line: string, start: number, end: number): boolean {
  const before = [...line.slice(0, start)].at(-1) ?? ' '
  const first = [...line.slice(start)][0] ?? ' '
  const last = [...line.slice(0, end)].at(-1) ?? ' '
  const after = [...line.slice(end)][0] ?? ' '
  return !(LETTER.test(before) && LETTER.test(first)) && !(LETTER.test(last) && LETTER.test(after))
}
