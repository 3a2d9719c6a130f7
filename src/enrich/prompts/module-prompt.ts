/** Asks for a text about a folder, from what was written about the files and folders in it. */
import { recordWords, ruleWords } from './record-words.ts'

export const modulePrompt = {
  version: 'module-1',
  text: `You describe one folder of a program, for developers who look for the right place in the code: what its parts do together.
${recordWords}}
${ruleWords}`,
}
