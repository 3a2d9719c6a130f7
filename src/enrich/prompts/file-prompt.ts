/** Asks for a text about one file, from what was written about its definitions and from its source. */
import { evidenceWords, recordWords, ruleWords } from './record-words.ts'

export const filePrompt = {
  version: 'file-1',
  text: `You describe one file of a program, for developers who search and use the code: what it is for, and what it offers.
${recordWords}${evidenceWords}
${ruleWords}`,
}
