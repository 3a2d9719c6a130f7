/** The environment of the pager: neither it nor what it starts is searched in the current folder, or in packages of a project. */
import path from 'node:path'
import { programFolders, type Variables } from '../base/program-folders.ts'
import { environment } from '../config/environment.ts'

export function pagerEnvironment(variables: Variables = environment()): Variables {
  const folders = programFolders(variables)
  return { ...variables, PATH: folders.length > 0 ? folders.join(path.delimiter) : '/usr/bin:/bin' }
}
