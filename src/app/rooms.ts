/**
 * The rooms of one process. Each is built on first use, so that a short command loads only what it uses. Nothing else may build a
 * room.
 */
import { sharedStop } from '../base/shared-stop.ts'
import { shareWork } from '../base/shared-work.ts'
import { type Environment, environment } from '../config/environment.ts'
import { llmServer } from '../config/llm-server.ts'
import { type LoadedConfig, loadConfig } from '../config/load-config.ts'
import { readToken, type TokenSource } from '../config/read-token.ts'
import type { Config } from '../config/settings.ts'
import type { RepoId } from '../contract/ids.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Vocabulary } from '../contract/vocabulary.ts'
import type { ListOptions, TakeInventory } from '../discover/port.ts'
import type { RouteFacts } from '../freshness/compute-route.ts'
import type { IndexRooms } from '../indexer/index-rooms.ts'
import type { ChatModel } from '../llm/port.ts'
import type { Parser } from '../parse/port.ts'
import type { StoreReader, StoreWriter } from '../store/port.ts'
import type { GitApart } from '../workspace/git-apart.ts'
import { setGitEnvironment, setGitStarter } from '../workspace/git-environment.ts'
import { openRegistry, type Registry } from '../workspace/registry.ts'
import { findRepoRoot } from '../workspace/repo-root.ts'
import { createStatusFile } from '../workspace/status-file.ts'
import { Embedders } from './embedders.ts'
import { createIndexEvents, type IndexEvents } from './index-events.ts'
import { type AppOptions, type SurfacePolicy, surfacePolicies } from './port.ts'
import { routeFacts } from './route.ts'

export type OpenStore = { reader: StoreReader; writer: StoreWriter }

export class Rooms {
  readonly config: Config
  readonly loaded: LoadedConfig
  readonly registry: Registry
  readonly options: AppOptions
  readonly policy: SurfacePolicy
  readonly vocabulary: Vocabulary
  readonly events: IndexEvents = createIndexEvents()
  readonly embedders: Embedders
  /** What a route decision is made from. */
  readonly routeFacts: RouteFacts
  private readonly variables: Environment
  private readonly settingProblems = new Map<string, string>()
  private storePromise: Promise<OpenStore> | undefined
  private parserPromise: Promise<Parser> | undefined
  private chatModelPromise: Promise<ChatModel> | undefined
  private readonly chatStop = sharedStop()
  private gitApart: GitApart | undefined
  private inventories: Promise<TakeInventory> | undefined

  static async open(options: AppOptions): Promise<Rooms> {
    const variables = environment()
    setGitEnvironment(variables)
    const root = await findRepoRoot(options.cwd)
    const sources = {
      environment: variables,
      repo_root: root,
      cwd: options.cwd,
      ...(options.flags ? { flags: options.flags } : {}),
    }
    const rooms = new Rooms(options, loadConfig(sources), variables)
    if (rooms.policy.lives_long && process.platform === 'linux') await rooms.startGitApart()
    return rooms
  }

  /** On Linux alone the start of a process becomes slower with the memory of the process that starts it. */
  private async startGitApart(): Promise<void> {
    const { createGitApart } = await import('../workspace/git-apart.ts')
    this.gitApart = createGitApart()
    setGitStarter(this.gitApart.start)
  }

  private constructor(options: AppOptions, loaded: LoadedConfig, variables: Environment) {
    this.options = options
    this.loaded = loaded
    this.config = loaded.config
    this.variables = variables
    const policy = surfacePolicies[options.surface]
    this.policy = { ...policy, lives_long: options.livesLong ?? policy.lives_long }
    this.embedders = new Embedders(loaded.config, this.policy)
    this.vocabulary = policy.vocabulary(options.program)
    const facts = routeFacts(this.config.home)
    // Questions of a server share the work of asking git for HEAD.
    this.routeFacts = this.policy.lives_long ? { ...facts, readHead: shareWork(facts.readHead) } : facts
    for (const words of loaded.warnings) options.onWarning?.(words)
    this.registry = openRegistry(this.config.home, options.onWarning ? { onWarning: options.onWarning } : {})
  }

  /** The settings of one repo: a `.cairn.json` applies only to the repo that contains it. */
  configOf(root: string): Config {
    const { cwd, flags } = this.options
    const sources = { environment: this.variables, repo_root: root, cwd, ...(flags ? { flags } : {}) }
    const { config, repo_problems } = loadConfig(sources)
    this.settingProblems.set(root, repo_problems.join(' '))
    return config
  }

  /** What could not be used of the repo's settings when they were last read; '' when there is nothing to say. */
  settingsNote(root: string): string {
    return this.settingProblems.get(root) ?? ''
  }

  token(source: TokenSource): string | undefined {
    return readToken(source, { setting: this.config.token, environment: this.variables, cwd: this.options.cwd })
  }

  listOptions(root: string): ListOptions {
    const { max_file_bytes, allow_withheld, ignore } = this.configOf(root)
    const inventory = this.policy.lives_long ? { inventory: this.inventory } : {}
    return { max_file_bytes, allow_withheld, ignore, ...inventory }
  }

