/**
 * Notices git operations: changes of HEAD, the index and the current branch. These are a few single files, so a few folders in
 * `.git` are watched without their subfolders. Objects are written all the time and do not matter here.
 */
import { type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import { readGitText } from '../base/repo-files/git-folder-files.ts'
import { seeTarget } from '../base/repo-files/see.ts'
import { findGitFolders, type GitFolders } from '../workspace/git-folders.ts'

export class GitEvents {
  private readonly root: string
  private readonly onChange: () => void
  private watchers: FSWatcher[] = []
  private folders: GitFolders | undefined

  constructor(root: string, onChange: () => void) {
    this.root = root
    this.onChange = onChange
  }

  /** Starts to watch, or starts again because HEAD may be on another branch. False when not all folders can be watched. */
  async follow(): Promise<boolean> {
    this.close()
    this.folders = await findGitFolders(this.root)
    if (!this.folders) return true
    const folders = await foldersToWatch(this.folders)
    return folders.map(([folder, names]) => this.watchFolder(folder, names)).every((watched) => watched)
  }

  /** Git locks its index while it changes many files. Until it is done, the files on disk are a mixture of two states. */
  async isWriting(): Promise<boolean> {
    const lock = this.folders && path.join(this.folders.git, 'index.lock')
    return lock !== undefined && (await exists(lock))
  }

  close(): void {
    for (const watcher of this.watchers.splice(0)) watcher.close()
  }

  private watchFolder(folder: string, names: ReadonlySet<string>): boolean {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || names.has(name)) this.onChange()
      })
      // The folder is gone, or the system lost events. The listener compares again and restarts the watch.
      watcher.on('error', () => this.onChange())
      this.watchers.push(watcher)
      return true
    } catch {
      return false
    }
  }
}

type WatchedNames = readonly [folder: string, names: ReadonlySet<string>]

async function foldersToWatch({ git, common }: GitFolders): Promise<WatchedNames[]> {
  const ref = /^ref: (refs\/.+)$/m.exec((await readGitText(git, 'HEAD')) ?? '')?.[1]
  const folders: WatchedNames[] = [
    [git, new Set(['HEAD', 'index', ...(common === git ? ['packed-refs'] : [])])],
    ...(common === git ? [] : [[common, new Set(['packed-refs'])] as const]),
    // Git records every move of HEAD here, wherever the branch itself is stored.
    [path.join(git, 'logs'), new Set(['HEAD'])],
    [path.join(common, 'reftable'), new Set(['tables.list'])],
    ...(ref ? [[path.join(common, path.dirname(ref)), new Set([path.basename(ref)])] as const] : []),
  ]
  const there = await Promise.all(folders.map(([folder]) => exists(folder)))
  return folders.filter((_, at) => there[at])
}

const exists = async (absolutePath: string): Promise<boolean> => (await seeTarget(absolutePath)) !== undefined
