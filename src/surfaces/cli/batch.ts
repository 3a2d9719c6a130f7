/**
 * `cairn batch`: JSON Lines in, JSON Lines out, one question after the other in one process. Each answer is written before the
 * next question is read, so a caller may use it like a server. A bad line does not affect the others.
 */
import { type BoundedLine, BoundedLines } from '../../base/bounded-lines.ts'
import type { RagResult } from '../../contract/envelope.ts'
import { badArgument, CairnProblem } from '../../contract/problems.ts'
import { visibleJson } from '../../contract/visible.ts'
import { problemResult } from '../../envelope/problem-result.ts'
import type { Call, Outcome } from './command.ts'

export async function runBatch(call: Call): Promise<Outcome> {
  const { io } = call
  for await (const line of lines(untilAborted(io.stdin, io.signal))) {
    const answer = 'bytes' in line ? await answerText(line.bytes.toString('utf8'), call) : refused(line)
    if (!answer) continue
    io.signal.throwIfAborted()
    await new Promise<void>((resolve, reject) =>
      io.stdout.write(`${visibleJson(answer)}\n`, (error) => (error ? reject(error) : resolve())),
    )
  }
  return { exit: 0 }
}

type Answer = { id: unknown; result: unknown }

/** Undefined for an empty line. */
async function answerText(line: string, call: Call): Promise<Answer | undefined> {
  return line.trim() === '' ? undefined : answerLine(line, call)
}

function refused({ id, too_long }: Extract<BoundedLine, { too_long: number }>): Answer {
  const sizes = { what: 'A line', size: `${too_long} bytes`, limit: `${LONGEST_LINE} bytes` }
  return { id, result: problemResult(new CairnProblem('TOO_LARGE', sizes)).toDict() }
}

async function answerLine(line: string, call: Call): Promise<Answer> {
  let id: unknown = null
  try {
    const question = readQuestion(line)
    id = question.id
    if (typeof question.tool !== 'string') throw badArgument('A line needs "tool", the name of a tool as text.')
    const { app, io } = call
    const options = { cwd: io.cwd, signal: io.signal, onProgress: call.onProgress, print: printedAlone }
    return { id, result: (await app.callTool(question.tool, asArguments(question.arguments), options)).toDict() }
  } catch (thrown) {
    return { id, result: problemResult(thrown).toDict() }
  }
}

const printedAlone = (result: RagResult<unknown>): string => visibleJson(result.toDict())

function readQuestion(line: string): { id: unknown; tool: unknown; arguments: unknown } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw badArgument(`This line is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badArgument('A line must be an object: {"id", "tool", "arguments"}.')
  const { id = null, tool, arguments: given } = value as Record<string, unknown>
  return { id, tool, arguments: given }
}

function asArguments(given: unknown): Record<string, unknown> {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw badArgument('"arguments" must be an object of names and values.')
  return given as Record<string, unknown>
}

/** Ends at once when interrupted, without waiting for the caller's next line. */
async function* untilAborted<Chunk>(input: AsyncIterable<Chunk>, signal: AbortSignal): AsyncIterable<Chunk> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  const iterator = input[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([iterator.next(), aborted])
    if (next.done) return
    yield next.value
  }
}

/** Longer than any question. */
const LONGEST_LINE = 8 * 1024 * 1024

/** Split only at line feeds, because JSON text may contain other line separators. */
async function* lines(input: AsyncIterable<Uint8Array | string>): AsyncIterable<BoundedLine> {
  const found = new BoundedLines(LONGEST_LINE)
  for await (const chunk of input) yield* found.add(Buffer.from(chunk))
  yield* found.end()
}
