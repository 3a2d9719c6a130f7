/** Decides which repos a question is about when it names none: from the folder it is asked in. Registers nothing. */

import path from 'node:path'
import { seeAt } from '../base/repo-files/see.ts'
import { writeNumber } from '../base/write-number.ts'
import { shellWord } from '../contract/call-words.ts'
import type { Repo } from '../contract/repo.ts'
import { holdsMoreThan } from '../workspace/holds-more-than.ts'
import type { RegisteredRepo } from '../workspace/registry.ts'
import { findRepoRoot, isInside, isTooBroad } from '../workspace/repo-root.ts'
import type { Rooms } from './rooms.ts'

export type AskedFrom = {
  /** The repo that the question is about, registered or not. */
  repo: Repo | null
  /** In a folder that is not a repo: the registered repos below it. Null means all registered repos. */
  below: readonly Repo[] | null
  /** One sentence saying why the folder itself is not searched; '' when there is nothing to explain. */
  note: string
}

/** A folder without version control that has more files than this is a repo only if the user registers it. */
export const MOST_FILES_WITHOUT_GIT = 5_000

export async function askedFrom(rooms: Rooms, cwd: string): Promise<AskedFrom> {
  const root = await findRepoRoot(cwd)
  const registered = await rooms.registry.list()
  const hasGit = (await seeAt(path.join(root, '.git'))) !== undefined
  const known = registered.find((repo) => repo.root === root) ?? (hasGit ? undefined : around(root, registered))
  if (known) return one(known)
  if (!rooms.policy.registers && !rooms.policy.any_folder) return onlyRegistered(root, registered)
  if (hasGit && !(await isTooBroad(root))) return one(await unregistered(rooms, root))
  const below = hasGit ? [] : registered.filter((repo) => isInside(root, repo.root))
  if (await isTooBroad(root)) return { repo: null, below: null, note: '' }
  if (below.length > 0) return { repo: null, below, note: '' }
  if (rooms.policy.registers && (await holdsMoreThan(root, MOST_FILES_WITHOUT_GIT))) return tooMany(root)
  return one(await unregistered(rooms, root))
}

/** A server shows only what its user registered, wherever it was started. */
function onlyRegistered(root: string, registered: readonly RegisteredRepo[]): AskedFrom {
  const below = registered.filter((repo) => isInside(root, repo.root))
  return { repo: null, below: below.length > 0 ? below : null, note: '' }
}

const one = (repo: Repo): AskedFrom => ({ repo, below: null, note: '' })

/** The innermost registered repo that contains this folder. Only for folders without version control. */
function around(folder: string, registered: readonly RegisteredRepo[]): RegisteredRepo | undefined {
  return registered.filter((repo) => isInside(repo.root, folder)).sort((a, b) => b.root.length - a.root.length)[0]
}

const unregistered = async (rooms: Rooms, root: string): Promise<Repo> => ({
  repo_id: await rooms.registry.idOf(root),
  root,
})

const tooMany = (root: string): AskedFrom => ({
  repo: null,
  below: null,
  note: `${root} is not under version control and contains over ${writeNumber(MOST_FILES_WITHOUT_GIT)} files, so Cairn does not treat it as a repo; \`cairn index ${shellWord(root)}\` registers it.`,
})
