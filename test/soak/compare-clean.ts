/** Compares an index with many catch-ups with a new index of the same tree: the graph and the answers must be equal. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { git } from './disk.ts'
import { type App, askRoute, openApp } from './doors.ts'
import type { Envelope, Question } from './envelope.ts'

export type Answered = { question: Question; answer: Envelope }

type BuildReport = { graph_file: string; parsed: number; removed: number; failed: { path: string; reason: string }[] }

export async function compareClean(
  root: string,
  home: string,
  app: App,
  answered: readonly Answered[],
  more: readonly Question[],
): Promise<string[]> {
  const wrong = [...checkStatus(root), ...(await checkRoute(root, home))]
  const report = (await app.buildGraph(null)) as BuildReport
  // Every build tries files again whose parse timed out.
  const parsed = report.parsed - report.failed.filter(({ reason }) => /^not parsed within/.test(reason)).length
  if (parsed + report.removed > 0)
    wrong.push(`after a FRESH answer a build still parses ${parsed} and removes ${report.removed} files`)
  const kept = await graphAndAnswers(root, app, [...answered.map(({ question }) => question), ...more])
  const artifacts = path.join(root, '.llmc')
  const aside = `${home}-llmc`
  rmSync(aside, { recursive: true, force: true })
  cpSync(artifacts, aside, { recursive: true })
  const cleanHome = `${home}-clean`
  rmSync(cleanHome, { recursive: true, force: true })
  const cleanApp = await openApp(root, cleanHome)
  try {
    await cleanApp.index([])
    await cleanApp.buildGraph(null)
    const clean = await graphAndAnswers(root, cleanApp, [...answered.map(({ question }) => question), ...more])
    wrong.push(...differences(kept, clean))
    for (const [at, { question, answer }] of answered.entries())
      if (answer.freshness_state === 'FRESH' && !isDeepStrictEqual(said(answer), said(clean.answers[at]!)))
        wrong.push(
          `a FRESH answer is contradicted: ${asText(question)}: ${firstDifference(said(answer), said(clean.answers[at]!))}`,
        )
  } finally {
    await cleanApp.close()
    rmSync(artifacts, { recursive: true, force: true })
    cpSync(aside, artifacts, { recursive: true, preserveTimestamps: true })
  }
  return wrong
}

/** After a catch-up the status file must be right: fresh, for the commit that is checked out. */
export function checkStatus(root: string): string[] {
  const file = path.join(root, '.llmc/rag/index_status.json')
  if (!existsSync(file)) return ['no status file after a catch-up']
  const status = JSON.parse(readFileSync(file, 'utf8'))
  const head = headOf(root)
  const wrong: string[] = []
  if (status.index_state !== 'fresh') wrong.push(`the status file says ${status.index_state} after a catch-up`)
  if (status.last_indexed_commit !== head) wrong.push(`the status file says ${status.last_indexed_commit}, HEAD is ${head}`)
  return wrong
}

async function checkRoute(root: string, home: string): Promise<string[]> {
  const route = await askRoute(root, home)
  const should = routeOf(root)
  return route.use_rag === should.use_rag && route.freshness_state === should.freshness_state
    ? []
    : [`computeRoute says ${JSON.stringify(route)}, the files say ${JSON.stringify(should)}`]
}

/** The expected route decision, from the status file and HEAD. */
export function routeOf(root: string): { use_rag: boolean; freshness_state: 'FRESH' | 'STALE' | 'UNKNOWN' } {
  const no = (freshness_state: 'STALE' | 'UNKNOWN') => ({ use_rag: false, freshness_state }) as const
  try {
    const status = JSON.parse(readFileSync(path.join(root, '.llmc/rag/index_status.json'), 'utf8'))
    if (String(status.index_state).toLowerCase() !== 'fresh') return no('STALE')
    const head = headOf(root)
    if (!head || !status.last_indexed_commit) return no('UNKNOWN')
    return head === status.last_indexed_commit ? { use_rag: true, freshness_state: 'FRESH' } : no('STALE')
  } catch {
    return no('UNKNOWN')
  }
}

export const headOf = (root: string): string | null => {
  const { ok, out } = git(root, 'rev-parse', '--verify', '-q', 'HEAD')
  return ok ? out.trim() : null
}

type Known = { graph: Record<string, unknown>; questions: readonly Question[]; answers: Envelope[] }

async function graphAndAnswers(root: string, app: App, questions: readonly Question[]): Promise<Known> {
  const { indexed_at: _, ...graph } = JSON.parse(readFileSync(path.join(root, '.llmc/rag_graph.json'), 'utf8'))
  const answers: Envelope[] = []
  for (const { tool, args } of questions)
    answers.push(JSON.parse(JSON.stringify((await app.callTool(tool, { ...args, stale_policy: 'catch-up' })).toDict())))
  return { graph, questions, answers }
}

function differences(kept: Known, clean: Known): string[] {
  const wrong: string[] = []
  for (const key of Object.keys(clean.graph)) {
    if (isDeepStrictEqual(kept.graph[key], clean.graph[key])) continue
    wrong.push(`the graph differs from a clean build in ${key}: ${firstDifference(kept.graph[key], clean.graph[key])}`)
  }
  for (const [at, question] of kept.questions.entries()) {
    const [a, b] = [said(kept.answers[at]!), said(clean.answers[at]!)]
    if (!isDeepStrictEqual(a, b)) wrong.push(`answers differ from a clean index: ${asText(question)}: ${firstDifference(a, b)}`)
  }
  return wrong
}

/** The part of an answer about the code, without the cover. */
const said = ({ items, total, truncated, meta }: Envelope): unknown => ({
  items,
  total,
  truncated,
  definitions: meta.definitions,
  completeness: meta.completeness,
})

const asText = ({ tool, args }: Question): string => `${tool} ${JSON.stringify(args)}`

/** The first difference of two values: its path and both sides. */
export function firstDifference(a: unknown, b: unknown, at = ''): string {
  if (Array.isArray(a) && Array.isArray(b)) {
    const known = new Set(b.map((each) => JSON.stringify(each)))
    const other = new Set(a.map((each) => JSON.stringify(each)))
    const [gone, come] = [
      a.filter((each) => !known.has(JSON.stringify(each))),
      b.filter((each) => !other.has(JSON.stringify(each))),
    ]
    if (gone.length + come.length > 0 && a.length + b.length > 2 && !(gone.length === 1 && come.length === 1))
      return `${at}: caught up only: ${cut(gone)}; clean only: ${cut(come)}`
    const where = a.findIndex((each, index) => !isDeepStrictEqual(each, b[index]))
    return firstDifference(a[where], b[where], `${at}[${where}]`)
  }
  if (isRecord(a) && isRecord(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      if (!isDeepStrictEqual(a[key], b[key])) return firstDifference(a[key], b[key], `${at}.${key}`)
  }
  return `${at}: caught up ${cut(a)}; clean ${cut(b)}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const cut = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  const count = Array.isArray(value) ? `(${value.length}) ` : ''
  return count + (text.length > 600 ? `${text.slice(0, 600)}…` : text)
}
