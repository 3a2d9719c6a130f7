/** An indexed home that is damaged again and again: every tool is asked before and after it is indexed once more. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createApp } from '../../src/app/create-app.ts'
import type { App } from '../../src/app/port.ts'
import type { RagResult } from '../../src/contract/envelope.ts'
import { CairnProblem } from '../../src/contract/problems.ts'
import { damageOne, random } from './damage.ts'
import { steady } from './steady.ts'
import { git, gitRepo, tempFolder } from './temp-repo.ts'

type Question = readonly [tool: string, args: Record<string, unknown>]

/** Enough files for tables and indexes of several pages. */
function sources(files: number): Record<string, string> {
  const made: Record<string, string> = {
    'README.md': '# Shop\n\nSells things.\n\n## Refunds\n\nMoney goes back through the ledger.\n',
    'package.json': '{ "name": "shop", "dependencies": { "react": "19.0.0" } }\n',
  }
  for (let at = 0; at < files; at++) {
    const folder = `src/part${at % 9}`
    made[`${folder}/store_${at}.ts`] = [
      "import { useState } from 'react'",
      at === 0 ? '' : `import { open${at - 1}, Ledger${at - 1} } from '../part${(at - 1) % 9}/store_${at - 1}'`,
      `/** Keeps booking number ${at} in the ledger. */`,
      `export class Ledger${at} {`,
      `  post${at}(amount: number): number { return amount + ${at} }`,
      '}',
      `export function open${at}(): Ledger${at} {`,
      at === 0 ? '' : `  const before: Ledger${at - 1} = open${at - 1}(); before.post${at - 1}(${at})`,
      `  return new Ledger${at}()`,
      '}',
      `export const state${at} = useState(${at})`,
      '',
    ].join('\n')
    if (at % 10 === 0)
      made[`docs/guide_${at}.md`] = `# Guide ${at}\n\nHow to open ledger ${at}.\n\n## Refund ${at}\n\nPost a negative amount.\n`
  }
  return made
}

const questionsOf = (documents: readonly string[]): Question[] => [
  ['list_repos', {}],
  ['explore_structure', { path: 'src/part0' }],
  ['explore_structure', { path: 'src/part1/store_1.ts' }],
  ...['file', 'symbol', 'module', 'repo', 'doc'].map(
    (level): Question => ['search_code', { query: 'open the ledger', level, limit: 30 }],
  ),
  ['search_code', { query: 'booking 7', limit: 50 }],
  ['rag_search', { query: 'Ledger3', limit: 100 }],
  ['rag_search', { query: 'useState', limit: 200 }],
  ['get_file', { file_path: 'src/part0/store_0.ts' }],
  ['definition', { symbol: 'open4' }],
  ['where_used', { symbol: 'open3', limit: 50 }],
  ['where_used', { symbol: 'Ledger0', limit: 50 }],
  ['where_used', { symbol: 'pkg:npm/react#useState', limit: 200 }],
  ['lineage', { symbol: 'open5', max_results: 50 }],
  ['lineage', { symbol: 'open2', direction: 'downstream', max_results: 50 }],
  ['ask_codebase', { query: 'where is open6 used?' }],
  ...documents.map((document_id): Question => ['get_document', { document_id }]),
]

export class DamageWorld {
  readonly root: string
  private readonly template: string
  private readonly flags: Record<string, string>
  private readonly home: string
  private readonly inRepo: ReadonlyMap<string, Buffer>
  private questions: Question[] = []
  private clean: string[] = []

  private constructor(root: string, template: string, flags: Record<string, string>) {
    this.root = root
    this.flags = flags
    this.template = template
    this.home = path.join(tempFolder('cairn-damage'), 'home')
    const kept = ['.llmc/rag/index_status.json', '.llmc/rag_graph.json'].map((file) => path.join(root, file))
    this.inRepo = new Map(kept.map((file) => [file, readFileSync(file)]))
  }

  static async make(files: number, options: { vectors: boolean }): Promise<DamageWorld> {
    const flags = options.vectors ? {} : { embedder: 'none' }
    const root = gitRepo(sources(files), 'shop')
    const home = path.join(tempFolder('cairn-damage'), 'home')
    const app = await createApp({ cwd: root, surface: 'cli', flags: { home, ...flags } })
    await app.index([root])
    await app.buildGraph(null)
    // What a catch-up writes stays in the log.
    writeFileSync(path.join(root, 'src/part0/extra.ts'), 'export const extra = 1\n')
    git(root, 'add', '-A')
    git(root, 'commit', '-q', '-m', 'more')
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    await app.callTool('definition', { symbol: 'extra' })
    const template = path.join(tempFolder('cairn-damage'), 'template')
    cpSync(home, template, { recursive: true })
    await app.close()
    const world = new DamageWorld(root, template, flags)
    world.restore()
    await world.withApp(async (clean) => {
      const { items } = await clean.callTool('search_code', { query: 'open the ledger', level: 'symbol', limit: 2 })
      world.questions = questionsOf(items.map((item) => String((item as { document_id?: unknown }).document_id)))
      for (const [tool, args] of world.questions) world.clean.push(shown(await clean.callTool(tool, args)))
    })
    return world
  }

