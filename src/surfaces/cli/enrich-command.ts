/** `enrich`: shows the estimate, asks before it starts, and reports what the model wrote. */

import type { EnrichQuestion } from '../../app/port.ts'
import { writeNumber } from '../../base/write-number.ts'
import { badArgument } from '../../contract/problems.ts'
import type { EnrichEstimate, EnrichReport } from '../../contract/reports.ts'
import { guarded, named, visible } from '../../contract/visible.ts'
import { okResult } from '../../envelope/result.ts'
import type { Style } from '../../envelope/style.ts'
import type { Call, Io, Outcome } from './command.ts'

type Level = 'symbol' | 'file' | 'module' | 'repo'

export async function runEnrich(call: Call): Promise<Outcome> {
  const { app, args, io, onProgress, style } = call
  const list = (name: string): readonly string[] => (args[name] as readonly string[] | null) ?? []
  const levels = list('level') as readonly Level[]
  const reports = await app.enrich([...list('folders'), ...(typeof args.repo === 'string' ? [args.repo] : [])], {
    ...{ signal: io.signal, onProgress, paths: list('path'), tests: args.tests === true, dryRun: args.dry_run === true },
    ...(levels.length > 0 ? { levels } : {}),
    ...(typeof args.limit === 'number' ? { limit: args.limit } : {}),
    ...(typeof args.max_tokens === 'number' ? { maxTokens: args.max_tokens } : {}),
    ...(typeof args.concurrency === 'number' ? { concurrency: args.concurrency } : {}),
    confirm: (asked) => confirm(asked, call),
  })
  // A sample is text of files: names in it are not translated.
  return { result: okResult(reports), text: reports.map((report) => reportWords(report, style)).join('\n\n'), verbatim: true }
}

/** A remote model is asked only if somebody said so: at the terminal, or with --yes. */
async function confirm({ model, server, isLocal, repos }: EnrichQuestion, { args, io }: Call): Promise<boolean> {
  const where = `${visible(model)} at ${visible(server)}${isLocal ? '' : ', which is not this machine'}`
  const lines = repos.map(({ repo_id, estimate }) => `${named(repo_id)}: ${estimateWords(estimate)}`)
  const most = typeof args.limit === 'number' ? `, at most ${plural(args.limit, 'request')} now` : ''
  await say(io, `cairn: ${lines.join('\ncairn: ')}\ncairn: asking ${where}${most}\n`)
  if (args.yes === true) return true
  if (io.stdin.isTTY === true && io.stderr.isTTY === true) {
    await say(io, 'Start? [y/N] ')
    return /^\s*y(?:es)?\s*$/i.test(await Promise.race([firstLine(io), aborted(io)]))
  }
  if (isLocal) return true
  throw badArgument(`Source would be sent to ${where}. Give --yes to allow it; --dry-run shows what is sent.`)
}

const say = (io: Io, text: string): Promise<void> =>
  new Promise((resolve) => {
    io.stderr.write(text, () => resolve())
  })

async function firstLine(io: Io): Promise<string> {
  let text = ''
  for await (const chunk of io.stdin) {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}

/** Rejects when the user interrupts the question. */
const aborted = ({ signal }: Io): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

function reportWords(report: EnrichReport, style: Style): string {
  const head = `${style.name(named(report.repo_id))}  ${style.place(named(report.root))}`
  if (report.dry_run) return [head, `  ${estimateWords(report.estimate)}`, ...sampleWords(report, style)].join('\n')
  const { written, shared, known, refused_total, requests, input_tokens, output_tokens, left, stopped } = report
  const counts = [
    `${style.strong(plural(written, 'text'))} written by ${visible(report.model)}`,
    ...(shared > 0 ? [`${writeNumber(shared)} shared by equal source`] : []),
    ...(known > 0 ? [`${writeNumber(known)} known before`] : []),
    ...(refused_total > 0 ? [style.warn(`${writeNumber(refused_total)} refused`)] : []),
  ]
  return [
    head,
    `  ${counts.join(', ')}`,
    `  ${plural(requests, 'request')}, ${writeNumber(input_tokens)} tokens in, ${writeNumber(output_tokens)} out, ${report.seconds.toFixed(1)} s`,
    ...report.refused.map(({ path, name, reason }) =>
      style.faint(`    refused: ${named(path)}${name === '' || name === path ? '' : ` ${visible(name)}`}: ${visible(reason)}`),
    ),
    ...(left > 0
      ? [
          `  ${style.warn(`${writeNumber(left)} left${stopped ? ` (${stoppedWords[stopped]})` : ''}`)}; the same command continues there`,
        ]
      : []),
    ...report.warnings.map((words) => `  ${style.warn(visible(words))}`),
  ].join('\n')
}

const stoppedWords = {
  limit: 'the limit of requests is reached',
  max_tokens: 'the limit of tokens is reached',
  declined: 'not started',
} as const

function estimateWords({ symbols, files, modules, repos, requests, input_tokens, output_tokens }: EnrichEstimate): string {
  if (requests === 0) return 'nothing to ask: every text is up to date'
  const parts = [plural(symbols, 'symbol'), plural(files, 'file'), plural(modules, 'folder'), ...(repos > 0 ? ['the repo'] : [])]
  return `${parts.join(', ')}: about ${plural(requests, 'request')}, ${writeNumber(input_tokens)} tokens in, ${writeNumber(output_tokens)} out`
}

function sampleWords({ samples, model, server }: EnrichReport, style: Style): string[] {
  if (samples.length === 0) return []
  const shown = samples.flatMap(({ path, name, messages }) => [
    '',
    style.strong(`${named(path)}${name === '' ? '' : ` ${visible(name)}`}`),
    ...messages.flatMap(({ role, text }) => [style.faint(`${visible(role)}:`), ...text.split('\n').map(guarded)]),
  ])
  return [`  the first requests to ${visible(model)} at ${visible(server)} would be:`, ...shown]
}

const plural = (count: number, noun: string): string => `${writeNumber(count)} ${noun}${count === 1 ? '' : 's'}`
