/**
 * The few settings of a clone that Cairn follows: they hold data, and run nothing. Git reads them from the one file that it is given,
 * because the format has more forms than it seems; files that this one includes are not read.
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
