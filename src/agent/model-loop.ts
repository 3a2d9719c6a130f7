/**
 * A language model answers a question. It gets the evidence first, may call tools, and writes. Every way to go wrong ends in an
 * answer or in a reason why there is none: it calls what does not exist, repeats itself, never stops, writes nothing, cannot call
 * tools at all, or has too small a context.
 */
import type { Answer, FileContent } from '../contract/items.ts'
import { visibleLine } from '../contract/visible.ts'
import type { ChatTurn } from '../llm/port.ts'
import { createDataFence, type DataFence, withoutMarks } from './data-fence.ts'
import type { ModelAccess } from './model-access.ts'
import { CALLS_PER_TURN, type CallRules, createModelCalls, type ModelCalls, toolsForModel } from './model-calls.ts'
import {
  afterEvidence,
  afterPlannedEvidence,
  callRefused,
  plannedSystemPrompt,
  questionPrompt,
  searchAsked,
  secondEvidence,
  systemPrompt,
  writeNow,
  wroteNothing,
} from './model-prompts.ts'
import { createModelSession, type ModelSession } from './model-session.ts'
import { createShownLines, type ShownLines } from './shown-lines.ts'
import { clipData, type Entry } from './token-budget.ts'

export type ModelQuestion = {
  query: string
  /** What was found without the model. */
  evidence: Answer
  /** The repos asked. */
  repos: readonly string[]
  rules: CallRules
}

export type Written =
  | { state: 'written'; text: string; isCut: boolean; shown: ShownLines; calls: ModelCalls }
  /** `because` completes "The model …". */
  | { state: 'nothing'; because: string }

/** Turns in which tools may be called; then the model must write. */
const MOST_TURNS = 8
/** Turns in a row without one new call, after which the model must write. */
const IDLE_TURNS = 2
/** A context this small has no room for the descriptions of the tools. */
const LEAST_CONTEXT = 4_000

type Room = {
  question: ModelQuestion
  access: ModelAccess
  fence: DataFence
  context: number
  signal: AbortSignal
  shown: ShownLines
}

export async function askModel(question: ModelQuestion, access: ModelAccess, signal: AbortSignal): Promise<Written> {
  const { tools, context_tokens } = await access.model.facts(signal)
  const shown = createShownLines()
  await rememberEvidence(question, access, shown)
  const room: Room = { question, access, fence: createDataFence(), context: context_tokens, signal, shown }
  return tools === false || context_tokens < LEAST_CONTEXT ? withoutTools(room) : withTools(room)
}

/** The evidence is text, so what it quotes is read once more. Lines that changed since are not what the model is shown. */
async function rememberEvidence({ evidence, rules }: ModelQuestion, access: ModelAccess, shown: ShownLines): Promise<void> {
  const isQuoted = (line: string): boolean => evidence.answer.includes(visibleLine(line).trim())
  const options = rules.repos ? { repos: rules.repos } : {}
  for (const { repo_id, path, start_line, end_line } of evidence.citations) {
    const { items } = await access.callTool('get_file', { repo_id, file_path: path, start_line, end_line }, options)
    shown.add((items as FileContent[]).filter(({ code }) => code.split('\n').every(isQuoted)))
  }
}

async function withTools(room: Room): Promise<Written> {
  const { access, question, shown } = room
  const tools = toolsForModel(access.tools, room.context)
  const calls = createModelCalls(access, question.rules)
  const session = open(room)
  for (const entry of opening(room)) session.add(entry)
  let idle = 0
  for (let turn = 1; turn <= MOST_TURNS && idle < IDLE_TURNS; turn++) {
    const asked = await session.ask(tools)
    if (asked.state === 'no-tools') return withoutTools(room)
    if (asked.state === 'too-long') return tooLong
    if (asked.turn.calls.length === 0) return written(asked.turn, session, { shown, calls })
    const isNew = await answerCalls(asked.turn, session, calls, shown, () => session.room(tools))
    idle = isNew ? 0 : idle + 1
  }
  session.add(said(writeNow))
  const last = await session.ask([])
  return last.state === 'answered' ? written(last.turn, session, { shown, calls }) : tooLong
}

