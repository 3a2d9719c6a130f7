/**
 * The text of a turn while it arrives. It takes out what is not meant for the reader: thoughts in `<think>` tags, and tool calls that
 * were written as text. Text that may be the beginning of either is held back until that is known.
 */
import { type LeakedCall, readLeakedCalls } from './leaked-calls.ts'
import type { ChatTool } from './port.ts'

/** What begins something that is not plain text, and what ends it. Without an end it goes to the end of the turn. */
const thoughts = { '<think>': '</think>' } as const
const callMarks: Readonly<Record<string, string | undefined>> = {
  '<tool_call>': '</tool_call>',
  '<|tool_call|>': '<|/tool_call|>',
  '<function=': '</function>',
  '[TOOL_CALLS]': undefined,
  '<|python_tag|>': undefined,
}
const FENCE = '```'
/** The kinds of fenced block in which models write calls. */
const callFence = /^```(?:json|tool_call|tool_code|tool|xml)?[ \t]{0,9}\r?\n\s*(?=[[{<])/
/** Longer than any line that opens a fenced block with a call. */
const MOST_FENCE_LINE = 40

/** Each mark is looked for in all that is not yet decided, so a long text is read in pieces even if it arrives in one. */
const MOST_AT_ONCE = 1_000

type Held =
  | { as: 'thought' }
  /** `certain`: the mark leaves no doubt that it is a call. */
  | { as: 'call'; mark: string; end: string | undefined; certain: boolean }
  | { as: 'fence' }
  | { as: 'code' }

export class AnswerText {
  private readonly tools: readonly ChatTool[]
  private readonly onText: (piece: string) => void
  private readonly marks: readonly string[]
  private readonly calls: LeakedCall[] = []
  private text = ''
  /** What has arrived and is not yet decided. */
  private rest = ''
  /** Where the end of `held` is looked for next, so that a long block is not read again with each piece. */
  private from = 0
  private held: Held | undefined

  /** Without tools nothing is taken for a call: the caller may have asked for JSON. */
  constructor(tools: readonly ChatTool[], onText: (piece: string) => void = () => undefined) {
    this.tools = tools
    this.onText = onText
    this.marks = [...Object.keys(thoughts), '</think>', ...(tools.length > 0 ? [...Object.keys(callMarks), FENCE] : [])]
  }

  push(piece: string): void {
    for (let at = 0; at < piece.length; at += MOST_AT_ONCE) {
      this.rest += piece.slice(at, at + MOST_AT_ONCE)
      while (this.step());
    }
  }

  end(): { text: string; calls: readonly LeakedCall[] } {
    if (this.held?.as === 'call') this.finishCall(this.held, this.rest, '')
    else if (this.held?.as !== 'thought') this.pass(this.rest)
    this.rest = ''
    return { text: this.text.trimEnd(), calls: this.calls }
  }

  /** Decides about the beginning of `rest`. False: more text is needed. */
  private step(): boolean {
    switch (this.held?.as) {
      case undefined:
        return this.readPlain()
      case 'thought':
        return this.readUntil('</think>', () => undefined)
      case 'fence':
        return this.readFence()
      case 'code':
        return this.readUntil(FENCE, (code) => this.pass(code + FENCE))
      case 'call': {
        const { held } = this
        return held.end !== undefined && this.readUntil(held.end, (block) => this.finishCall(held, block, held.end ?? ''))
      }
    }
  }

  private readPlain(): boolean {
    if (this.text === '') this.rest = this.rest.trimStart()
    if (this.rest === '') return false
    if (this.text === '' && this.tools.length > 0 && /^[[{]/.test(this.rest) && !startsMark(this.rest, this.marks))
      return this.hold({ as: 'call', mark: '', end: undefined, certain: false }, '')
    const found = firstMark(this.rest, this.marks)
    if (!found) {
      const keep = heldBack(this.rest, this.marks)
      this.pass(this.rest.slice(0, this.rest.length - keep))
      this.rest = this.rest.slice(this.rest.length - keep)
      return false
    }
    const { at, mark } = found
    const isQuoted = this.charBefore(at) === '`' && mark !== FENCE
    this.pass(this.rest.slice(0, at))
    this.rest = this.rest.slice(at)
    return isQuoted ? this.passMark(mark) : this.openMark(mark)
  }

  private charBefore(at: number): string | undefined {
    return at > 0 ? this.rest[at - 1] : this.text.at(-1)
  }

  private passMark(mark: string): boolean {
    this.pass(mark)
    this.rest = this.rest.slice(mark.length)
    return true
  }

  private openMark(mark: string): boolean {
    if (mark === FENCE) return this.hold({ as: 'fence' }, '')
    if (mark in thoughts) return this.hold({ as: 'thought' }, mark)
    if (mark in callMarks) return this.hold({ as: 'call', mark, end: callMarks[mark], certain: true }, mark)
    // The template began the thought, so all text until now was one.
    this.text = ''
    this.rest = this.rest.slice(mark.length)
    return true
  }

  private hold(held: Held, mark: string): boolean {
    this.held = held
    this.rest = this.rest.slice(mark.length)
    this.from = 0
    return true
  }

  private readUntil(end: string, then: (block: string) => void): boolean {
    const at = this.rest.indexOf(end, this.from)
    if (at < 0) {
      if (this.held?.as === 'code') this.passCode(end)
      this.from = Math.max(0, this.rest.length - end.length + 1)
      return false
    }
    const block = this.rest.slice(0, at)
    this.rest = this.rest.slice(at + end.length)
    this.held = undefined
    then(block)
    return true
  }

  /** Code is passed on while it arrives, but for what may be its end. */
  private passCode(end: string): void {
    const keep = heldBack(this.rest, [end])
    this.pass(this.rest.slice(0, this.rest.length - keep))
    this.rest = this.rest.slice(this.rest.length - keep)
  }

  private readFence(): boolean {
    const line = this.rest.indexOf('\n')
    const length = line < 0 ? this.rest.length : line
    const isUndecided = length < MOST_FENCE_LINE && (line < 0 || this.rest.slice(line).trim() === '')
    if (isUndecided) return false
    const opening = callFence.exec(this.rest)?.[0]
    if (opening !== undefined) return this.hold({ as: 'call', mark: opening, end: FENCE, certain: false }, opening)
    this.held = { as: 'code' }
    this.from = 0
    return this.passMark(FENCE)
  }

  private finishCall({ mark, certain }: Held & { as: 'call' }, block: string, end: string): void {
    const calls = readLeakedCalls(mark === '<function=' ? mark + block : block, this.tools)
    const isKnown = ({ name }: LeakedCall): boolean => this.tools.some((tool) => tool.name === name)
    if (calls.length > 0 && (certain || calls.every(isKnown))) this.calls.push(...calls)
    else this.pass(mark + block + end)
  }

  private pass(piece: string): void {
    const visible = this.text === '' ? piece.trimStart() : piece
    if (visible === '') return
    this.text += visible
    this.onText(visible)
  }
}

function firstMark(text: string, marks: readonly string[]): { at: number; mark: string } | undefined {
  let first: { at: number; mark: string } | undefined
  for (const mark of marks) {
    const at = text.indexOf(mark)
    if (at >= 0 && (!first || at < first.at)) first = { at, mark }
  }
  return first
}

const startsMark = (text: string, marks: readonly string[]): boolean =>
  marks.some((mark) => mark.startsWith(text.slice(0, mark.length)))

/** How many characters at the end may be the beginning of a mark. */
function heldBack(text: string, marks: readonly string[]): number {
  const longest = Math.min(text.length, Math.max(...marks.map((mark) => mark.length)) - 1)
  for (let length = longest; length > 0; length--) {
    const end = text.slice(-length)
    if (marks.some((mark) => mark.startsWith(end))) return length
  }
  return 0
}
