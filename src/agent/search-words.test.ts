import { expect, it } from 'vitest'
import { folderIn, searchWords } from './search-words.ts'

it('[AG3] the words that only say the level are not searched for', () => {
  for (const [level, query, words] of [
    ['symbol', 'find function refund', 'find refund'],
    ['symbol', 'where is computeRoute defined', 'where is computeRoute'],
    ['symbol', 'Class methods', 'Class methods'],
    ['symbol', 'classify', 'classify'],
    ['module', 'what is in the pay folder?', 'what is in the pay ?'],
    ['module', 'what is in src/module/pay', 'what is in src/module/pay'],
    ['repo', 'which repos use kafka', 'which use kafka'],
    ['repo', 'which repos are there', 'which repos are there'],
    ['file', 'how does the class loader work', 'how does the class loader work'],
    ['doc', 'naming conventions for classes', 'naming conventions for classes'],
  ] as const)
    expect(searchWords(query, level), query).toBe(words)
})

it('[AG5] a folder is found in the question by its path', () => {
  for (const [query, folder] of [
    ['what is in src/pay', 'src/pay'],
    ['what is in src/pay/?', 'src/pay'],
    ['contents of ./lib/net', 'lib/net'],
    ['lib/', 'lib'],
    ['overview of "packages/@acme/core"', 'packages/@acme/core'],
    ['what is in the pay folder', undefined],
    ['src/pay/refund.py', undefined],
    ['/etc/passwd', undefined],
  ] as const)
    expect(folderIn(query), query).toBe(folder)
})
