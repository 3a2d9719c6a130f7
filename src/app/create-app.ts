/** Wires the rooms together, once per process. The only file that knows them all. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { RagResult } from '../contract/envelope.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import { mayRead } from '../contract/read-scope.ts'
import type { GraphReport, ImportReport, IndexReport } from '../contract/reports.ts'
import { problemResult } from '../envelope/problem-result.ts'
import { createGateway } from '../freshness/gateway.ts'
import type { Gateway } from '../freshness/scope.ts'
import type { IndexRooms } from '../indexer/index-rooms.ts'
import { runTool } from '../tools/run-tool.ts'
import type { KnownRepo, ToolContext } from '../tools/tool-context.ts'
import { toolLoaders } from '../tools/tool-loaders.ts'
import { matchRepo, onePerOrigin } from '../workspace/match-repo.ts'
import { findRepoRoot, isTooBroad } from '../workspace/repo-root.ts'
import { createCatalogue } from './catalogue.ts'
import { createFirstBuild, pathFromHere, repoHere } from './here.ts'
import type { App, CallOptions, CreateApp, WorkOptions } from './port.ts'
import { createRepoFiles } from './repo-files.ts'
import { Rooms } from './rooms.ts'
import { routeFacts } from './route.ts'

/** Over MCP an answer is cut at this many bytes unless asked otherwise: some clients drop the middle of anything longer. */
const MCP_CHARS = 10_000
const FILE_BYTES = 100_000
const CATCH_UP_WAIT_MS = 300

/** A room whose tools are to be shown is added here. */
const catalogue = createCatalogue([toolLoaders])

export const createApp: CreateApp = async (options) => {
  const rooms = await Rooms.open(options)
  const firstBuild = createFirstBuild(rooms)
  return {
    settings: { color: rooms.config.color, debug: rooms.config.debug },
    tools: (names) => catalogue.loadAll(names),
    callTool: (name, args, call = {}) => callTool(name, args, call, rooms, firstBuild),
    findSymbol: async (entityId, call = {}) => {
      const { findSymbol } = await import('./locate.ts')
      return findSymbol(entityId, await toolContext(call, rooms, firstBuild), rooms)
    },
    isFileDirty: async (file) => {
      const { isFileDirty } = await import('./locate.ts')
      const here = await repoHere(rooms, rooms.options.cwd)
      if (!here) throw new CairnProblem('REPO_UNKNOWN', { repo: `at ${rooms.options.cwd}` })
      return isFileDirty(here, file, rooms)
    },
    pathFromHere: (written) => pathFromHere(written, rooms.options.cwd),
    index: (folders, work = {}) => indexFolders(folders, work, rooms),
    buildGraph: (repo, work = {}) => buildGraph(repo, work, rooms),
    importGraph: (file, work = {}) => importGraph(file, work, rooms),
    status: async (repo, work = {}) => (await import('./look-after.ts')).showStatus(repo, work, rooms),
    doctor: async (work = {}) => (await import('./look-after.ts')).examine(work, rooms),
    remove: async (repo, work = {}) => (await import('./look-after.ts')).removeRepo(repo, work, rooms),
    gc: async (work = {}) => (await import('./look-after.ts')).collectGarbage(work, rooms),
    config: async () => ({ settings: rooms.loaded.settings, warnings: rooms.loaded.warnings }),
    watch: async (repos, work) =>
      (await import('./watch.ts')).watch(repos, work, rooms, (name) => namedOrFolder(name, {}, rooms)),
    close: () => rooms.close(),
  } satisfies App
}

type FirstBuild = ReturnType<typeof createFirstBuild>

async function callTool(
  name: string,
  args: Readonly<Record<string, unknown>>,
  call: CallOptions,
  rooms: Rooms,
  firstBuild: FirstBuild,
): Promise<RagResult<unknown>> {
  const tool = await catalogue.load(name)
  if (!tool) return problemResult(badArgument(`There is no tool "${name}"; there are ${catalogue.names.join(', ')}.`))
  try {
    return await runTool(tool, args, await toolContext(call, rooms, firstBuild))
  } catch (thrown) {
    return problemResult(thrown)
  }
}

async function toolContext(call: CallOptions, rooms: Rooms, firstBuild: FirstBuild): Promise<ToolContext> {
  const cwd = call.cwd ?? rooms.options.cwd
  const around = await repoHere(rooms, cwd)
  const here = around && mayRead(call.scope, around) ? around : null
  const known = async () => (await rooms.registry.list()).filter((repo) => mayRead(call.scope, repo))
  const facts = routeFacts(rooms.config.home)
  const { computeRoute } = await import('../freshness/compute-route.ts')
  const overMcp = rooms.options.surface === 'mcp'
  return {
    gateway: await gatewayFor(call, rooms, firstBuild),
    computeRoute: (root) => computeRoute(root, facts),
    repos: {
      list: known,
      onePerOrigin: async () => onePerOrigin(await known(), { askedFrom: here?.root ?? null }),
      match: async (name) => matchRepo(await known(), name, { cwd }),
    },
    files: createRepoFiles((root) => rooms.listOptions(root)),
    cwd_repo: here,
    here_first: call.here === true,
    parser: rooms.lazyParser(),
    parser_version: (await import('../parse/parser-version.ts')).PARSER_VERSION,
    settings: {
      stale_policy: rooms.config.stale_policy,
      scan_ms: rooms.config.scan_ms,
      max_chars: overMcp ? MCP_CHARS : null,
      file_bytes: overMcp ? MCP_CHARS : FILE_BYTES,
    },
    ...(call.print ? { print: call.print } : {}),
    signal: call.signal ?? new AbortController().signal,
    onBug: (error) => {
      if (rooms.config.debug) rooms.options.onWarning?.(error instanceof Error ? (error.stack ?? error.message) : String(error))
    },
  }
}

