/** Asks for a text about one definition. Raise the version when the words change: texts of other versions are kept, and asked for anew when their source changes. */
import { evidenceWords, recordWords, ruleWords } from './record-words.ts'

export const symbolPrompt = {
  version: 'symbol-1',
  text: `You describe one definition of a program, for developers who search and use the code.
${recordWords}${evidenceWords}
${ruleWords}`,
}
