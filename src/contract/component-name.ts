/** A component has the name of its file: `Button.vue`, `Button/index.vue` and `button.svelte` are all Button. */
import type { SymbolFact } from '../contract/facts.ts'

/**
 * The name by which code refers to a symbol of this file: the symbol's own name, or the file's name if the symbol is the
 * component itself.
 */
export function calledName(path: string, { name, qualified_name }: Pick<SymbolFact, 'name' | 'qualified_name'>): string {
  return qualified_name === COMPONENT ? (componentName(path) ?? name) : name
}

/** `default.label` of Button.vue is `Button.label`, and `default.methods.save` is `Button.save`, as a template writes it. */
export function calledQualified(path: string, qualified: string): string[] {
  const component = qualified === COMPONENT || qualified.startsWith(`${COMPONENT}.`) ? componentName(path) : undefined
  if (component === undefined) return [qualified]
  const called = component + qualified.slice(COMPONENT.length)
  return [called, called.replace(/^([^.]+)\.(?:methods|computed|setup|watch)\./, '$1.')]
}

export const COMPONENT = 'default'

/** undefined: such a file contains no component. */
export function componentName(path: string): string | undefined {
  const [, folder = '', stem = ''] = /(?<![^/])(?:([^/]*)\/)?([^/]+)\.(?:vue|svelte)$/.exec(path) ?? []
  if (stem === '') return undefined
  const name = stem === 'index' && folder !== '' ? folder : stem
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
