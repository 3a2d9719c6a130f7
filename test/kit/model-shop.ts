/**
 * Two small repos, and an app whose language model is a scripted server. One home for a test file; every app is closed when the file
 * ends.
 */
import path from 'node:path'
import { afterAll, vi } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import type { App, CallOptions } from '../../src/app/port.ts'
import type { AnswerEvent } from '../../src/contract/answer-event.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import type { Answer } from '../../src/contract/items.ts'
import { type ChatAsked, type ChatScript, type ChatServerOptions, chatServer } from './chat-server.ts'
import { gitRepo, tempFolder } from './temp-repo.ts'

export const modelShop = {
  'README.md': '# Shop\n\nSells books to readers.\n\n## Release\n\nTag the commit, then run the release script.\n',
  'src/pay/ledger.py':
    '"""Keeps every booking."""\n\n\nclass Ledger:\n    """Bookings of one customer."""\n\n    def post(self, amount):\n        """Books an amount."""\n        return amount\n',
  'src/pay/refund.py':
    'from .ledger import Ledger\n\n\ndef refund(order):\n    """Gives the money of an order back."""\n    return Ledger().post(-order.amount)\n',
  'src/web/page.py': 'from src.pay.refund import refund\n\n\ndef refund_button(order):\n    return refund(order)\n',
  '.env': 'API_KEY=do-not-show-this-value\n',
}
const parcels = { 'README.md': '# Parcels\n\nTracks parcels.\n', 'track.py': 'def track(parcel):\n    return parcel\n' }

const open: App[] = []
afterAll(async () => {
  for (const app of open.splice(0)) await app.close()
  vi.unstubAllEnvs()
})

type Setup = { options?: ChatServerOptions; flags?: Record<string, string>; surface?: 'cli' | 'library' | 'mcp' }

/** The repo that questions are asked from, indexed, with another one beside it. */
export async function openModelShop(): Promise<string> {
  vi.stubEnv('CAIRN_HOME', path.join(tempFolder('cairn-desk'), 'home'))
  const root = gitRepo(modelShop, 'shop')
  const app = await createApp({ cwd: root, surface: 'cli' })
  await app.index([root, gitRepo(parcels, 'parcels')])
  await app.close()
  return root
}

/** An app with this model. */
export async function withModelServer(root: string, script: ChatScript, { options, flags = {}, surface = 'cli' }: Setup = {}) {
  const server = await chatServer(script, options)
  const app = await createApp({
    cwd: root,
    surface,
    flags: { llm: 'local', llm_url: server.url, llm_model: 'small', llm_timeout_ms: '20000', ...flags },
  })
  open.push(app)
  const events: AnswerEvent[] = []
  const ask = async (query: string, more: Record<string, unknown> = {}, asked: CallOptions = {}) => {
    const onAnswerEvent = (event: AnswerEvent): void => void events.push(event)
    const result = (await app.callTool(
      'ask_codebase',
      { query, budget_ms: 60_000, ...more },
      { onAnswerEvent, ...asked },
    )) as RagResult<Answer>
    return { result, answer: result.items[0] as Answer }
  }
  return { server, app, ask, events, steps: () => events.filter((event) => event.event === 'step') }
}

export const places = ({ citations }: Answer): string[] => citations.map((one) => `${one.path}:${one.start_line}-${one.end_line}`)
export const told = ({ body }: ChatAsked): string => body.messages.map(({ content }) => content ?? '').join('\n')
/** The answer of the last tool, as the model reads it. */
export const lastTool = ({ body }: ChatAsked): string => body.messages.filter(({ role }) => role === 'tool').at(-1)?.content ?? ''
/** What a good model writes about a refund. */
export const good = 'It books the negative amount: `src/pay/refund.py:4-6`.'
