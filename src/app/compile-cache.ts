/**
 * Where compiled code is kept between runs, so that a cold start takes less time. It is a folder of the user: in the shared temporary
 * folder, which is Node's default, other users could put code for us to run.
 */
import nodeModule from 'node:module'
import path from 'node:path'
import { cacheFolder, environment, thisMachine } from '../config/environment.ts'

export const codeCacheFolder = (): string => path.join(cacheFolder(environment(), thisMachine()), 'code')

/** For the packages that servers and clients use, where Node can do that (22.8 and later); our own code is kept by `run-part.ts`. */
export function keepCodeOfPackages(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(cacheFolder(environment(), thisMachine()))
}
