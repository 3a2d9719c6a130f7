/** A repo, ready to be linked. Nothing is read until a file needs it. */
import { meaningOfExpression } from './expression.ts'
import { families } from './families.ts'
import type { Family } from './family.ts'
import type { SymbolSource } from './port.ts'
import { Project } from './project.ts'
import { valueHeld } from './values.ts'

export const openProject = (source: SymbolSource, linked: ReadonlyMap<string, Family> = families): Project =>
  new Project(source, linked, { meaningOfExpression, valueHeld })
