import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerText } from './answer-text.ts'
import type { ChatTool } from './port.ts'

const tool = (name: string, properties: object = {}): ChatTool => ({
  name,
  description: '',
  parameters: { type: 'object', properties },
})
const tools = [tool('search', { query: { type: 'string' }, limit: { type: 'integer' } }), tool('list_repos')]

/** `pieces`: the same text, as it arrived. */
function read(pieces: string | readonly string[], offered: readonly ChatTool[] = tools) {
  const passed: string[] = []
  const text = new AnswerText(offered, (piece) => passed.push(piece))
  for (const piece of [pieces].flat()) text.push(piece)
  const { text: whole, calls } = text.end()
  return { text: whole, passed: passed.join('').trimEnd(), calls: calls.map(({ name, arguments: args }) => [name, args]) }
}

const call = '{"name": "search", "arguments": {"query": "refund"}}'
const found = [['search', { query: 'refund' }]]

describe('calls in text', () => {
  it.each([
    ['two tags', `<tool_call>${call}</tool_call>\n<tool_call>{"name":"list_repos"}</tool_call>`, [...found, ['list_repos', {}]]],
    ['a tag that is not closed', `<tool_call>\n${call}`, found],
    ['lines in one tag', `<tool_call>\n${call}\n{"name":"list_repos"}\n</tool_call>`, [...found, ['list_repos', {}]]],
    ['a list', `<|tool_call|>[${call}]<|/tool_call|>`, found],
    ['a list that is not closed by a tag', `<|tool_call|>[${call}]`, found],
    ['arguments as text', '<tool_call>{"name":"search","arguments":"{\\"query\\":\\"refund\\"}"}</tool_call>', found],
    ['parameters', '<|python_tag|>{"type":"function","name":"search","parameters":{"query":"refund"}}', found],
    ['a function inside', '```json\n{"function": {"name": "search", "arguments": {"query": "refund"}}}\n```', found],
    [
      'the tag of a function in the tag of a call',
      '<tool_call>\n<function=search>\n<parameter=query>\nrefund\n</parameter>\n</function>\n</tool_call>',
      found,
    ],
    ['parameters that are not closed', '<function=search>\n<parameter=query> refund\n', found],
    [
      'a number by the schema',
      '<function=search><parameter=query>42</parameter><parameter=limit>5</parameter></function>',
      [['search', { query: '42', limit: 5 }]],
    ],
    [
      'Mistral with names',
      '[TOOL_CALLS]search[ARGS]{"query": "refund"}[TOOL_CALLS]list_repos[ARGS]{}',
      [...found, ['list_repos', {}]],
    ],
    ['Mistral without marks', '[TOOL_CALLS]search{"query": "refund"}', found],
    ['a tool that does not exist', '<tool_call>{"name":"grep","arguments":{}}</tool_call>', [['grep', {}]]],
    ['malformed arguments', '<tool_call>{"name": "search", "arguments": {"query": </tool_call>', [['search', undefined]]],
  ])('[LL5] %s', (_, text, calls) => {
    expect(read(text)).toEqual({ text: '', passed: '', calls })
  })

  it.each([
    ['a tag in quotes', 'Models write `<tool_call>` before a call.'],
    ['a mark without a call', 'It begins with <tool_call> and ends so.'],
    ['code with a tag', '```python\nprint("<tool_call>{}</tool_call>")\n```\nDone.'],
    ['JSON that is no call', 'Its settings:\n```json\n{"name": "shop", "version": 1}\n```\nDone.'],
    ['JSON as an answer', '{"answer": 1}'],
    ['a list as an answer', '[refund](src/refund.ts) gives money back.'],
    ['an open block', '```\n{"name": "shop"'],
    ['marks that begin and do not end', 'a < b, `` and [TOOL'],
    ['a long first line of a block', `\`\`\`${'x'.repeat(100)}`],
    ['a block in a line', 'Use ```{"a": 1}``` here.'],
  ])('[LL5] text stays text: %s', (_, text) => {
    expect(read(text)).toEqual({ text, passed: text, calls: [] })
  })

  it('[LL5] without tools nothing is taken for a call', () => {
    expect(read(call, [])).toEqual({ text: call, passed: call, calls: [] })
  })

  it('[LL4] thoughts are left out, also when only their end is marked', () => {
    expect(read('<think>I search.</think>\n\nYes.')).toMatchObject({ text: 'Yes.', passed: 'Yes.' })
    expect(read('<think>I search')).toMatchObject({ text: '', passed: '' })
    expect(read('I search.</think>\nYes.').text).toBe('Yes.')
    expect(read(`<think>\n<tool_call>${call}</tool_call></think>${call}`)).toMatchObject({ text: '', calls: found })
  })

  it('[LL1] plain text and code are passed on while they arrive', () => {
    const passed: string[] = []
    const text = new AnswerText(tools, (piece) => passed.push(piece))
    text.push('It is here:\n```ts\nconst a')
    text.push(' = 1\n')
    expect(passed.join('')).toBe('It is here:\n```ts\nconst a = 1\n')
  })

  const fragments = [
    '<tool_call>',
    '</tool_call>',
    '<think>',
    '</think>',
    '```',
    '```json\n',
    '\n',
    call,
    '{',
    '`',
    '<',
    '[TOOL_CALLS]',
    '<function=',
    'word ',
    ' ',
  ]
  const texts = fc.array(fc.constantFrom(...fragments), { maxLength: 8 }).map((parts) => parts.join(''))

  it('[LL5] the pieces in which a text arrives change nothing', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 7 }), (text, size) => {
        const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
        const [whole, split] = [read(text), read(pieces)]
        expect({ text: split.text, calls: split.calls }).toEqual({ text: whole.text, calls: whole.calls })
      }),
      { numRuns: 1_000, examples: [['``````<tool_call></think><tool_call>```json\n', 1]] },
    )
  })

  it('[LL5] the text of a turn is what was passed on, unless only the end of a thought was marked', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(!text.includes('</think>'))
        const { text: whole, passed } = read(text)
        expect(passed).toBe(whole)
      }),
    )
  })
})