  /** Questions of a server share the work of listing a repo. */
  private readonly inventory: TakeInventory = async (root, options) => {
    this.inventories ??= import('../discover/shared-inventory.ts').then(({ shareInventories }) => shareInventories())
    return (await this.inventories)(root, options)
  }

  store(): Promise<OpenStore> {
    this.storePromise ??= import('../store/embedded/open-embedded-store.ts').then(({ openEmbeddedStore }) =>
      openEmbeddedStore(this.config.home),
    )
    return this.storePromise
  }

  /** If work finds the store damaged, a new one takes its place, and the work is done again, once. */
  async healing<Result>(work: (rooms: IndexRooms) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.indexRooms())
    } catch (error) {
      if (!(error instanceof CairnProblem) || error.code !== 'STORE_CORRUPT') throw error
      await this.replaceStore()
      return work(await this.indexRooms())
    }
  }

  /** Looks for damage that no read has met yet: in all that questions about a repo may read or, without one, everywhere. */
  async healIfDamaged(repo?: RepoId): Promise<void> {
    const { reader } = await this.store()
    // What else is wrong, the work that follows meets too.
    const damage = await reader.check(repo === undefined ? {} : { repo }).catch(() => undefined)
    if (damage !== undefined) await this.replaceStore()
  }

  /** Another process may already have done so. Questions that read the damaged store meanwhile keep it open until they end. */
  private async replaceStore(): Promise<void> {
    if (!this.policy.lives_long) await this.closeStore()
    const { replaceStore } = await import('../store/embedded/replace-store.ts')
    const replaced = await replaceStore(this.config.home, new Date())
    if (!replaced) return
    const { damage, aside, saved } = replaced
    const texts = saved === 0 ? '' : ` ${saved} of its texts about code were saved.`
    this.options.onWarning?.(
      `The index was damaged (${damage}). The damaged file was renamed to ${aside}, and a new index is being built.${texts} Index the other repos again with \`cairn index\`.`,
    )
  }

  private async closeStore(): Promise<void> {
    const store = await this.storePromise?.catch(() => undefined)
    this.storePromise = undefined
    await store?.reader.close()
    await store?.writer.close()
  }

  /** The language model that the settings name. Undefined: there is none, and nothing is loaded for it. */
  async chatModel(): Promise<ChatModel | undefined> {
    const server = llmServer(this.config)
    if (!server) return undefined
    this.chatModelPromise ??= import('../llm/create-chat-model.ts').then(({ createChatModel }) =>
      createChatModel({ ...server, stop: this.chatStop.signal }),
    )
    return this.chatModelPromise
  }

  /** Grammars take memory and time to load, so call this only to parse. */
  parser(): Promise<Parser> {
    this.parserPromise ??= this.policy.lives_long
      ? import('../parse/parser-apart.ts').then(({ createParserApart }) => createParserApart())
      : import('../parse/create-parser.ts').then(({ createParser }) => createParser())
    return this.parserPromise
  }

  /** A parser that is available at once and loads on first use. */
  lazyParser(): Parser {
    return {
      parse: async (text, language, options) => (await this.parser()).parse(text, language, options),
      close: () => undefined,
    }
  }

  async indexRooms(): Promise<IndexRooms> {
    const [{ reader, writer }, { listFiles }, { takeChangeSet }, { createParsePool }, { PARSER_VERSION }] = await Promise.all([
      this.store(),
      import('../discover/list-files.ts'),
      import('../discover/change-set.ts'),
      import('../parse/parse-pool.ts'),
      import('../parse/parser-version.ts'),
    ])
    const { workers, lock_wait_ms, max_file_bytes } = this.config
    return {
      reader,
      writer,
      listFiles: (root, options) => listFiles(root, { ...this.listOptions(root), ...options }),
      takeChangeSet: (root, repo, rows, options) => takeChangeSet(root, repo, rows, { ...this.listOptions(root), ...options }),
      createPool: (options) => createParsePool({ workers, ...options }),
      parser: this.lazyParser(),
      parser_version: PARSER_VERSION,
      status: createStatusFile(this.config.home, (root) => this.configOf(root).write_artifacts),
      settings: { lock_wait_ms, max_file_bytes },
      otherCheckouts: async (repo) => {
        const { otherCheckouts } = await import('../workspace/other-checkouts.ts')
        return (await otherCheckouts(repo, await this.registry.list())).map(({ repo_id }) => repo_id)
      },
      ...(this.embedders.isOn ? { embedders: this.embedders } : {}),
      now: () => new Date(),
    }
  }

  async close(): Promise<void> {
    if (this.gitApart) setGitStarter(undefined)
    this.gitApart?.close()
    this.chatStop.abort(new Error('Cairn is closing'))
    await this.embedders.close()
    await this.closeStore()
    ;(await this.parserPromise?.catch(() => undefined))?.close()
  }
}
