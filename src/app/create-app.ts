/** Connects the rooms, once per process. */
import path from 'node:path'
import { agentToolLoaders } from '../agent/agent-tool-loaders.ts'
import { isFolder } from '../base/repo-files/see.ts'
import type { RagResult } from '../contract/envelope.ts'
import { nearestName } from '../contract/nearest-name.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import { mayRead, type ReadScope } from '../contract/read-scope.ts'
import type { Repo } from '../contract/repo.ts'
import type { GraphReport, ImportReport, IndexReport } from '../contract/reports.ts'
import { callVocabulary } from '../contract/vocabulary.ts'
import type { WatchEvent } from '../contract/watch.ts'
import { problemResult } from '../envelope/problem-result.ts'
import { createGateway } from '../freshness/gateway.ts'
import type { Gateway } from '../freshness/scope.ts'
import type { IndexRooms } from '../indexer/index-rooms.ts'
import { runTool } from '../tools/run-tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { toolLoaders } from '../tools/tool-loaders.ts'
import { matchRepo, onePerOrigin } from '../workspace/match-repo.ts'
import type { RegisteredRepo } from '../workspace/registry.ts'
import { findRepoRoot, isTooBroad } from '../workspace/repo-root.ts'
import { askedFrom } from './asked-from.ts'
import { BackgroundWork } from './background.ts'
import { createCatalogue } from './catalogue.ts'
import { EmbedWork } from './embed-work.ts'
import { createFirstBuild, folderNamed, pathFromHere, repoHere } from './here.ts'
import { KeepCurrent } from './keep-current.ts'
import { modelAccess } from './model-access.ts'
import { type App, type CallOptions, type CreateApp, type ServeSettings, surfacePolicies, type WorkOptions } from './port.ts'
import { queryMeaning } from './query-meaning.ts'
import { createRepoFiles } from './repo-files.ts'
import { Rooms } from './rooms.ts'
import type { Access } from './tokens.ts'

const CATCH_UP_WAIT_MS = 300

/** Add the tool loaders of another room here. */
const catalogue = createCatalogue([toolLoaders, agentToolLoaders])

export const createApp: CreateApp = async (options) => {
  const rooms = await Rooms.open(options)
  const vectors = rooms.policy.lives_long ? new EmbedWork(rooms) : undefined
  const background = vectors ? new BackgroundWork(rooms, vectors) : undefined
  let access: Promise<Access> | undefined
  const openAccess = (): Promise<Access> => (access ??= import('./tokens.ts').then((module) => module.openAccess(rooms)))
  const current = keepCurrent(rooms, vectors)
  const behind: Behind = { background, vectors, firstBuild: createFirstBuild(rooms, background, vectors) }
  return {
    settings: appSettings(rooms),
    serving: serveSettings(rooms),
    vocabulary: rooms.vocabulary,
    tools: (names) => catalogue.loadAll(names),
    callTool: (name, args, call = {}) => callTool(name, args, call, rooms, behind),
    findSymbol: async (entityId, call = {}) => {
      const { locateSymbol } = await import('./locate.ts')
      return locateSymbol(entityId, await toolContext('', call, rooms, behind), rooms)
    },
    isFileDirty: async (file) => {
      const { isFileDirty } = await import('./locate.ts')
      const here = await repoHere(rooms, rooms.options.cwd)
      if (!here) throw new CairnProblem('REPO_UNKNOWN', { repo: `at ${rooms.options.cwd}` })
      return isFileDirty(here, file, rooms)
    },
    pathFromHere: (written) => pathFromHere(written, rooms.options.cwd),
    folderNamed: (name) => folderNamed(name, rooms),
    token: async (source) => rooms.token(source),
    index: (folders, work = {}) => indexFolders(folders, work, rooms),
    buildGraph: (repo, work = {}) => buildGraph(repo, work, rooms),
    importGraph: (file, work = {}) => importGraph(file, work, rooms),
    enrich: async (folders, work = {}) => {
      const { enrichRepos } = await import('./enrich.ts')
      return enrichRepos(await reposToEnrich(folders, work, rooms), work, rooms)
    },
    status: async (repo, work = {}) => (await import('./look-after.ts')).showStatus(repo, work, rooms),
    doctor: async (work = {}) => (await import('./look-after.ts')).examine(work, rooms),
    remove: async (repo, work = {}) => (await import('./look-after.ts')).removeRepo(repo, work, rooms),
    gc: async (work = {}) => (await import('./look-after.ts')).collectGarbage(work, rooms),
    repos: async () => (await rooms.registry.list()).map(({ repo_id, root }) => ({ repo_id, root })),
    register: async (repo, { name } = {}) => {
      const { repo_id, root } = await rooms.registry.register(await rootToIndex(repo, rooms), name === undefined ? {} : { name })
      return { repo_id, root }
    },
    config: async () => ({ settings: rooms.loaded.settings, warnings: rooms.loaded.warnings }),
    tokens: {
      create: async (wanted = {}) => (await openAccess()).create(wanted),
      list: async () => (await openAccess()).list(),
      revoke: async (idOrName) => (await openAccess()).revoke(idOrName),
    },
    authenticate: async (header) => (await openAccess()).authenticate(header),
    clients: async () => (await import('./install.ts')).showClients(rooms),
    installClients: async (names, work) => (await import('./install.ts')).installClients(names, work, rooms),
    uninstallClients: async (names, work) => (await import('./install.ts')).uninstallClients(names, work, rooms),
    watch: async (repos, work) =>
      (await import('./watch.ts')).watch(repos, work, rooms, vectors, (name) => namedOrFolder(name, {}, rooms)),
    onIndexEvent: (listener) => rooms.events.subscribe(listener),
    keepCurrent: () => current.start(),
    close: async () => {
      await current.close()
      await background?.close()
      await vectors?.close()
      await rooms.close()
    },
  } satisfies App
}