async function gatewayFor(call: CallOptions, rooms: Rooms, firstBuild: FirstBuild): Promise<Gateway> {
  const { takeChangeSet } = await import('../discover/change-set.ts')
  const { PARSER_VERSION } = await import('../parse/parser-version.ts')
  return createGateway({
    ...routeFacts(rooms.config.home),
    openReader: async () => (await rooms.store()).reader,
    takeChangeSet: (root, repo, rows, options) => takeChangeSet(root, repo, rows, { ...rooms.listOptions(root), ...options }),
    refreshFiles: async (repo, changes, options) => {
      const { refreshFiles } = await import('../indexer/refresh-files.ts')
      return refreshFiles(repo, changes, await rooms.indexRooms(), options)
    },
    firstBuild: (repo, signal) => firstBuild(repo, signal, call.onProgress),
    parser_version: PARSER_VERSION,
    settings: (root) => {
      const { budget_files, budget_ms } = rooms.configOf(root)
      return { budget_files, budget_ms, catch_up_wait_ms: CATCH_UP_WAIT_MS }
    },
  })
}

async function indexFolders(
  folders: readonly string[],
  work: WorkOptions & { fresh?: boolean; dryRun?: boolean },
  rooms: Rooms,
): Promise<IndexReport[]> {
  const reports: IndexReport[] = []
  for (const folder of folders.length > 0 ? folders : [rooms.options.cwd]) {
    const repo = await repoToIndex(folder, work, rooms)
    const { indexRepo } = await import('../indexer/index-repo.ts')
    // `--fresh` trusts nothing: damage that nobody has run into yet is looked for.
    if (work.fresh && !work.dryRun) await rooms.setAsideIfDamaged()
    const build = (indexRooms: IndexRooms) => indexRepo(repo, indexRooms, work)
    reports.push(work.dryRun ? await build(await rooms.indexRooms()) : await rooms.healing(build))
  }
  return reports
}

async function repoToIndex(folder: string, work: { dryRun?: boolean }, rooms: Rooms): Promise<KnownRepo> {
  const place = path.resolve(rooms.options.cwd, folder)
  const found = await stat(place).catch(() => undefined)
  if (!found?.isDirectory()) throw badArgument(`There is no folder ${place}; give the folder of a repo.`)
  const root = await findRepoRoot(place)
  if (await isTooBroad(root))
    throw badArgument(`${root} is the home folder or a file system's root, not a repo; name the folder of a repo.`)
  if (work.dryRun || rooms.options.surface === 'library') {
    const here = await repoHere(rooms, root)
    if (here) return here
  }
  return rooms.registry.register(root)
}

async function buildGraph(repo: string | null, work: WorkOptions & { dryRun?: boolean }, rooms: Rooms): Promise<GraphReport> {
  const place = repo === null ? await repoToIndex('.', work, rooms) : await namedOrFolder(repo, work, rooms)
  const { buildGraph: build } = await import('./build-graph.ts')
  const run = (indexRooms: IndexRooms) => build(place, indexRooms, rooms.config.home, work)
  return work.dryRun ? run(await rooms.indexRooms()) : rooms.healing(run)
}

async function importGraph(
  file: string,
  work: WorkOptions & { repo?: string | null; dryRun?: boolean },
  rooms: Rooms,
): Promise<ImportReport> {
  const place = work.repo ? await namedOrFolder(work.repo, work, rooms) : await repoHere(rooms, rooms.options.cwd)
  if (!place) throw new CairnProblem('REPO_UNKNOWN', { repo: `at ${rooms.options.cwd}` })
  const { importGraph: take } = await import('../indexer/import-graph.ts')
  return take(place, path.resolve(rooms.options.cwd, file), await rooms.indexRooms(), work)
}

/** A repo we know by name, else a folder to be taken in. */
async function namedOrFolder(name: string, work: { dryRun?: boolean }, rooms: Rooms): Promise<KnownRepo> {
  const { cwd } = rooms.options
  try {
    return await matchRepo(await rooms.registry.list(), name, { cwd })
  } catch (error) {
    const isFolder = await stat(path.resolve(cwd, name)).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (error instanceof CairnProblem && error.code === 'REPO_UNKNOWN' && isFolder) return repoToIndex(name, work, rooms)
    throw error
  }
}
