/**
 * The folders of the PATH in which a program may be searched. The system's own search would also take one from the current folder (an
 * empty or relative entry; on Windows always), or from `node_modules/.bin`, which `npx` puts first: both may belong to a repo.
 */
import path from 'node:path'

export type Variables = Readonly<Record<string, string | undefined>>

export function programFolders(variables: Variables): string[] {
  const all = Object.entries(variables).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  return all
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !/[\\/]node_modules[\\/]+\.bin[\\/]*$/.test(folder))
}
