import { describe, expect, it } from 'vitest'
import { asksAboutThisRepo, chooseLevel, isGeneric } from './choose-level.ts'

const table: Record<string, readonly string[]> = {
  repo: [
    'which repos use kafka',
    'Which of our repositories parse invoices?',
    'what projects do we have',
    'which project handles billing',
    'list all repos',
    'overview of the repo',
    'give me an overview of this codebase',
    'What does this project do?',
    'what is this repository about',
    'project overview',
    'overview',
  ],
  module: [
    'what is in folder src/pay',
    "what's in the pay folder?",
    'what is in src/pay',
    'what is in src/pay/',
    'contents of lib/net/http',
    'which folder holds the parsers',
    'what package does the retry code live in',
    'what does the auth module do',
    'what is the package billing for?',
    'what does src/freshness contain',
    'src/pay',
    'src/pay/',
  ],
  doc: [
    'how do we release',
    'how should I name a test',
    'how to add a language',
    'naming conventions for classes',
    'guideline for error messages',
    'design principles',
    'where is the documentation of the settings',
    'why do we use sqlite',
    'our policy on dependencies',
    'setup',
    'release process',
    'development setup',
    'installation instructions',
  ],
  symbol: [
    'find function retryUpload',
    'find the class that keeps bookings',
    'which method books an amount',
    'where is computeRoute defined',
    'definition of Ledger',
    'the function that computes a fine',
    'computeRoute',
    'Auth.login',
    'std::sort',
    '`retry_upload()`',
    'sym:src.auth.Auth.login',
    'Größe',
  ],
  file: [
    'how does the retry work',
    'how are class loaders chosen',
    'how does the lock release work',
    'how does read/write locking work',
    'where do we retry a failed upload',
    'why is the index stale after a branch switch',
    'src/pay/refund.py',
    'README.md',
    'retry a failed upload',
    'why does client/server sync fail',
    '',
  ],
}

describe('the level of a question', () => {
  for (const [level, questions] of Object.entries(table))
    it.each(questions)(`[AG2] ${level}: %s`, (question) => {
      expect(chooseLevel(question)).toMatchObject({ level, because: expect.stringMatching(/\w/) })
    })

  it('[AG2] letter case, white space and punctuation around a question change nothing', () => {
    for (const questions of Object.values(table))
      for (const question of questions.filter((each) => /^[a-z ]+$/.test(each)))
        expect(chooseLevel(`  ${question.toUpperCase()} ?`), question).toEqual(chooseLevel(question))
  })

  it('[AG2] a long question is decided by its beginning', () => {
    const pasted = ` ${'at run (src/pay/ledger.py:12) '.repeat(5000)}`
    expect(chooseLevel(`how do we read such a log:${pasted}`).level).toBe('doc')
    expect(chooseLevel(`why does this happen:${pasted} which repos`).level).toBe('file')
  })
})

it('[AG9] a question for an overview has no word to search for', () => {
  for (const question of ['which repos are there', 'What is this project about?', 'overview of the codebase', 'list repos'])
    expect(isGeneric(question), question).toBe(true)
  for (const question of ['which repos use kafka', 'overview of the billing project'])
    expect(isGeneric(question), question).toBe(false)
  expect(asksAboutThisRepo('what does this project do')).toBe(true)
  expect(asksAboutThisRepo('which projects are there')).toBe(false)
})
