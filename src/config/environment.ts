/** Reads the process's environment once, and says where on this machine settings and data are stored. */
import os from 'node:os'
import path from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** A copy: later changes to the process's environment are not seen. Also what git and other children are started with. */
export const environment = (): Environment => ({ ...process.env })

export type Machine = { platform: NodeJS.Platform; home: string }
export const thisMachine = (): Machine => ({ platform: process.platform, home: homeFolder() })

/** A relative HOME would be another folder for each working folder. */
function homeFolder(): string {
  const home = os.homedir()
  return path.isAbsolute(home) ? home : os.userInfo().homedir
}

/** Where the store and the registry live unless set otherwise. */
export function dataFolder(variables: Environment, { platform, home }: Machine): string {
  const xdg = absolute(variables.XDG_DATA_HOME)
  if (xdg) return path.join(xdg, 'cairn')
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'cairn')
  if (platform === 'win32') return path.join(absolute(variables.LOCALAPPDATA) ?? path.join(home, 'AppData', 'Local'), 'cairn')
  return path.join(home, '.local', 'share', 'cairn')
}

/** For files that can be made again at any time. */
export function cacheFolder(variables: Environment, { platform, home }: Machine): string {
  const xdg = absolute(variables.XDG_CACHE_HOME)
  if (xdg) return path.join(xdg, 'cairn')
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'cairn')
  if (platform === 'win32') return path.join(dataFolder(variables, { platform, home }), 'cache')
  return path.join(home, '.cache', 'cairn')
}

/** The user's own `config.json`. */
export function userFile(variables: Environment, { platform, home }: Machine): string {
  const xdg = absolute(variables.XDG_CONFIG_HOME)
  if (xdg) return path.join(xdg, 'cairn', 'config.json')
  if (platform === 'darwin') return path.join(home, 'Library', 'Preferences', 'cairn', 'config.json')
  if (platform === 'win32')
    return path.join(absolute(variables.APPDATA) ?? path.join(home, 'AppData', 'Roaming'), 'cairn', 'config.json')
  return path.join(home, '.config', 'cairn', 'config.json')
}

/** A relative XDG path counts as not set; the XDG specification requires this. */
const absolute = (folder: string | undefined): string | undefined => (folder && path.isAbsolute(folder) ? folder : undefined)
