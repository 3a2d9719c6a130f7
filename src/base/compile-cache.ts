/** Node's cache of compiled code (22.8 and later; nothing happens before). Without it a program compiles all its code anew at each start. */
import nodeModule from 'node:module'
import path from 'node:path'

type WithCache = { enableCompileCache?: (folder: string) => unknown; getCompileCacheDir?: () => string | undefined }
const { enableCompileCache: enable, getCompileCacheDir: folderInUse } = nodeModule as WithCache

/** What is imported afterwards comes from the cache, or goes into it. */
export function enableCompileCache(folder: string): void {
  enable?.(folder)
}

/** The folder that this process was told, for its children. */
export function compileCacheFolder(): string | undefined {
  const own = folderInUse?.()
  // Each version of Node has a folder of its own in it.
  return own === undefined ? undefined : path.dirname(own)
}
