/** How the program was started, so that the commands it prints can be typed as printed. */

/** Undefined program: `cairn`, from a global installation or a clone. */
export function startedAs(script: string): { program?: string } {
  const place = script.replaceAll('\\', '/')
  if (place.includes('/_npx/')) return { program: 'npx codecairn' }
  return place.includes('/node_modules/') ? { program: 'npx cairn' } : {}
}
