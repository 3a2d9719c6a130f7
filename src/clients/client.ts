/** What Cairn has to know about an MCP client to configure it. One entry of `client-table.ts`. */

/** `project`: only in this repo, in a file of the repo; `user`: everywhere, in a file of the user. */
export type InstallScope = 'project' | 'user'
export const installScopes: readonly InstallScope[] = ['project', 'user']

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/**
 * Files in the order in which they are tried: the first that exists is used, else the first is created. A path of the project is
 * relative to its root. `~` is the user's home folder, `{NAME:-path}` the value of a variable if it is set.
 */
export type Files = readonly string[]

export type Client = {
  id: string
  title: string
  aliases?: readonly string[]
  /** `by-hand`: Cairn cannot change this file without the risk of losing something, and shows what to add. */
  format: 'json' | 'toml' | 'by-hand'
  /** The keys that lead to the object with the servers. */
  servers: readonly string[]
  project?: Files
  user?: Files
  /** Where the user's file has another place on this system. */
  userOn?: Partial<Record<NodeJS.Platform, Files>>
  /** Used if the caller names no scope. */
  defaultScope: InstallScope
  /** The entry of a server that the client starts with these words. */
  stdio(command: string, args: readonly string[]): JsonObject
  /**
   * The entry of a server behind an address. `token` is the name of a variable; undefined is returned if this client has no known
   * way to refer to one, and Cairn then writes a bridge that it starts.
   */
  http(url: string, token: string | undefined): JsonObject | undefined
  /** Folder of skills that the client reads, for each scope. */
  skills?: Record<InstallScope, string>
  /** The instructions that the client reads, for each scope. */
  instructions?: Partial<Record<InstallScope, Files>>
  /** The client is installed if one of these folders or programs exists. */
  found: { folders: readonly string[]; programs: readonly string[] }
  /** What to do in the client to see the server. */
  check: string
  /** What else the user has to do in this scope. */
  note?: Partial<Record<InstallScope, string>>
}
