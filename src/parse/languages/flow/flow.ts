/** JavaScript with Flow's types: the TSX grammar reads most of it. Classes need not declare their fields. */
import type { CodeLanguage } from '../../language.ts'
import { finishDeclared } from '../javascript/javascript.ts'
import { tsx } from '../typescript/typescript.ts'
import { mendFlow } from './mend.ts'

export const flow: CodeLanguage = {
  ...tsx,
  mend: mendFlow,
  declared: (file) => finishDeclared(file, { undeclared: true }),
}
