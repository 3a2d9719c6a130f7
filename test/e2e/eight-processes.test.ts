/**
 * Eight processes ask at once, through every surface, while a ninth keeps editing and committing: no question fails, each quoted
 * line was in a version of the file during the question, nothing is caught up twice, and in the end all answers equal those of a
 * clean index.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect } from 'vitest'
import { commitAll, gitRepo, tempFolder } from '../kit/temp-repo.ts'
import { requireOrSkip } from '../requirements.ts'
import { askCommand, askServer, childEnvironment, projectRoot, startServer } from '../soak/doors.ts'
import type { Envelope, Question } from '../soak/envelope.ts'
import { createRandom } from '../soak/random.ts'

const main = path.join(projectRoot(), 'dist/surfaces/cli/main.js')
const library = pathToFileURL(path.join(projectRoot(), 'dist/surfaces/library/index.js')).href
const it = requireOrSkip('dist', existsSync(main), 'dist/ is not built')
const seconds = Number(process.env.CAIRN_TEST_SECONDS ?? 6)
const MODULES = 30

type Asker = { name: string; ask(question: Question): Promise<Envelope>; close(): Promise<void> | void; troubles(): string }
const open: Asker[] = []
afterAll(async () => {
  for (const asker of open.splice(0)) await asker.close()
})

/** A process that reads questions and prints answers as JSON Lines: `cairn batch`, or a program that uses the library. */
function lineProcess(name: string, args: readonly string[], cwd: string, home: string): Asker {
  const child = spawn(process.execPath, [...args], { cwd, env: childEnvironment(home), stdio: ['pipe', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    name,
    async ask({ tool, args: given }) {
      child.stdin.write(`${JSON.stringify({ id: 1, tool, arguments: given })}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error(`${name} ended: ${errors}`)
      return JSON.parse(value).result
    },
    close: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve())
        child.stdin.end()
      }),
    // On a busy machine work takes long enough for a line of progress.
    troubles: () => errors.replaceAll(/^cairn: \S+: [a-z ]+, \d.*\n/gm, ''),
  }
}

const libraryProgram = `
import { createInterface } from 'node:readline'
import { definition, ragSearch, whereUsed } from '${library}'
const functions = { rag_search: ragSearch, definition, where_used: whereUsed }
for await (const line of createInterface({ input: process.stdin })) {
  const { tool, arguments: args } = JSON.parse(line)
  process.stdout.write(JSON.stringify({ result: (await functions[tool](args, { repoRoot: process.cwd() })).toDict() }) + '\\n')
}
`

async function askers(root: string, home: string): Promise<Asker[]> {
  const program = path.join(tempFolder('program'), 'ask.mjs')
  writeFileSync(program, libraryProgram)
  const servers = await Promise.all([startServer(root, home), startServer(root, home)])
  const all: Asker[] = [
    ...servers.map((client, at) => ({
      name: `mcp ${at}`,
      ask: (question: Question) => askServer(client, question),
      close: () => client.close(),
      troubles: () => '',
    })),
    ...[0, 1].map((at) => lineProcess(`batch ${at}`, [main, 'batch'], root, home)),
    ...[0, 1].map((at) => lineProcess(`library ${at}`, [program], root, home)),
    // One process per question, one after the other.
    ...[0, 1].map((at) => ({
      name: `command ${at}`,
      ask: (question: Question) => askCommand(question, root, home),
      close: () => undefined,
      troubles: () => '',
    })),
  ]
  open.push(...all)
  return all
}

/** Every version of each file with its time: from before its first byte was written until after that of the next version. */
class Versions {
  readonly root: string
  writes = 0
  private readonly of = new Map<string, { lines: string[]; from: number; to: number }[]>()

  constructor(root: string) {
    this.root = root
  }

  write(file: string, text: string, how: 'at once' | 'in place' = 'at once'): void {
    const from = performance.now()
    const absolutePath = path.join(this.root, file)
    mkdirSync(path.dirname(absolutePath), { recursive: true })
    if (how === 'in place') writeFileSync(absolutePath, text)
    else {
      writeFileSync(path.join(this.root, '.git/soak-new'), text)
      renameSync(path.join(this.root, '.git/soak-new'), absolutePath)
    }
    this.replaced(file)
    const known = this.of.get(file) ?? []
    this.of.set(file, [...known, { lines: text.replace(/\n$/, '').split('\n'), from, to: Number.POSITIVE_INFINITY }])
  }

  remove(file: string): void {
    rmSync(path.join(this.root, file), { force: true })
    this.replaced(file)
  }

  private replaced(file: string): void {
    this.writes++
    const last = this.of.get(file)?.at(-1)
    if (last && last.to === Number.POSITIVE_INFINITY) last.to = performance.now()
  }

  /** Whether some version between the two times has these lines at this place. */
  stood(file: string, start_line: number, text: string, asked: number, answered: number): boolean {
    const lines = text.split('\n')
    return (this.of.get(file) ?? []).some(
      (version) =>
        version.to >= asked && version.from <= answered && lines.every((line, at) => line === version.lines[start_line - 1 + at]),
    )
  }
}

const moduleText = (at: number, edition: number): string =>
  [
    `"""Module ${at}, edition ${edition}."""`,
    `from shop.pay import pay`,
    ...Array.from({ length: edition % 7 }, (_, line) => `# note ${edition}.${line}`),
    '',
    `def order_${at}(amount):`,
    `    return pay(amount + ${edition})`,
    '',
    ...(edition % 3 === 0 ? [`def again_${at}(amount):`, `    return pay(pay(${edition}))`, ''] : []),
  ].join('\n')
const payText = (edition: number): string =>
  [
    `"""Edition ${edition}."""`,
    ...Array.from({ length: edition % 5 }, () => ''),
    'def pay(amount):',
    `    return amount * ${edition}`,
    '',
  ].join('\n')

const questions: readonly Question[] = [
  { tool: 'where_used', args: { symbol: 'pay', limit: 1000 } },
  { tool: 'definition', args: { symbol: 'sym:shop.pay.pay' } },
  { tool: 'rag_search', args: { query: 'pay(', limit: 1000 } },
  { tool: 'where_used', args: { symbol: 'sym:shop.pay.pay', limit: 1000, stale_policy: 'rebind' } },
]

/** Text that the line of a hit must contain. */
const wanted: Readonly<Record<string, string>> = { where_used: 'pay', definition: 'def pay(', rag_search: 'pay(' }

/** Edits until the given time; commits now and then. */
async function keepEditing(versions: Versions, until: number): Promise<void> {
  const random = createRandom('eight processes')
  for (let edition = 1; performance.now() < until; edition++) {
    const at = random.below(MODULES)
    const kind = random.below(10)
    if (kind === 0) versions.write('shop/pay.py', payText(edition))
    else if (kind === 1) versions.remove(`shop/m${at}.py`)
    else versions.write(`shop/m${at}.py`, moduleText(at, edition), kind < 5 ? 'in place' : 'at once')
    if (random.chance(0.04)) commitAll(versions.root)
    await sleep(random.between(0, 60))
  }
}

type Heard = { who: string; question: Question; answer: Envelope; asked: number; answered: number }

async function keepAsking(asker: Asker, until: number, heard: Heard[]): Promise<void> {
  for (let turn = open.indexOf(asker); performance.now() < until; turn++) {
    const question = questions[turn % questions.length]!
    const asked = performance.now()
    const answer = await asker.ask(question)
    heard.push({ who: asker.name, question, answer, asked, answered: performance.now() })
  }
}

function untrue({ who, question, answer, asked, answered }: Heard, versions: Versions): string[] {
  if (answer.meta.status === 'ERROR') return [`${who}: ${answer.meta.error_code} ${answer.meta.message}`]
  return answer.items.flatMap(({ file = '', line = 0, snippet }) => {
    if (!snippet) return [`${who}: no snippet`]
    const { start_line } = snippet.location
    const hit = snippet.text.split('\n')[line - start_line] ?? ''
    const stood = versions.stood(file, start_line, snippet.text, asked, answered) && hit.includes(wanted[question.tool] ?? '')
    return stood ? [] : [`${who} ${question.tool} (${answer.freshness_state}): ${file}:${line} ${JSON.stringify(snippet)}`]
  })
}

/** While one process indexes the last change, the others may time out waiting and read live; then they ask again. */
async function untilFresh(asker: Asker, question: Question): Promise<Envelope> {
  for (let tries = 1; ; tries++) {
    const answer = await asker.ask(question)
    if (answer.freshness_state === 'FRESH' || tries === 10) return answer
  }
}

const countOf = (answer: Heard['answer']): number => answer.meta.freshness?.caught_up ?? 0

describe('eight processes at once', () => {
  it(
    '[FR15, FR2] no question fails or quotes old lines while files change, each change is caught up once, and all agree',
    async () => {
      const root = gitRepo({ 'shop/__init__.py': '' }, 'shop')
      const home = path.join(tempFolder('eight'), 'home')
      const versions = new Versions(root)
      versions.write('shop/pay.py', payText(0))
      for (let at = 0; at < MODULES; at++) versions.write(`shop/m${at}.py`, moduleText(at, 0))
      commitAll(root)
      const all = await askers(root, home)
      await all[0]!.ask(questions[0]!)

      const before = versions.writes
      const heard: Heard[] = []
      const until = performance.now() + seconds * 1000
      await Promise.all([keepEditing(versions, until), ...all.map((asker) => keepAsking(asker, until, heard))])

      expect(heard.filter(({ answer }) => answer.items.length > 0).length).toBeGreaterThan(heard.length / 2)
      expect(heard.flatMap((each) => untrue(each, versions)).slice(0, 5)).toEqual([])
      expect(new Set(heard.map(({ who }) => who)).size).toBe(8)
      let caughtUp = heard.reduce((sum, { answer }) => sum + countOf(answer), 0)
      expect(caughtUp).toBeLessThanOrEqual(versions.writes - before)

      for (const question of questions.map((each) => ({ ...each, args: { ...each.args, stale_policy: 'catch-up' } }))) {
        const answers = await Promise.all(all.map((asker) => untilFresh(asker, question)))
        caughtUp += answers.reduce((sum, answer) => sum + countOf(answer), 0)
        const clean = await askCommand(question, root, `${home}-clean`)
        expect(clean.items.length).toBeGreaterThan(0)
        for (const [at, answer] of answers.entries()) {
          expect([all[at]!.name, answer.freshness_state, answer.meta.status]).toEqual([all[at]!.name, 'FRESH', 'OK'])
          expect(answer.items).toEqual(clean.items)
        }
      }
      // On a busy machine the first catch-up may succeed only now.
      expect(caughtUp).toBeGreaterThan(0)
      expect(all.map((asker) => asker.troubles()).join('')).toBe('')
    },
    120_000 + seconds * 1000,
  )
})
