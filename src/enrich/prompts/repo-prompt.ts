/** Asks for a text about a whole repo, from what was written about the folders and files at its root. */
import { recordWords, ruleWords } from './record-words.ts'

export const repoPrompt = {
  version: 'repo-1',
  text: `You describe one repository, for developers who see it for the first time: what it is for, and which part does what.
${recordWords}}
${ruleWords}`,
}
