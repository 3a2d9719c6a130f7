/** Chooses the id of a repo: `owner/name` from its origin, else its folder's name. No two repos have the same id. */
import path from 'node:path'
import { asRepoId, type RepoId } from '../contract/ids.ts'
import { badArgument } from '../contract/problems.ts'
import { askSettings, originAddress } from './clone-settings.ts'
import { findGitFolders } from './git-folders.ts'

/**
 * Where a checkout came from, in one spelling for all its addresses: `github.com/acme/shop` for ssh, https and `git@`.
 * Names and passwords inside the address are not kept.
 */
export async function readOrigin(root: string): Promise<string | null> {
  const folders = await findGitFolders(root)
  const address = folders && (await originAddress(root, folders))
  if (!folders || !address || address.length > LONGEST_ADDRESS) return null
  const others = await askSettings(root, folders, '^url\\..*\\.insteadof$', 'user')
  return plainAddress(inFull(address, others ?? new Map()), root)
}

/** A stranger may have written the address, and its end is the id, which is in every answer. Then the folder's name is used. */
const LONGEST_ADDRESS = 1_000

/** The user's own settings may have short forms of addresses, `url.LONG.insteadOf = SHORT`. The longest that fits counts. */
function inFull(address: string, settings: ReadonlyMap<string, readonly string[]>): string {
  let best = { short: '', long: '' }
  for (const [name, shorts] of settings)
    for (const short of shorts)
      if (address.startsWith(short) && short.length > best.short.length)
        best = { short, long: name.slice('url.'.length, -'.insteadof'.length) }
  return best.long + address.slice(best.short.length)
}

/** The first id that is free: as wanted, then `@folder`, then `@parent-folder` and so on up. */
export function chooseRepoId(root: string, origin: string | null, isTaken: (id: string) => boolean): RepoId {
  const plain = idFromOrigin(origin) ?? (cleanPart(path.basename(root)) || 'repo')
  if (!isTaken(plain)) return asRepoId(plain)
  const folders = root
    .split(path.sep)
    .map(cleanPart)
    .filter((part) => part !== '')
  for (let count = 1; count <= folders.length; count++) {
    const id = `${plain}@${folders.slice(-count).join('-')}`
    if (!isTaken(id)) return asRepoId(id)
  }
  for (let number = 2; ; number++) if (!isTaken(`${plain}@${number}`)) return asRepoId(`${plain}@${number}`)
}

/** Checks a name chosen by the user; throws if it could be mistaken for a path or an option. */
export function checkRepoName(name: string): RepoId {
  if (/^[\p{L}\p{N}_][\p{L}\p{N}._+-]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}._+-]*)?(?:@[\p{L}\p{N}._+-]+)?$/u.test(name))
    return asRepoId(name)
  throw badArgument(
    `"${name}" cannot be a repo's name; allowed are letters, digits and . _ + -, with one / between owner and name.`,
  )
}

/** The last two parts of the address: nested groups have more. */
function idFromOrigin(origin: string | null): string | undefined {
  const [, ...parts] = (origin ?? '').split('/')
  const clean = parts.map(cleanPart).filter((part) => part !== '' && part !== '_git')
  return clean.length > 0 ? clean.slice(-2).join('/') : undefined
}

function plainAddress(address: string, root: string): string {
  const url = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?([^/:]*)(?::\d*)?(\/.*)?$/i.exec(address)
  if (url && url[1]?.toLowerCase() !== 'file') return join(url[2] ?? '', url[3] ?? '')
  const scp = url ? undefined : /^(?:[^/@]+@)?([^/:\\]{2,}):(?!\/\/)(.*)$/.exec(address)
  if (scp) return join(scp[1] ?? '', scp[2] ?? '')
  return join('', url ? (url[3] ?? '') : path.resolve(root, address))
}

function join(host: string, pathname: string): string {
  const parts = pathname.split(/[/\\]+/).filter((part) => part !== '')
  return [host.toLowerCase(), ...parts].join('/').replace(/(?:\/\.git|\.git)$/, '')
}

/** The characters that an id may contain. Others could make it look like a path, an option or a suffix such as `@folder`. */
function cleanPart(part: string): string {
  return part.replace(/[^\p{L}\p{N}._+-]+/gu, '-').replace(/^[-.]+|(?<!-)-+$/g, '')
}
