/** Where the files of a client are on this machine. */
import path from 'node:path'
import type { Client, Files, InstallScope } from './client.ts'

/** What the room has to know about the machine, as values. */
export type Surroundings = {
  /** Root of the project; undefined where there can be none, as in the home folder. */
  root: string | undefined
  /** The user's home folder. */
  home: string
  platform: NodeJS.Platform
  /** The environment. */
  variables: Readonly<Record<string, string | undefined>>
  /** Cairn's own home folder. */
  cairnHome: string
}

/** The files in which the client's servers may be; empty if the client has no such scope. */
export function configFiles(client: Client, scope: InstallScope, surroundings: Surroundings): string[] {
  return placesOf(scope === 'project' ? client.project : userFiles(client, surroundings), surroundings)
}

const userFiles = ({ user, userOn = {} }: Client, { platform }: Surroundings): Files | undefined => userOn[platform] ?? user

export const placesOf = (files: Files | undefined, surroundings: Surroundings): string[] =>
  (files ?? []).map((file) => placeOf(file, surroundings))

/** `~/.codex`, `{CODEX_HOME:-~/.codex}` or a path of the project as an absolute path. */
export function placeOf(written: string, { root, home, variables }: Surroundings): string {
  const filled = written.replace(/^\{(\w+):-([^}]*)\}/, (_, name: string, otherwise: string) => {
    const value = variables[name]
    return value && path.isAbsolute(value) ? value : otherwise
  })
  return filled === '~' || filled.startsWith('~/') ? path.join(home, filled.slice(1)) : path.resolve(root ?? home, filled)
}
