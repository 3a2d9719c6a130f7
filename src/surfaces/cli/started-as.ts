/** How the program was started, so that the user can type printed commands as they are. */

/** Undefined program: `cairn`, from a global installation or a clone. */
export function startedAs(script: string): { program?: string } {
  const file = script.replaceAll('\\', '/')
  if (file.includes('/_npx/')) return { program: 'npx codecairn' }
  return file.includes('/node_modules/') ? { program: 'npx cairn' } : {}
}