function keepCurrent(rooms: Rooms, vectors: EmbedWork | undefined): KeepCurrent {
  return new KeepCurrent({
    isOn: rooms.config.watch && rooms.policy.lives_long,
    watch: async (work) => {
      const onEvent = (event: WatchEvent): void => {
        work.onEvent(event)
        rooms.events.emit(event)
      }
      const findRepo = (name: string): Promise<Repo> => namedOrFolder(name, {}, rooms)
      return (await import('./watch.ts')).watch([], { ...work, onEvent }, rooms, vectors, findRepo)
    },
    warn: (words) => rooms.options.onWarning?.(words),
    now: Date.now,
  })
}

/** What questions may start besides answering: the first build of a repo, and background work. */
type Behind = {
  background: BackgroundWork | undefined
  vectors: EmbedWork | undefined
  firstBuild: ReturnType<typeof createFirstBuild>
}

async function callTool(
  name: string,
  args: Readonly<Record<string, unknown>>,
  call: CallOptions,
  rooms: Rooms,
  behind: Behind,
): Promise<RagResult<unknown>> {
  const tool = await catalogue.load(name)
  const { vocabulary } = rooms
  if (!tool) return problemResult(unknownTool(name), { vocabulary })
  try {
    const context = await toolContext(name, call, rooms, behind)
    const access = await modelAccess(name, { call, rooms, catalogue, callTool: (...asked) => callForModel(asked, rooms, behind) })
    if (!access) return await runTool(tool, args, context)
    const { withModel } = await import('../agent/answer-with-model.ts')
    return await runTool(withModel(tool, access), args, context)
  } catch (thrown) {
    return problemResult(thrown, { vocabulary })
  }
}

/** A tool that a language model calls. It is told the names of tools, also where its user reads those of commands. */
async function callForModel(
  [name, args, call]: [string, Readonly<Record<string, unknown>>, CallOptions],
  rooms: Rooms,
  behind: Behind,
): Promise<RagResult<unknown>> {
  const tool = await catalogue.load(name)
  if (!tool) return problemResult(unknownTool(name))
  try {
    return await runTool(tool, args, { ...(await toolContext(name, call, rooms, behind)), vocabulary: callVocabulary() })
  } catch (thrown) {
    return problemResult(thrown)
  }
}

function unknownTool(name: string): CairnProblem {
  const near = nearestName(name, catalogue.names)
  return badArgument(
    `There is no tool "${name}".${near ? ` Did you mean ${near}?` : ''} There are ${catalogue.names.join(', ')}.`,
  )
}

const appSettings = ({ config: { color, debug, format, pager } }: Rooms): App['settings'] => ({ color, debug, format, pager })

const serveSettings = ({ config }: Rooms): ServeSettings => {
  const { host, port, require_token, allowed_hosts, allowed_origins, rate_limit, request_ms } = config
  return { host, port, require_token, allowed_hosts, allowed_origins, rate_limit, request_ms }
}

