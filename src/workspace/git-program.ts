/**
 * Finds the program `git`. The system's own search would also run a file of that name in the current folder (an empty or relative
 * entry of the PATH; on Windows always), or in `node_modules/.bin`, which `npx` puts first: both may belong to a repo.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { Lru } from '../base/lru.ts'
import { isInside } from './repo-root.ts'

/** Undefined when there is none. `root`: the repo that is asked about; nothing inside it is taken. */
export function findGitProgram(variables: Variables, root?: string): string | undefined {
  const all = Object.entries(variables).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  const key = `${root ?? ''}\0${all}`
  const known = found.get(key)
  if (known !== undefined && isProgram(known)) return known
  const program = all
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .map((folder) => path.join(folder, process.platform === 'win32' ? 'git.exe' : 'git'))
    .find((file) => isProgram(file) && (root === undefined || !isOf(root, file)))
  if (program !== undefined) found.set(key, program)
  return program
}

export type Variables = Readonly<Record<string, string | undefined>>

const found = new Lru<string, string>(32)

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Whether the file, or its folder, lies in the repo when all links are followed. */
const isOf = (root: string, file: string): boolean =>
  [realpathSync(file), realpathSync(path.dirname(file))].some((real) => isInside(root, real))
