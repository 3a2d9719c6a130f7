/**
 * The few settings of a clone that Cairn follows: they hold data, and run nothing. Git reads them from the one file that it is given,
 * because the format has more forms than it seems; files that this one includes are not read. Only the address of a clone is read
 * here, from a file in which nothing has another form than those in which git writes it.
 */
import path from 'node:path'
import { Lru } from '../base/lru.ts'
import { startInPrivate } from './git-environment.ts'
import type { GitFolders } from './git-folders.ts'
import { PLAIN_SHAPE } from './private-git.ts'
import { readSettledText } from './settled-text.ts'

export type CloneSettings = {
  isSha256: boolean
  /** The clone's own list of ignore rules, as it is written there. */
  excludesFile: string | undefined
}

/** Without a process where the file does not contain the names of these settings: nearly always. */
export async function cloneSettings(root: string, folders: GitFolders): Promise<CloneSettings> {
  const text = (await readSettledText(folders.common, 'config')) ?? ''
  if (!/objectformat|excludesfile/i.test(text)) return NOTHING
  const key = `${folders.common}\0${text}`
  const known = asked.get(key)
  if (known) return known
  const found = await askSettings(root, folders, '^(extensions\\.objectformat|core\\.excludesfile)$')
  if (!found) return NOTHING
  const settings = {
    isSha256: found.get('extensions.objectformat')?.at(-1)?.toLowerCase() === 'sha256',
    excludesFile: found.get('core.excludesfile')?.at(-1),
  }
  asked.set(key, settings)
  return settings
}

const NOTHING: CloneSettings = { isSha256: false, excludesFile: undefined }
const asked = new Lru<string, CloneSettings>(32)

/** All values of the settings whose names match, in the order of the file; undefined when git does not answer. */
export async function askSettings(
  root: string,
  folders: GitFolders,
  names: string,
  where: 'clone' | 'user' = 'clone',
): Promise<ReadonlyMap<string, string[]> | undefined> {
  const file = where === 'user' ? [] : ['--file', path.join(folders.common, 'config'), '--no-includes']
  // Git would wait for a pipe.
  if (where === 'clone' && (await readSettledText(folders.common, 'config')) === undefined) return new Map()
  const args = ['config', ...file, '-z', '--get-regexp', names]
  const answer = await startInPrivate({ args, shape: PLAIN_SHAPE, checkout: { root, folders }, data: {}, timeout_ms: 5_000 })
  // Exit 1: there are none.
  if (answer.state === 'failed' && answer.code === 1) return new Map()
  if (answer.state !== 'ok') return undefined
  const found = new Map<string, string[]>()
  for (const record of answer.bytes.toString('utf8').split('\0').slice(0, -1)) {
    const end = record.indexOf('\n')
    const name = end < 0 ? record : record.slice(0, end)
    found.set(name, [...(found.get(name) ?? []), end < 0 ? '' : record.slice(end + 1)])
  }
  return found
}

/** `remote.origin.url`. */
export async function originAddress(root: string, folders: GitFolders): Promise<string | undefined> {
  const plain = plainlyWritten((await readSettledText(folders.common, 'config')) ?? '')
  if (plain !== undefined) return plain
  return (await askSettings(root, folders, '^remote\\.origin\\.url$'))?.get('remote.origin.url')?.[0]
}

/** In a file as `git clone` writes it, which is read without starting git. Everything else is left to git: undefined. */
function plainlyWritten(config: string): string | undefined {
  const lines = config.split('\n')
  if (!lines.every((line) => plainLine.test(line))) return undefined
  const sections = lines.flatMap((line, at) => (line.startsWith('[') ? [at] : []))
  const named = sections.filter((at) => /origin/i.test(lines[at] ?? ''))
  const [start = -1] = named
  if (named.length !== 1 || lines[start] !== '[remote "origin"]') return undefined
  const end = sections.find((at) => at > start) ?? lines.length
  const urls = lines.slice(start, end).filter((line) => /^\turl\b/i.test(line))
  return urls.length === 1 ? /^\turl = ([\w@:/.~+-]+)$/.exec(urls[0] ?? '')?.[1] : undefined
}

/** Nothing, the head of a section, or a name with a value without quotes, comments and continued lines. */
const plainLine = /^(?:|\[[\w.-]+(?: "[^"\\]*")?\]|\t[a-z][\w-]* = [^"\\;#\r]+)$/i
