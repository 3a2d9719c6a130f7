/**
 * Keeps compiled code between runs where Node can do that (22.8 and later), so that a cold start takes less time. The cache is in
 * a folder of the user: Node's default is the shared temporary folder, where other users could put code for us to run.
 */
import { enableCompileCache } from '../base/compile-cache.ts'
import { cacheFolder, environment, thisMachine } from '../config/environment.ts'

export function keepCompiledCode(): void {
  enableCompileCache(cacheFolder(environment(), thisMachine()))
}