async function toolContext(tool: string, call: CallOptions, rooms: Rooms, behind: Behind): Promise<ToolContext> {
  const cwd = call.cwd ?? rooms.options.cwd
  const asked = await askedFrom(rooms, cwd)
  const here = asked.repo && mayRead(call.scope, asked.repo) ? asked.repo : null
  const below = asked.below?.filter((repo) => mayRead(call.scope, repo)) ?? null
  const known = async () => (await rooms.registry.list()).filter((repo) => mayRead(call.scope, repo))
  const facts = rooms.routeFacts
  const policy = call.surface ? surfacePolicies[call.surface] : rooms.policy
  const { computeRoute } = await import('../freshness/compute-route.ts')
  const meaning = await queryMeaning(tool, rooms, behind.vectors)
  return {
    gateway: await gatewayFor(call, rooms, behind),
    computeRoute: (root) => computeRoute(root, facts),
    repos: {
      list: known,
      onePerOrigin: async () => onePerOrigin(await known(), { askedFrom: here?.root ?? null }),
      match: async (name) => matchOrFolder(await known(), name, { cwd, scope: call.scope }, rooms),
    },
    files: createRepoFiles((root) => rooms.listOptions(root)),
    cwd_repo: here,
    repos_below: below,
    ask_all: call.all === true,
    note: asked.note,
    settingsNote: (root) => rooms.settingsNote(root),
    vocabulary: rooms.vocabulary,
    parser: rooms.lazyParser(),
    parser_version: (await import('../parse/parser-version.ts')).PARSER_VERSION,
    settings: {
      stale_policy: rooms.config.stale_policy,
      scan_ms: rooms.config.scan_ms,
      max_chars: policy.max_chars,
      file_bytes: policy.file_bytes,
    },
    ...(meaning ? { meaning } : {}),
    ...(call.print ? { print: call.print } : {}),
    signal: call.signal ?? new AbortController().signal,
    onBug: (error) => {
      if (rooms.config.debug) rooms.options.onWarning?.(error instanceof Error ? (error.stack ?? error.message) : String(error))
    },
  }
}

async function gatewayFor(call: CallOptions, rooms: Rooms, { background, vectors, firstBuild }: Behind): Promise<Gateway> {
  const { takeChangeSet } = await import('../discover/change-set.ts')
  const { PARSER_VERSION } = await import('../parse/parser-version.ts')
  return createGateway({
    ...rooms.routeFacts,
    openReader: async () => (await rooms.store()).reader,
    takeChangeSet: (root, repo, rows, options) => takeChangeSet(root, repo, rows, { ...rooms.listOptions(root), ...options }),
    refreshFiles: async (repo, changes, options) => {
      const { refreshFiles } = await import('../indexer/refresh-files.ts')
      const work = { ...options, ...(call.onProgress ? { onProgress: call.onProgress } : {}) }
      const outcome = await refreshFiles(repo, changes, await rooms.indexRooms(), work)
      // What was late, and the vectors of a server.
      if (outcome.state === 'done' && outcome.files > 0) vectors?.start(repo)
      return outcome
    },
    firstBuild: (repo, signal) => firstBuild(repo, signal, call.onProgress),
    ...(background ? { background } : {}),
    parser_version: PARSER_VERSION,
    settings: (root) => {
      const { budget_files, budget_ms, finish_ms } = rooms.configOf(root)
      return { budget_files, budget_ms, finish_ms, catch_up_wait_ms: CATCH_UP_WAIT_MS }
    },
  })
}

async function indexFolders(
  folders: readonly string[],
  work: WorkOptions & { fresh?: boolean; dryRun?: boolean; name?: string },
  rooms: Rooms,
): Promise<IndexReport[]> {
  if (work.name !== undefined && folders.length > 1)
    throw badArgument(`A name is for one repo; there are ${folders.length} folders: ${folders.join(', ')}.`)
  const reports: IndexReport[] = []
  for (const folder of folders.length > 0 ? folders : [rooms.options.cwd]) {
    const repo = await repoToIndex(folder, work, rooms)
    const { indexRepo } = await import('../indexer/index-repo.ts')
    // `--fresh` trusts nothing that is stored.
    if (!work.dryRun) await rooms.healIfDamaged(work.fresh ? undefined : repo.repo_id)
    const build = (indexRooms: IndexRooms) => indexRepo(repo, indexRooms, work)
    reports.push(work.dryRun ? await build(await rooms.indexRooms()) : await rooms.healing(build))
  }
  return reports
}

