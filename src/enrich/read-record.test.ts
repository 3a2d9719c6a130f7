import { describe, expect, it } from 'vitest'
import { readRecord } from './read-record.ts'

const record = {
  summary: 'Gives money back.',
  usage_guide: 'Call it once.',
  inputs: ['order: what was paid'],
  outputs: ['the amount'],
  side_effects: [],
  pitfalls: [],
  usage_snippet: 'refund(order)',
  tags: ['payment'],
  evidence: [{ field: 'summary', lines: '1-2' }],
}
const { summary, usage_guide, ...details } = record
const read = { state: 'read', record: { summary, usage_guide, details } }

describe('the record that a model wrote', () => {
  it('[EC19] is read bare, in a code fence, after words, and after thoughts that contain braces', () => {
    const json = JSON.stringify(record, null, 2)
    for (const text of [json, `\`\`\`json\n${json}\n\`\`\``, `Here it is:\n${json}\nDone.`, `<think>{ hm }</think>${json}`])
      expect(readRecord(text)).toEqual(read)
  })

  it('[EC19] small mistakes are repaired: commas before an end, one text for a list, objects, null, numbers of lines', () => {
    const text = `{"summary": " Gives money back. ", "usage_guide": "Call it once.", "inputs": [{"name": "order", "meaning": "what was paid"}],
      "outputs": "the amount", "side_effects": null, "usage_snippet": "\`\`\`ts\\nrefund(order)\\n\`\`\`", "tags": ["payment", ""],
      "evidence": [{"field": "summary", "lines": [1, 2]},],}`
    expect(readRecord(text)).toEqual(read)
    const lines = (given: unknown) => {
      const found = readRecord(JSON.stringify({ summary: 'x', evidence: [{ field: 'summary', lines: given }] }))
      return found.state === 'read' ? found.record.details.evidence[0]?.lines : found.reason
    }
    expect([3, '3', 'L3-L5', '3 – 5', [3, 4, 5]].map(lines)).toEqual(['3', '3', '3-5', '3-5', '3-5'])
  })

  it('[EC19] a comma inside a text stays', () => {
    const found = readRecord('{"summary": "Takes [a,] and {b,}", "tags": ["x",]}')
    expect(found).toMatchObject({ state: 'read', record: { summary: 'Takes [a,] and {b,}' } })
  })

  it.each([
    ['no JSON', 'I cannot do that.'],
    ['a list', '[1, 2]'],
    ['an object that is cut', '{"summary": "Gives'],
    ['no summary', '{"text": "x"}'],
    ['an empty summary', '{"summary": "  "}'],
    ['a summary that is no text', '{"summary": ["x"]}'],
    ['a summary of a page', JSON.stringify({ summary: 'x'.repeat(2_000) })],
    ['a list with a number', '{"summary": "x", "inputs": [1]}'],
    ['an object for a list', '{"summary": "x", "pitfalls": {"a": "b"}}'],
    ['evidence without lines', '{"summary": "x", "evidence": [{"field": "summary"}]}'],
    ['evidence that ends before it begins', '{"summary": "x", "evidence": [{"field": "summary", "lines": "5-3"}]}'],
    ['evidence of line 0', '{"summary": "x", "evidence": [{"field": "summary", "lines": 0}]}'],
  ])('[EC19] %s is unreadable', (_, text) => {
    expect(readRecord(text)).toEqual({ state: 'unreadable', reason: expect.any(String) })
  })

  it('[EC19] a long answer of any shape is read in bounded time', () => {
    for (const part of ['{', '[', '{"a":', '"', '<think>', '\\', ',}'])
      expect(readRecord(`{"summary": "x" ${part.repeat(50_000)}`).state).toBe('unreadable')
  })
})
