/** What others see of a JavaScript module: its exports, under the names that its path and the manifests give it. */
import { folderOf, inFolder } from '../folders.ts'
import type { Relinking } from '../relinking.ts'

const manifests = /(^|\/)(package\.json|[jt]sconfig[^/]*\.json|svelte\.config\.js)$/
const folderFiles = /(^|\/)index\.(?:[mc]?[jt]sx?|json|vue|svelte)$/

export const javascriptRelinking: Relinking = {
  manifests,
  folderFiles,
  closedModules: true,
  namesAreTaken: true,
  modulesArePaths: true,

  mayBeAny: (module) => !module.startsWith('.'),

  /** A manifest may name it, or it is a package's entry; deeper inside a package it would need an entry in the manifest. */
  hasOtherName(path, paths, mentioning) {
    for (const file of mentioning) if (manifests.test(file)) return true
    if (!folderFiles.test(path)) return false
    const folder = folderOf(path)
    return [folder, folderOf(folder)].some((around) => paths.has(inFolder(around, 'package.json')))
  },
}
