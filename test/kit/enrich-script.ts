/** Plays a model that writes texts: reads what it was asked from the request, and answers with a record. */
import type { ChatAsked, ScriptedReply } from './chat-server.ts'

export type EnrichAsked = {
  level: 'symbol' | 'file' | 'module' | 'repo'
  /** Of a symbol or folder; '' otherwise. */
  name: string
  /** Everything between the marks: what the model is asked about. */
  data: string
}

export function enrichAsked({ body }: ChatAsked): EnrichAsked {
  const [system = '', user = ''] = body.messages.map(({ content }) => content ?? '')
  const data = /^-----BEGIN DATA (\S+)-----\n([\s\S]*)\n-----END DATA \1-----$/.exec(user)?.[2]
  if (data === undefined) throw new Error(`the source is not fenced: ${user.slice(0, 200)}`)
  const level = (/describe one (definition|file|folder|repository)/.exec(system)?.[1] ?? '') as keyof typeof levels
  const name = level === 'definition' ? data.split('\n')[0]?.split(' ')[2] : /^folder (\S+)\/$/m.exec(data)?.[1]
  return { level: levels[level], name: name ?? '', data }
}
const levels = { definition: 'symbol', file: 'file', folder: 'module', repository: 'repo' } as const

export function recordAbout({ level, name, data }: EnrichAsked, given: Record<string, unknown> = {}): Record<string, unknown> {
  const isSource = level === 'symbol' || level === 'file'
  return {
    summary: `This ${level}${name === '' ? '' : ` (${name.split('/').at(-1)})`} has ${data.length} characters, with the sum ${sumOf(data)}.`,
    usage_guide: 'Use it with care.',
    ...{ inputs: [], outputs: [], side_effects: [], pitfalls: ['Read it first.'], usage_snippet: '', tags: [level] },
    evidence: isSource ? [{ field: 'summary', lines: '1-2' }] : [],
    ...given,
  }
}

const sumOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)

export const answer = (record: unknown): ScriptedReply => ({ text: `\`\`\`json\n${JSON.stringify(record)}\n\`\`\`` })

/** A good model; `odd` may answer otherwise. */
export const enrichScript =
  (odd: (asked: EnrichAsked, request: ChatAsked) => ScriptedReply | undefined = () => undefined) =>
  (request: ChatAsked): ScriptedReply => {
    const asked = enrichAsked(request)
    return odd(asked, request) ?? answer(recordAbout(asked))
  }
