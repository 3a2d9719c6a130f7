/** Finds the source file for a path without extension, or with the extension of the build's output. */
import type { Bench } from '../bench.ts'
import { folderOf, inFolder, joinPath } from '../folders.ts'
import { asString, readJson } from './json.ts'

const extensions = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.d.ts',
  '.d.mts',
  '.d.cts',
  '.json',
  '.vue',
  '.svelte',
]
/** The source extensions that an extension in an import may mean, most likely first. */
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx', '.d.ts'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs', '.d.mts'],
  '.cjs': ['.cts', '.cjs', '.d.cts'],
}

export function probe(bench: Bench, path: string): string | undefined {
  const extension = /\.[mc]?jsx?$/.exec(path)?.[0] ?? ''
  const stem = path.slice(0, path.length - extension.length)
  for (const source of sources[extension] ?? []) if (bench.has(stem + source)) return stem + source
  if (path !== '' && bench.has(path)) return path
  for (const added of extensions) if (path !== '' && bench.has(path + added)) return path + added
  return probeFolder(bench, path)
}

function probeFolder(bench: Bench, folder: string): string | undefined {
  if (!bench.folders.has(folder)) return undefined
  const manifest = folder === '' ? {} : readJson(bench.text(inFolder(folder, 'package.json')))
  for (const field of ['types', 'module', 'main']) {
    const main = asString(manifest[field])
    const target = main === '' ? undefined : joinPath(folder, main)
    if (target && target !== folder && folderOf(target).startsWith(folder)) {
      const found = bench.deeper(() => probe(bench, target))
      if (found) return found
    }
  }
  for (const added of extensions) {
    const index = inFolder(folder, `index${added}`)
    if (bench.has(index)) return index
  }
  return undefined
}
