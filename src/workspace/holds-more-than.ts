/** Whether a folder contains more than `most` files. Stops as soon as it knows, because the folder may be a whole disk. */
import path from 'node:path'
import { listFolder } from '../base/repo-files/list-folder.ts'

/** `folder` must be resolved. Hidden folders and installed packages do not count. Links are not followed; a folder that cannot be read counts as empty. */
export async function holdsMoreThan(folder: string, most: number): Promise<boolean> {
  const open = ['']
  let files = 0
  let folders = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (++folders > most) return true
    for (const entry of await listFolder(folder, next).catch(() => [])) {
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') open.push(path.join(next, entry.name))
      } else if (entry.isFile() && ++files > most) return true
    }
  }
  return false
}
