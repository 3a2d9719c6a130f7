/**
 * Lets a language model write the answer of `ask_codebase` from the extractive one. Whenever it cannot, the extractive answer is
 * shown, and the message says why.
 */
import type { RagResult } from '../contract/envelope.ts'
import type { Answer } from '../contract/items.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { ArgumentSpecs, Arguments } from '../contract/tool.ts'
import { guarded } from '../contract/visible.ts'
import type { ShorterForm } from '../envelope/cover.ts'
import type { FinishCall, Tool, ToolAnswer } from '../tools/tool.ts'
import { type Checked, checkCitations } from './check-citations.ts'
import { createDataFence } from './data-fence.ts'
import { isAboutHits } from './find-gaps.ts'
import type { ModelAccess } from './model-access.ts'
import { askModel, type ModelQuestion, opening, type Written } from './model-loop.ts'
import { PROMPT_VERSION } from './model-prompts.ts'
import { shorterTexts } from './shorter-texts.ts'
import { messagesOf } from './token-budget.ts'

export function withModel(tool: Tool, access: ModelAccess): Tool {
  return {
    ...tool,
    async finish(found, call) {
      const { args, context } = call
      const [evidence] = found.items as Answer[]
      if (args.llm === false || !evidence) return found
      const question = await questionOf(tool, evidence, call)
      if (args.dry_run === true) return dryRun(found, question, access, context.signal)
      access.onEvent?.(firstStep(evidence))
      try {
        return await answerOf(found, question, access, context.signal)
      } catch (thrown) {
        context.signal.throwIfAborted()
        return withMessage(found, reasonOf(thrown, access))
      }
    },
  }
}

async function questionOf(tool: Tool, evidence: Answer, { args, context }: FinishCall): Promise<ModelQuestion> {
  const repos = ((await tool.repos?.(args, context)) ?? []).map(({ repo_id }) => repo_id)
  const { level, repo_filter, stale_policy } = args as Given
  return {
    query: String(args.query),
    evidence,
    repos,
    rules: {
      ...(repo_filter === null || repo_filter.includes('*') ? {} : { repos }),
      ...(level === null ? {} : { level }),
      ...(stale_policy === null ? {} : { stale_policy }),
    },
  }
}

type Given = Arguments<ArgumentSpecs> & {
  level: string | null
  repo_filter: readonly string[] | null
  stale_policy: string | null
}

const firstStep = ({ level, citations }: Answer) =>
  ({ event: 'step', step: 0, tool: 'ask_codebase', arguments: `level=${level}`, hits: citations.length, problem: null }) as const

/** Throws LLM_UNAVAILABLE, or the reason of the signal or of the deadline. */
async function answerOf(
  found: ToolAnswer,
  question: ModelQuestion,
  access: ModelAccess,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const until = access.deadline ? AbortSignal.any([signal, access.deadline]) : signal
  const written = await askModel(question, access, until)
  if (written.state === 'nothing') return withGap(found, `The language model ${access.model.name} ${written.because}`)
  const { repos, rules } = question
  const text = written.isCut ? wholeSentences(written.text) : written.text
  const checked = await checkCitations(
    { text, shown: written.shown, repos, ...(rules.repos ? { only: rules.repos } : {}) },
    access,
  )
  if (checked.markdown === '')
    return withGap(found, `Nothing that the language model ${access.model.name} wrote could be verified`)
  return shownAnswer(found, question, written, checked, access)
}

function shownAnswer(
  found: ToolAnswer,
  { evidence }: ModelQuestion,
  written: Extract<Written, { state: 'written' }>,
  checked: Checked,
  { model }: ModelAccess,
): ToolAnswer {
  const answer: Answer = {
    answer: checked.markdown,
    citations: checked.citations,
    level: evidence.level,
    mode: 'llm',
    model: model.name,
    gaps: [...evidence.gaps.filter((gap) => !isAboutHits(gap)), ...gapsOf(written, checked)],
  }
  const { results } = written.calls
  return {
    ...found,
    items: [answer],
    mode: `${found.mode ?? ''}, written by ${model.name} after ${results.length === 1 ? '1 call' : `${results.length} calls`}`,
    shorter: () => shorterTexts(answer),
    ...behind(results, found),
  }
}