  get files(): string[] {
    const store = path.join(this.home, 'store.db')
    return [store, `${store}-wal`, `${store}-shm`, path.join(this.home, 'registry.json'), ...this.inRepo.keys()]
  }

  restore(): void {
    rmSync(this.home, { recursive: true, force: true })
    cpSync(this.template, this.home, { recursive: true })
    for (const [file, bytes] of this.inRepo) {
      rmSync(file, { recursive: true, force: true })
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, bytes)
    }
  }

  /** What is wrong after the damage of this seed; empty when all is as it should be. */
  async faultsOf(seed: number): Promise<string[]> {
    this.restore()
    const choose = random(seed)
    const done = Array.from({ length: 1 + (choose(4) === 0 ? 1 : 0) }, () => damageOne(this.files, choose)).join(', ')
    const faults = [...(await this.whileDamaged()), ...(await this.afterIndexing())]
    return faults.map((fault) => `seed ${seed} (${done}): ${fault}`)
  }

  /** Fallbacks and problems with a code are allowed, lies are not. */
  private async whileDamaged(): Promise<string[]> {
    return this.withApp(async (app) => {
      const faults: string[] = []
      for (const [at, [tool, args]] of this.questions.entries()) {
        const answer = await inTime(app.callTool(tool, args))
        if (answer === 'late') faults.push(`${tool} does not end`)
        else if (answer.meta.error_code === 'INTERNAL') faults.push(`${tool}: ${answer.meta.message}`)
        else if (isFresh(answer) && shown(answer) !== this.clean[at])
          faults.push(`${tool} ${JSON.stringify(args)} is FRESH and wrong: ${difference(shown(answer), this.clean[at] ?? '')}`)
      }
      for (const work of [
        () => app.status(null),
        () => app.doctor(),
        () => app.importGraph('.llmc/rag_graph.json', { dryRun: true }),
      ])
        faults.push(...(await failureOf(work)))
      return faults
    })
  }

  private async afterIndexing(): Promise<string[]> {
    const faults = await this.withApp((app) => failureOf(() => app.index([this.root]), 'all'))
    if (faults.length > 0) return faults
    return this.withApp(async (app) => {
      for (const [at, [tool, args]] of this.questions.entries()) {
        const answer = await app.callTool(tool, args)
        if (shown(answer) !== this.clean[at])
          faults.push(`after index ${tool} ${JSON.stringify(args)} differs: ${difference(shown(answer), this.clean[at] ?? '')}`)
      }
      const [checked] = (await app.doctor()).checks.filter(({ name }) => name === 'store')
      if (checked?.state !== 'ok') faults.push(`after index doctor says: ${checked?.words}`)
      return faults
    })
  }

  private async withApp<Value>(work: (app: App) => Promise<Value>): Promise<Value> {
    const app = await createApp({
      cwd: this.root,
      surface: 'cli',
      flags: { home: this.home, workers: '1', ...this.flags },
      modelAddresses: [],
    })
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  }
}

/** An answer that says that it searched by words only is no lie: the next index makes the vectors. Nor is a repo of unknown state. */
const isFresh = ({ meta, items }: RagResult<unknown>): boolean =>
  meta.freshness_state === 'FRESH' &&
  meta.source === 'RAG_GRAPH' &&
  meta.status === 'OK' &&
  !/By meaning, \d|Only words and names|"freshness_state":"(UNKNOWN|STALE)"/.test(JSON.stringify([items, meta.message]))

/** Without what differs between two runs. */
const shown = ({ items, meta }: RagResult<unknown>): string =>
  JSON.stringify([steady(items), meta.status, meta.source, meta.freshness_state], (key, value) =>
    ['generation', 'cursor', 'bytes', 'size_bytes', 'registered_at'].includes(key) ? undefined : (value as unknown),
  )

function difference(found: string, wanted: string): string {
  let at = 0
  while (at < found.length && found[at] === wanted[at]) at++
  return `…${found.slice(Math.max(0, at - 60), at + 100)}… instead of …${wanted.slice(Math.max(0, at - 60), at + 100)}…`
}

async function failureOf(work: () => Promise<unknown>, which: 'bugs' | 'all' = 'bugs'): Promise<string[]> {
  try {
    return (await inTime(work())) === 'late' ? ['a command does not end'] : []
  } catch (error) {
    const isKnown = error instanceof CairnProblem && error.code !== 'INTERNAL'
    return isKnown && which === 'bugs'
      ? []
      : [`a command fails: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
  }
}

const MOST_MS = 60_000
async function inTime<Value>(work: Promise<Value>): Promise<Value | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), MOST_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
