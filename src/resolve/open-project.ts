/** A repo, ready to be linked. Nothing is read until a file asks for it. */
import { families } from './families.ts'
import type { SymbolSource } from './port.ts'
import { Project } from './project.ts'

export const openProject = (source: SymbolSource): Project => new Project(source, families)