/** If a tool could not answer from the index, neither is the answer only from it. */
function behind(results: readonly RagResult<unknown>[], { message }: ToolAnswer): Pick<ToolAnswer, 'status' | 'message'> {
  const live = results.filter(({ meta }) => meta.status === 'FALLBACK').length
  if (live === 0) return {}
  const words = `${live === 1 ? '1 call' : `${live} calls`} of the model could not be answered from an index that is up to date.`
  return { status: 'FALLBACK', message: message ? `${words} ${message}` : words }
}

function gapsOf({ isCut }: { isCut: boolean }, { citations, removed, foreign }: Checked): string[] {
  return [
    isCut ? 'The model reached its limit of tokens, so the answer may end early.' : '',
    removed > 0
      ? `${removed === 1 ? '1 citation' : `${removed} citations`} of the model could not be verified and ${removed === 1 ? 'is' : 'are'} not shown.`
      : '',
    foreign > 0
      ? `${foreign === 1 ? '1 block' : `${foreign} blocks`} of code of the model ${foreign === 1 ? 'is' : 'are'} not from the repo.`
      : '',
    citations.length === 0 ? 'The answer cites nothing, so nothing of it was verified.' : '',
  ].filter((gap) => gap !== '')
}

/** What was cut in the middle may be half a place. */
const wholeSentences = (text: string): string => /^[\s\S]*(?:[.!?:)]|```|\n)(?=\s|$)/.exec(text)?.[0] ?? ''

const instead = (because: string): string => `${because}, so the best hits are quoted instead.`

/** The extractive answer, where the model cannot be reached. */
const withMessage = (found: ToolAnswer, because: string): ToolAnswer => ({
  ...found,
  status: 'FALLBACK',
  message: found.message ? `${instead(because)} ${found.message}` : instead(because),
})

/** The extractive answer, where the model had nothing to say. */
function withGap(found: ToolAnswer, because: string): ToolAnswer {
  const add = (answer: Answer): Answer => ({ ...answer, gaps: [...answer.gaps, instead(because)] })
  const shorter = found.shorter as (() => Iterable<ShorterForm<Answer>>) | undefined
  return {
    ...found,
    items: (found.items as Answer[]).map(add),
    ...(shorter ? { shorter: () => Array.from(shorter(), (form) => ({ ...form, items: form.items.map(add) })) } : {}),
  }
}

function reasonOf(thrown: unknown, { model, deadline }: ModelAccess): string {
  if (deadline?.aborted) return `The language model ${model.name} was not ready in time`
  if (thrown instanceof CairnProblem && thrown.code === 'LLM_UNAVAILABLE') return thrown.message.replace(/\.$/, '')
  throw thrown
}

/** What would be sent first. Sends nothing. */
async function dryRun(
  found: ToolAnswer,
  question: ModelQuestion,
  { model, tools, asSent }: ModelAccess,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  signal.throwIfAborted()
  const fence = createDataFence()
  const messages = messagesOf(opening({ question, fence, context: UNKNOWN_CONTEXT }), fence)
  const offered = tools.map(({ name }) => name)
  const parts = messages.map(({ role, text }) => `--- ${role}\n${text}`)
  const answer: Answer = {
    answer: [
      `To ${model.name} at ${model.server} (prompt ${PROMPT_VERSION}), with the tools ${offered.join(', ')}:`,
      '',
      ...parts,
    ]
      .map((part) => guarded(asSent(part)))
      .join('\n'),
    citations: [],
    level: question.evidence.level,
    mode: 'llm',
    model: model.name,
    gaps: [],
  }
  return {
    ...found,
    items: [answer],
    message: 'Nothing was sent.',
    mode: `${found.mode ?? ''}, dry run`,
    shorter: () => shorterTexts(answer),
  }
}

/** A dry run asks the server nothing, not even what it can read. */
const UNKNOWN_CONTEXT = 8_000