async function repoToIndex(folder: string, work: { dryRun?: boolean; name?: string }, rooms: Rooms): Promise<Repo> {
  const root = await rootToIndex(folder, rooms)
  if (work.dryRun || !rooms.policy.registers) {
    if (!work.dryRun) return (await rooms.registry.findByRoot(root)) ?? rooms.registry.reserve(root)
    const here = await repoHere(rooms, root)
    if (here) return here
  }
  return rooms.registry.register(root, work.name === undefined ? {} : { name: work.name })
}

/** The root of the repo that contains a folder which the user wants to register. */
async function rootToIndex(folder: string, rooms: Rooms): Promise<string> {
  const absolutePath = path.resolve(rooms.options.cwd, folder)
  if (!(await isFolder(absolutePath))) throw badArgument(`There is no folder ${absolutePath}; give the folder of a repo.`)
  const root = await findRepoRoot(absolutePath)
  if (await isTooBroad(root))
    throw badArgument(`${root} is the home folder or a file system's root, not a repo; name the folder of a repo.`)
  return root
}

/** A registered repo. In the library also any other repo, given by its path. */
async function matchOrFolder(
  known: readonly RegisteredRepo[],
  name: string,
  from: { cwd: string; scope: ReadScope | undefined },
  rooms: Rooms,
): Promise<Repo> {
  const { cwd, scope } = from
  try {
    return await matchRepo(known, name, { cwd, hides_cwd: scope !== undefined })
  } catch (error) {
    const unknown = error instanceof CairnProblem && error.code === 'REPO_UNKNOWN'
    const absolutePath = path.resolve(cwd, name)
    if (!unknown || !rooms.policy.any_folder || !(await isFolder(absolutePath))) throw error
    const root = await findRepoRoot(absolutePath)
    const repo = { repo_id: await rooms.registry.idOf(root), root }
    if (!mayRead(scope, repo)) throw error
    return repo
  }
}

async function buildGraph(repo: string | null, work: WorkOptions & { dryRun?: boolean }, rooms: Rooms): Promise<GraphReport> {
  const chosen = repo === null ? await repoToIndex('.', work, rooms) : await namedOrFolder(repo, work, rooms)
  const { buildGraph: build } = await import('./build-graph.ts')
  const artifacts = { home: rooms.config.home, inRepo: rooms.configOf(chosen.root).write_artifacts }
  const run = (indexRooms: IndexRooms) => build(chosen, indexRooms, artifacts, work)
  return work.dryRun ? run(await rooms.indexRooms()) : rooms.healing(run)
}

async function importGraph(
  file: string,
  work: WorkOptions & { repo?: string | null; dryRun?: boolean },
  rooms: Rooms,
): Promise<ImportReport> {
  const chosen = work.repo ? await namedOrFolder(work.repo, work, rooms) : await repoHere(rooms, rooms.options.cwd)
  if (!chosen) throw new CairnProblem('REPO_UNKNOWN', { repo: `at ${rooms.options.cwd}` })
  const { importGraph: take } = await import('../indexer/import-graph.ts')
  return take(chosen, path.resolve(rooms.options.cwd, file), await rooms.indexRooms(), work)
}

/** Their indexes are brought up to date, because texts are matched with what is indexed. */
async function reposToEnrich(folders: readonly string[], { signal, onProgress }: WorkOptions, rooms: Rooms): Promise<Repo[]> {
  const work = { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) }
  const repos: Repo[] = []
  for (const folder of folders.length > 0 ? folders : ['.']) {
    const repo = folder === '.' ? await repoToIndex('.', {}, rooms) : await namedOrFolder(folder, {}, rooms)
    if (repos.some(({ repo_id }) => repo_id === repo.repo_id)) continue
    const { indexRepo } = await import('../indexer/index-repo.ts')
    await rooms.healing((indexRooms) => indexRepo(repo, indexRooms, work))
    repos.push(repo)
  }
  return repos
}

/** A registered repo with this name, else a folder to register. */
async function namedOrFolder(name: string, work: { dryRun?: boolean }, rooms: Rooms): Promise<Repo> {
  const { cwd } = rooms.options
  try {
    return await matchRepo(await rooms.registry.list(), name, { cwd })
  } catch (error) {
    const isUnknown = error instanceof CairnProblem && error.code === 'REPO_UNKNOWN'
    if (isUnknown && (await isFolder(path.resolve(cwd, name)))) return repoToIndex(name, work, rooms)
    throw error
  }
}
