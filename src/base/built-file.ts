/**
 * Child processes and worker threads run JavaScript, so they are started from `dist` even when this code runs from `src`
 * (tests). Returns the path of a built module or asset, relative to the calling module.
 */
import { fileURLToPath } from 'node:url'

export function builtFile(relative: string, importMetaUrl: string): string {
  // Only for a source file the path is changed to dist: an installed package may itself be below a folder called src.
  const built = importMetaUrl.endsWith('.ts') ? importMetaUrl.replace(/\/src\/(?!.*\/src\/)/, '/dist/') : importMetaUrl
  return fileURLToPath(new URL(relative, built))
}
