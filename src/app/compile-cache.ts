/**
 * Compiled code is kept between runs where Node can do that (22.8 and later): a cold start then costs less. In a folder of the
 * user's own: Node's default lies in the shared temporary folder, where others could put code for us to run.
 */
import nodeModule from 'node:module'
import { cacheFolder, environment, thisMachine } from '../config/environment.ts'

export function enableCompileCache(): void {
  const { enableCompileCache: enable } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  enable?.(cacheFolder(environment(), thisMachine()))
}
