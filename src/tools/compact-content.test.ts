import { describe, expect, it } from 'vitest'
import { sectionFact } from '../../test/kit/facts.ts'
import { linesOfSection } from './compact-content.ts'

describe('the lines of a section', () => {
  const sections = [
    sectionFact({ header_path: 'Guide', end_line: 2 }),
    sectionFact({ header_path: 'Guide > Retry', start_line: 3, end_line: 4 }),
    sectionFact({ header_path: 'Other', start_line: 5, end_line: 5 }),
  ]
  it('[TO40] those of a heading without text include the sections below it', () => {
    for (const under of ['', '=====', '  ~~~ ', '---'])
      expect(linesOfSection(['Guide', under, '## Retry', 'Waits.', '# Other'], sections, 0)).toEqual({
        start_line: 1,
        end_line: 4,
      })
    expect(linesOfSection(['Guide', 'Read it.', '## Retry', 'Waits.', '# Other'], sections, 0)).toEqual({
      start_line: 1,
      end_line: 2,
    })
  })
  it('[TO40] a line of a million spaces is read in one pass', () => {
    const lines = ['Guide', `${' '.repeat(1_000_000)}x`, '## Retry', 'Waits.', '# Other']
    expect(linesOfSection(lines, sections, 0)).toEqual({ start_line: 1, end_line: 2 })
  })
})
