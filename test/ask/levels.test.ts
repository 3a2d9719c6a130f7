/**
 * The level that is chosen for questions as people type them (promise AG34). `levels.txt` was written before the rules, `levels-second.txt`
 * before their second version, `levels-held-out.txt` after the last change; rules are never changed for the held-out ones. `misses.txt`
 * lists what is chosen wrong, so that a change of the rules shows as a diff. Record again with `RECORD_LEVELS=1 npx vitest run test/ask`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseLevel } from '../../src/agent/choose-level.ts'
import { searchLevels } from '../../src/contract/items.ts'

const here = import.meta.dirname
const sets = ['levels', 'levels-second', 'levels-held-out'] as const
type Asked = { level: string; query: string }

const questionsOf = (set: string): Asked[] =>
  readFileSync(path.join(here, `${set}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [level = '', query = ''] = line.split('\t')
      return { level, query }
    })
const missesOf = (set: string): Asked[] => questionsOf(set).filter(({ level, query }) => chooseLevel(query).level !== level)

describe('the level of a question', () => {
  it('[AG34] is right for 90 % of the questions that were written before the rules', () => {
    for (const set of ['levels', 'levels-second'])
      expect(missesOf(set).length / questionsOf(set).length, set).toBeLessThanOrEqual(0.1)
  })

  it('[AG34] every level has at least 10 questions', () => {
    const all = questionsOf('levels')
    for (const level of searchLevels) expect(all.filter((each) => each.level === level).length, level).toBeGreaterThanOrEqual(10)
    for (const { level } of sets.flatMap(questionsOf)) expect(searchLevels).toContain(level)
  })

  it('[AG34] the wrong ones are those recorded', () => {
    const text = sets
      .flatMap((set) => {
        const misses = missesOf(set)
        const all = questionsOf(set).length
        const lines = misses.map(({ level, query }) => `${level} | ${chooseLevel(query).level} | ${query}`)
        return [`# ${set}: ${all - misses.length} of ${all} right. level wanted | chosen | question`, ...lines, '']
      })
      .join('\n')
    const file = path.join(here, 'misses.txt')
    if (process.env.RECORD_LEVELS === '1') writeFileSync(file, text)
    expect(text).toBe(readFileSync(file, 'utf8'))
  })
})
