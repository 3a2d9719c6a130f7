/** One repo of the soak: an edit, three questions, a check of every answer. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkAnswer } from './check-answer.ts'
import { type Answered, checkStatus, compareClean, headOf, routeOf } from './compare-clean.ts'
import { changedPaths, Disk } from './disk.ts'
import { type DoorName, type Doors, openDoors } from './doors.ts'
import { makeEdit } from './edits/choose-edit.ts'
import type { Edited } from './edits/edit.ts'
import type { Envelope, Policy, Question } from './envelope.ts'
import { folderHash } from './folder-hash.ts'
import {
  anchorsIn,
  checkAnchor,
  checkComplete,
  checkExpected,
  checkNothingMissed,
  chooseQuestions,
  type KnownAnchor,
} from './questions.ts'
import { createRandom, type Random } from './random.ts'
import type { World } from './world.ts'

export type Failure = {
  repo: string
  number: number
  edit: string
  door: string
  policy: string
  question: string
  wrong: string[]
}

const MOST_ANCHORS = 300

export class SoakRepo {
  readonly world: World
  readonly log: string[] = []
  readonly counts: Record<string, number> = {}
  number = 0
  home: string
  private readonly seed: string
  private doors: Doors | undefined
  private anchors: KnownAnchor[] = []
  private last: Answered[] = []
  private homes = 0
  /** The tree as it was when the index was last brought up to date. */
  private caughtUp: ReadonlyMap<string, string> | undefined
  /** Since then a question caught up in part, and the rest may have been indexed without an answer that says so. */
  private isPartlyCaughtUp = false

  constructor(world: World, home: string, seed: string) {
    this.world = world
    this.home = home
    this.seed = seed
  }

  async open(): Promise<Doors> {
    if (!this.doors) {
      this.doors = await openDoors(this.world.root, this.home)
      await this.doors.appItself.index([])
    }
    return this.doors
  }

  async close(): Promise<void> {
    await this.doors?.close()
    this.doors = undefined
  }

  /** One edit and the questions after it. `settle`: a comparison follows, so everything must be caught up. */
  async step(options: { quiet: boolean; settle: boolean }): Promise<Failure[]> {
    this.number++
    if (options.quiet) await this.close()
    else await this.open()
    const standing = this.standing()
    const edited = await this.timed('editing', () => this.edit(options.quiet))
    this.log.push(`${this.number} ${edited.what}`)
    if (options.quiet) return []
    const random = createRandom(this.seed, this.world.name, this.number, 'ask')
    const policy: Policy = options.settle
      ? 'catch-up'
      : random.weighted([
          [70, 'catch-up'],
          [15, 'rebind'],
          [15, 'strict'],
        ] as const)
    const door: DoorName = random.weighted([
      [80, 'app'],
      [6, 'library'],
      [4, 'cli'],
      [10, 'mcp'],
    ] as const)
    const disk = new Disk(this.world.root)
    this.moveAnchors(edited, disk, standing)
    const questions = chooseQuestions(edited, disk, this.anchors, random, policy)
    return this.ask(edited, questions, policy, options.settle ? 'app' : door, disk, random)
  }

  private async edit(quiet: boolean): Promise<Edited> {
    const ask = async (): Promise<void> => {
      if (quiet) return
      const answer = await (await this.open()).app({ tool: 'rag_search', args: { query: 'soak' } })
      this.noteCatchUp(answer.freshness_state === 'FRESH', new Disk(this.world.root))
    }
    const random = createRandom(this.seed, this.world.name, this.number, 'edit')
    const context = { world: this.world, random, number: this.number, ask }
    const edited = await makeEdit({ ...context, disk: new Disk(this.world.root) })
    if (!random.chance(0.12)) return edited
    const second = await makeEdit({ ...context, number: this.number + 100_000, disk: new Disk(this.world.root) })
    const touched = new Set(second.files)
    return {
      what: `${edited.what}; and ${second.what}`,
      files: [...edited.files, ...second.files],
      names: [...(edited.names ?? []), ...(second.names ?? [])],
      expect: [
        ...(edited.expect ?? []).filter(({ file }) => !touched.has(file) && new Disk(this.world.root).files().has(file)),
        ...(second.expect ?? []),
      ],
      keeps: (edited.keeps ?? false) && (second.keeps ?? false),
    }
  }

  private async ask(
    edited: Edited,
    questions: readonly Question[],
    policy: Policy,
    door: DoorName,
    disk: Disk,
    random: Random,
  ): Promise<Failure[]> {
    const failures: Failure[] = []
    const watched = policy !== 'catch-up' && random.chance(0.3)
    const written = [this.home, path.join(this.world.root, '.llmc')]
    const before = watched ? await folderHash(written) : ''
    this.last = []
    for (const question of questions) {
      const route = policy === 'strict' ? routeOf(this.world.root) : undefined
      const wrong: string[] = []
      try {
        const pages = await this.timed(`asking ${door} ${policy} ${question.tool}`, () => this.askAll(question, door))
        const answer = pages[0] as Envelope
        this.count(`${policy} ${answer.freshness_state}`)
        this.count(`door ${door}`)
        wrong.push(...checkAnswer({ question, policy, answer, pages }, disk), ...checkComplete(question, pages, disk))
        wrong.push(...checkExpected(edited, question, answer), ...checkAnchor(question, answer, this.anchors, disk))
        wrong.push(...this.checkPolicy(answer, policy, door, route, disk))
        if (wrong.length === 0) this.remember(anchorsIn(question, answer.items, disk))
        if (wrong.length > 0)
          wrong.push(
            `the answer says: ${answer.freshness_state}, ${answer.items.length} items, ${answer.meta.message ?? 'no message'}`,
          )
        this.last.push({ question, answer })
      } catch (error) {
        wrong.push(`crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      }
      if (wrong.length > 0) failures.push(this.failure(edited, door, policy, question, wrong))
    }
    if (policy === 'catch-up')
      this.noteCatchUp(
        this.last.some(({ answer }) => answer.freshness_state === 'FRESH'),
        disk,
      )
    if (watched && (await folderHash(written)) !== before)
      failures.push(this.failure(edited, door, policy, questions[0]!, [`something was written under ${policy}`]))
    if (policy !== 'catch-up' && random.chance(0.25)) failures.push(...(await this.askAgain(edited, door, policy, disk)))
    return failures
  }

  private noteCatchUp(isWhole: boolean, disk: Disk): void {
    this.isPartlyCaughtUp = !isWhole
    if (isWhole) this.caughtUp = disk.state()
  }

  /** Asks the same questions again after a catch-up: what is found now should have been found before. */
  private async askAgain(edited: Edited, door: DoorName, policy: Policy, disk: Disk): Promise<Failure[]> {
    const failures: Failure[] = []
    const changed = new Set(this.caughtUp ? changedPaths(this.caughtUp, disk.state()) : [])
    for (const { question, answer } of this.last) {
      const [fresh] = await this.askAll({ ...question, args: { ...question.args, stale_policy: 'catch-up' } }, 'app')
      if (!fresh) continue
      this.noteCatchUp(fresh.freshness_state === 'FRESH', disk)
      const wrong = checkNothingMissed(question, answer, fresh, disk, (file) => changed.has(file))
      if (wrong.length > 0) failures.push(this.failure(edited, door, policy, question, wrong))
    }
    return failures
  }

  private failure(edited: Edited, door: string, policy: string, question: Question | string, wrong: string[]): Failure {
    const asked = typeof question === 'string' ? question : `${question.tool} ${JSON.stringify(question.args)}`
    return {
      repo: this.world.name,
      number: this.number,
      edit: edited.what,
      door,
      policy,
      question: asked,
      wrong: [...wrong.slice(0, 8), ...wrong.slice(8).slice(-1)],
    }
  }

  private async askAll(question: Question, door: DoorName): Promise<Envelope[]> {
    const doors = await this.open()
    const pages = [await doors[door](question)]
    for (
      let cursor = pages[0]!.next_cursor;
      question.tool === 'rag_search' && cursor && pages.length < 40;
      cursor = pages.at(-1)!.next_cursor
    )
      pages.push(await doors[door]({ ...question, args: { ...question.args, cursor } }))
    return pages
  }

  /** Checks that the state in the answer is what the policy promises. */
  private checkPolicy(
    answer: Envelope,
    policy: Policy,
    door: DoorName,
    route: ReturnType<typeof routeOf> | undefined,
    disk: Disk,
  ): string[] {
    const wrong: string[] = []
    const head = headOf(this.world.root)
    if (answer.meta.freshness && answer.meta.freshness.head !== head)
      wrong.push(`head said to be ${answer.meta.freshness.head}, is ${head}`)
    if (policy === 'catch-up' && answer.freshness_state !== 'FRESH') {
      this.count(`not caught up: ${(answer.meta.message ?? '').replace(/\d[\d,.]*/g, 'n').slice(0, 90)}`)
      // With enough time a catch-up always completes, however much changed.
      if (door === 'app') wrong.push(`not caught up: ${answer.meta.message}`)
    }
    if (
      policy !== 'catch-up' &&
      this.caughtUp &&
      answer.meta.freshness &&
      answer.freshness_state !== 'UNKNOWN' &&
      route?.use_rag !== false
    ) {
      const changed = changedPaths(this.caughtUp, disk.state())
      const { dirty } = answer.meta.freshness
      // A catch-up that ran out of time has indexed some of them, and the app goes on with the others.
      const isUnfinished = this.isPartlyCaughtUp || /still to be linked/.test(answer.meta.message ?? '')
      if (isUnfinished ? dirty > changed.length : dirty !== changed.length)
        wrong.push(`${answer.meta.freshness.dirty} dirty said, ${changed.length} are: ${changed.slice(0, 5).join(', ')}`)
      if (answer.freshness_state === 'FRESH' && changed.length > 0 && !this.isPartlyCaughtUp)
        wrong.push(`FRESH though changed: ${changed.slice(0, 5).join(', ')}`)
    }
    if (policy === 'catch-up' && answer.freshness_state === 'FRESH') wrong.push(...checkStatus(this.world.root))
    if (route && !route.use_rag && (answer.freshness_state !== route.freshness_state || answer.source !== 'LOCAL_FALLBACK'))
      wrong.push(`strict says ${answer.freshness_state} from ${answer.source}, the decision is ${route.freshness_state}`)
    return wrong
  }

  private remember(found: readonly KnownAnchor[]): void {
    const names = new Set(found.map(({ anchor }) => anchor))
    this.anchors = [...this.anchors.filter(({ anchor }) => !names.has(anchor)), ...found].slice(-MOST_ANCHORS)
  }

  /** Known symbols whose files have not changed since. */
  private standing(): KnownAnchor[] {
    const disk = new Disk(this.world.root)
    return this.anchors.filter(({ file, fileText }) => disk.lines(file)?.join('\n') === fileText)
  }

  /** If an edit keeps every identity, updates the lines of known symbols. */
  private moveAnchors(edited: Edited, disk: Disk, standing: readonly KnownAnchor[]): void {
    if (!edited.keeps) return
    for (const known of standing) {
      if (!edited.files.includes(known.file)) continue
      const lines = disk.lines(known.file) ?? []
      const at = lines.flatMap((line, index) => (line.trim() === known.text ? [index + 1] : []))
      const wasOne = known.fileText.split('\n').filter((line) => line.trim() === known.text).length === 1
      if (at.length !== 1 || !wasOne || !isTracked(known, edited)) continue
      known.line = at[0] as number
      known.fileText = lines.join('\n')
    }
  }

  /** Compares with a clean build of the same tree. If they differ, continues with the clean one, so that a bug is reported once. */
  async compare(): Promise<Failure[]> {
    const doors = await this.open()
    const random = createRandom(this.seed, this.world.name, this.number, 'compare')
    const disk = new Disk(this.world.root)
    const picked = Array.from({ length: 4 }, () => random.pick(this.anchors)?.anchor).filter((anchor) => anchor !== undefined)
    const settled = await doors.app({ tool: 'rag_search', args: { query: 'soak' } })
    this.caughtUp = undefined
    if (settled.freshness_state !== 'FRESH') {
      this.count('index before a comparison')
      await doors.appItself.index([])
    }
    const more: Question[] = [
      ...picked.flatMap((symbol): Question[] => [
        { tool: 'where_used', args: { symbol, limit: 5000 } },
        { tool: 'lineage', args: { symbol, direction: 'both', max_results: 1000 } },
      ]),
      ...chooseQuestions({ what: '', files: [] }, disk, this.anchors, random, 'catch-up'),
      ...['symbol', 'file', 'module', 'repo'].map((level) => ({
        tool: 'search_code',
        args: { query: 'how is an error handled', level, limit: 50 },
      })),
    ]
    const wrong = await this.timed('comparing', () => compareClean(this.world.root, this.home, doors.appItself, this.last, more))
    if (wrong.length === 0) return []
    await this.startAnew()
    return [this.failure({ what: this.log.at(-1) ?? '', files: [] }, 'app', 'catch-up', 'clean rebuild', wrong)]
  }

  private async startAnew(): Promise<void> {
    await this.close()
    this.homes++
    this.home = `${this.home.replace(/-\d+$/, '')}-${this.homes}`
    this.anchors = []
    this.caughtUp = undefined
  }

  count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by
  }

  /** Measures where the time is spent. */
  private async timed<Value>(what: string, work: () => Value | Promise<Value>): Promise<Value> {
    const started = performance.now()
    try {
      return await work()
    } finally {
      this.count(`ms ${what}`, Math.round(performance.now() - started))
    }
  }
}

const isTracked = (known: KnownAnchor, edited: Edited): boolean => edited.files.length < 50 && known.text.length > 0

/** Memory of this process and its descendants in kilobytes, shared pages counted once. */
export function memoryOfTree(): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = tryRead(`/proc/${name}/stat`)
    if (stat !== '') parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === process.pid) return true
    return false
  }
  return [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(tryRead(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0), 0)
}

function tryRead(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