/** Whether a tool was asked at all. */
async function answerCalls(
  { calls: wanted }: ChatTurn,
  session: ModelSession,
  calls: ModelCalls,
  shown: ShownLines,
  room: () => number,
): Promise<boolean> {
  let isNew = false
  for (const [at, call] of wanted.entries()) {
    const { text, result } = at < CALLS_PER_TURN ? await calls.make(call, room()) : { text: callRefused.tooMany }
    shown.add(result?.items ?? [])
    isNew ||= result !== undefined
    const message = { role: 'tool', call_id: call.id, name: call.name } as const
    session.add(result ? { message: { ...message, text: '' }, data: text } : { message: { ...message, text } })
  }
  return isNew
}

/** The evidence, one more search with words of the model if it wants, and the answer. */
async function withoutTools(room: Room): Promise<Written> {
  const { access, question, shown } = room
  const calls = createModelCalls(access, question.rules)
  const session = open(room)
  for (const entry of plannedOpening(room)) session.add(entry)
  const first = await session.ask([])
  if (first.state !== 'answered') return tooLong
  const words = wordsToSearch(first.turn)
  if (words === undefined) return written(first.turn, session, { shown, calls })
  const search = { id: 'search', name: 'search_code', arguments: { query: words }, written: words }
  const { text, result } = await calls.make(search, session.room([]))
  shown.add(result?.items ?? [])
  session.add({ message: { role: 'user', text: secondEvidence }, data: text, after: writeNow })
  const second = await session.ask([])
  return second.state === 'answered' ? written(second.turn, session, { shown, calls }) : tooLong
}

/** A model that writes nothing is asked once more. */
async function written(turn: ChatTurn, session: ModelSession, rest: { shown: ShownLines; calls: ModelCalls }): Promise<Written> {
  if (isText(turn)) return { state: 'written', text: withoutMarks(turn.text), isCut: turn.cut, ...rest }
  session.add(said(wroteNothing))
  const again = await session.ask([])
  if (again.state !== 'answered' || !isText(again.turn)) return { state: 'nothing', because: 'wrote no answer' }
  return { state: 'written', text: withoutMarks(again.turn.text), isCut: again.turn.cut, ...rest }
}

const isText = (turn: ChatTurn): boolean => turn.text.trim() !== '' && wordsToSearch(turn) === undefined

/** Some models explain first why they search. A longer text is an answer. */
const LONGEST_SEARCH = 500
const wordsToSearch = ({ text }: ChatTurn): string | undefined =>
  text.length > LONGEST_SEARCH ? undefined : searchAsked.exec(text)?.[1]

const tooLong: Written = {
  state: 'nothing',
  because: 'cannot read this much text (the setting "llm_context_tokens" says how much it can)',
}

const open = ({ access, fence, context, signal }: Room): ModelSession =>
  createModelSession(access.model, { fence, context, signal, onEvent: access.onEvent })

/** The first messages, which `--dry-run` shows. */
export const opening = ({ question, fence, context }: Pick<Room, 'question' | 'fence' | 'context'>): Entry[] =>
  firstEntries(systemPrompt(fence, askedOf(question)), question, context, afterEvidence)

const plannedOpening = ({ question, fence, context }: Room): Entry[] =>
  firstEntries(plannedSystemPrompt(fence, askedOf(question)), question, context, afterPlannedEvidence)

/** The evidence takes at most a third of the context (a token has about three bytes), and a pasted text as question a quarter. */
const firstEntries = (system: string, question: ModelQuestion, context: number, after: string): Entry[] => [
  { message: { role: 'system', text: system } },
  {
    message: { role: 'user', text: questionPrompt({ ...askedOf(question), query: clipData(question.query, context * 0.75) }) },
    data: clipData(question.evidence.answer, context),
    after,
  },
]

const askedOf = ({ query, evidence: { level }, repos }: ModelQuestion) => ({ query, level, repos })
const said = (text: string): Entry => ({ message: { role: 'user', text } })
