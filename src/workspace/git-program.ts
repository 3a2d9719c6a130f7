/** Finds the program `git` in the folders that cannot belong to a repo by accident (`base/program-folders.ts`). */
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { Lru } from '../base/lru.ts'
import { programFolders, type Variables } from '../base/program-folders.ts'
import { isInside } from './repo-root.ts'

/** Undefined when there is none. `root`: the repo that is asked about; nothing inside it is taken. */
export function findGitProgram(variables: Variables, root?: string): string | undefined {
  const folders = programFolders(variables)
  const key = [root ?? '', ...folders].join('\0')
  const known = found.get(key)
  if (known !== undefined && isProgram(known)) return known
  const program = folders
    .map((folder) => path.join(folder, process.platform === 'win32' ? 'git.exe' : 'git'))
    .find((file) => isProgram(file) && (root === undefined || !isOf(root, file)))
  if (program !== undefined) found.set(key, program)
  return program
}

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
