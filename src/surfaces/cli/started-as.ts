/** How the program was started, so that the user can type printed commands as they are, and a client can start it the same way. */

export type StartedAs = {
  /** Absent: `cairn`, from a global installation or a clone. */
  program?: string
  /** The words with which a client starts Cairn. */
  launch: readonly string[]
}

/** `npx codecairn` also finds a package of the project, but downloads it where there is none. */
export const portableLaunch: readonly string[] = ['npx', '-y', 'codecairn']

export function startedAs(script: string): StartedAs {
  const file = script.replaceAll('\\', '/')
  if (file.includes('/_npx/')) return { program: 'npx codecairn', launch: portableLaunch }
  if (file.includes('/node_modules/')) return { program: 'npx cairn', launch: portableLaunch }
  if (/(?:^|\/)cairn$/.test(file)) return { launch: ['cairn'] }
  return { launch: file.endsWith('/main.js') ? ['node', script] : portableLaunch }
}
