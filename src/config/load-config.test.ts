/** Promises CF1–CF7 of docs/spec/config.md, with real files. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { CairnProblem } from '../contract/problems.ts'
import { embedServer } from './embed-server.ts'
import { dataFolder, environment, userFile } from './environment.ts'
import { llmAddress, llmServer } from './llm-server.ts'
import { type ConfigSources, loadConfig } from './load-config.ts'
import { settingKeys } from './settings.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const repo = path.join(folder, 'repo')
const xdg = path.join(folder, 'xdg')
const userConfig = path.join(xdg, 'cairn', 'config.json')
const repoConfig = path.join(repo, '.cairn.json')

beforeEach(() => {
  for (const gone of [repo, xdg]) rmSync(gone, { recursive: true, force: true })
  mkdirSync(repo, { recursive: true })
  mkdirSync(path.dirname(userConfig), { recursive: true })
})
const write = (file: string, value: unknown): void =>
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))

const load = (sources: Partial<ConfigSources> = {}) =>
  loadConfig({
    repo_root: repo,
    cwd: folder,
    machine: { platform: 'linux', home: '/home/me' },
    ...sources,
    environment: { XDG_CONFIG_HOME: xdg, ...sources.environment },
  })
const whence = (loaded: ReturnType<typeof load>, key: string) => {
  const { value, source, origin } = loaded.settings.find((setting) => setting.key === key)!
  return { value, source, origin }
}
const problem = (sources: Partial<ConfigSources> = {}): { code: string; message: string } => {
  try {
    load(sources)
  } catch (error) {
    if (error instanceof CairnProblem) return { code: error.code, message: error.message }
    throw error
  }
  return { code: 'none', message: '' }
}

describe('settings', () => {
  it('[CF11] a remote embedder without address or model is named in a warning, and not used', () => {
    const server = (given: Record<string, string>) => {
      const loaded = load({ environment: { CAIRN_EMBEDDER: 'remote', ...given } })
      return { warnings: loaded.warnings, server: embedServer(loaded.config) }
    }
    const whole = { CAIRN_EMBED_URL: 'http://localhost:1/v1', CAIRN_EMBED_MODEL: 'nomic' }
    expect(server(whole)).toEqual({
      warnings: [],
      server: { url: 'http://localhost:1/v1', model: 'nomic', timeout_ms: 60_000, query_prefix: '', document_prefix: '' },
    })
    const more = { CAIRN_EMBED_KEY: 'k-1', CAIRN_EMBED_DIMENSIONS: '256', CAIRN_EMBED_QUERY_PREFIX: 'query: ' }
    expect(server({ ...whole, ...more }).server).toMatchObject({ key: 'k-1', dimensions: 256, query_prefix: 'query: ' })
    expect(whence(load({ environment: more }), 'embed_key').value).toBe('(not shown)')
    expect(embedServer(load({ environment: whole }).config)).toBeUndefined()
    for (const [given, named] of [
      [{}, '"embed_url" and "embed_model"'],
      [{ CAIRN_EMBED_URL: 'http://localhost:1' }, '"embed_model"'],
      [{ ...whole, CAIRN_EMBED_URL: 'ftp://a' }, '"embed_url"'],
      [{ ...whole, CAIRN_EMBED_URL: 'http://me:secret@a' }, '"embed_url"'],
    ] as const) {
      expect(server(given)).toEqual({ warnings: [expect.stringContaining(named)], server: undefined })
    }
    expect(problem({ flags: { embed_key: 'k' } }).code).toBe('BAD_ARGUMENT')
  })

  it('[CF3, CF11] a repo cannot choose the embedder or its server', () => {
    const keys = settingKeys.filter((key) => key.startsWith('embed'))
    expect(keys).toHaveLength(8)
    write(repoConfig, Object.fromEntries(keys.map((key) => [key, /dimensions|timeout/.test(key) ? 300 : 'remote'])))
    const loaded = load()
    expect(loaded.warnings.filter((words) => words.includes('may not set'))).toHaveLength(8)
    expect(loaded.config).toMatchObject({
      embedder: 'local',
      embed_url: '',
      embed_key: '',
      embed_dimensions: null,
      embed_timeout_ms: 60_000,
    })
  })

  it('[CF12] a language model that cannot be used is named in a warning, and not used', () => {
    const server = (given: Record<string, string>) => {
      const loaded = load({ environment: { CAIRN_LLM: 'local', ...given } })
      return { warnings: loaded.warnings, server: llmServer(loaded.config) }
    }
    const whole = { CAIRN_LLM_MODEL: 'qwen3:8b' }
    const local = { url: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b', timeout_ms: 120_000, is_local: true }
    expect(server(whole)).toEqual({ warnings: [], server: local })
    const there = { CAIRN_LLM_URL: 'https://models.example.org/v1' }
    const more = { CAIRN_LLM: 'remote', CAIRN_LLM_KEY: 'k-1', CAIRN_LLM_CONTEXT_TOKENS: '32000' }
    expect(server({ ...whole, ...there, ...more }).server).toMatchObject({ key: 'k-1', context_tokens: 32_000, is_local: false })
    expect(server({ ...whole, CAIRN_LLM: 'remote' }).server).toMatchObject({ is_local: false })
    expect(whence(load({ environment: more }), 'llm_key').value).toBe('(not shown)')
    for (const [given, named] of [
      [{}, '"llm_model"'],
      [{ ...whole, ...there }, 'another machine (models.example.org)'],
      [{ ...whole, CAIRN_LLM_URL: 'http://localhost.example.org/v1' }, 'another machine'],
      [{ ...whole, CAIRN_LLM_URL: 'http://127.example.org/v1' }, 'another machine'],
      [{ CAIRN_LLM_MODEL: 'big:480b-cloud' }, 'another machine'],
      [{ ...whole, CAIRN_LLM_URL: 'localhost:11434' }, '"llm_url"'],
      [{ ...whole, CAIRN_LLM_URL: 'http://me:secret@localhost/v1' }, '"llm_key"'],
    ] as const) {
      expect(server(given)).toEqual({ warnings: [expect.stringContaining(named)], server: undefined })
    }
    for (const url of ['http://localhost:1/v1', 'http://[::1]:1/v1', 'http://127.0.0.2:1/v1'])
      expect(server({ ...whole, CAIRN_LLM_URL: url }).server?.url).toBe(url)
    expect(problem({ flags: { llm_key: 'k' } }).code).toBe('BAD_ARGUMENT')
  })

  it('[CF12] without a model the address may be asked which it has, unless it is of another machine', () => {
    const address = (given: Record<string, string>) => llmAddress(load({ environment: given }).config)
    expect(address({ CAIRN_LLM: 'local' })).toBe('http://127.0.0.1:11434/v1')
    expect(address({ CAIRN_LLM: 'local', CAIRN_LLM_URL: 'http://a.example/v1' })).toBeUndefined()
    expect(address({ CAIRN_LLM_MODEL: 'qwen3:8b' })).toBeUndefined()
  })

  it('[CF3, CF12] a repo cannot choose the language model or its server', () => {
    const keys = settingKeys.filter((key) => key.startsWith('llm'))
    expect(keys).toHaveLength(6)
    write(repoConfig, Object.fromEntries(keys.map((key) => [key, /tokens|timeout/.test(key) ? 3_000 : 'remote'])))
    const loaded = load()
    expect(loaded.warnings.filter((words) => words.includes('may not set'))).toHaveLength(6)
    expect(loaded.config).toMatchObject({
      llm: 'off',
      llm_url: 'http://127.0.0.1:11434/v1',
      llm_model: '',
      llm_key: '',
      llm_context_tokens: null,
      llm_timeout_ms: 120_000,
    })
  })

  it('[CF1] the order is flags, environment, .cairn.json, config.json, defaults; each value says where it was set', () => {
    expect(whence(load(), 'budget_ms')).toEqual({ value: 1000, source: 'default', origin: '' })
    write(userConfig, { budget_ms: 1 })
    expect(whence(load(), 'budget_ms')).toEqual({ value: 1, source: 'user file', origin: userConfig })
    write(repoConfig, { budget_ms: 2 })
    expect(whence(load(), 'budget_ms')).toEqual({ value: 2, source: 'repo file', origin: repoConfig })
    const variables = { CAIRN_BUDGET_MS: '3' }
    expect(whence(load({ environment: variables }), 'budget_ms')).toEqual({
      value: 3,
      source: 'environment',
      origin: 'CAIRN_BUDGET_MS',
    })
    const loaded = load({ environment: variables, flags: { budget_ms: '4' } })
    expect(whence(loaded, 'budget_ms')).toEqual({ value: 4, source: 'flag', origin: '--set budget_ms' })
    expect(loaded.config.budget_ms).toBe(4)
  })
  it('[CF1] without a repo no .cairn.json is read; an empty variable counts as not set', () => {
    write(repoConfig, { budget_ms: 2 })
    expect(load({ repo_root: null }).config.budget_ms).toBe(1000)
    expect(load({ environment: { CAIRN_BUDGET_MS: '' } }).config.budget_ms).toBe(2)
  })
  it('[CF2] the defaults of the contract', () => {
    const { config, warnings } = load()
    expect(config).toMatchObject({
      home: '/home/me/.local/share/cairn',
      stale_policy: 'catch-up',
      budget_files: 200,
      budget_ms: 1000,
      scan_ms: 5000,
      ignore: [],
      allow_withheld: [],
      quota_mb: null,
      color: 'auto',
      debug: false,
    })
    expect(config.workers).toBeGreaterThanOrEqual(1)
    expect(warnings).toEqual([])
    expect(Object.isFrozen(config)).toBe(true)
  })
  it('[CF3] a repo can set only what affects its own files; other settings are ignored, with a warning', () => {
    write(repoConfig, {
      ignore: ['gen/'],
      max_file_bytes: 5000,
      home: '/tmp/evil',
      allow_withheld: ['.env'],
      workers: 64,
      lock_wait_ms: 0,
      quota_mb: 1,
      stale_policy: 'strict',
      color: 'never',
      debug: true,
    })
    const { config, warnings } = load()
    expect(config).toMatchObject({
      ignore: ['gen/'],
      max_file_bytes: 5000,
      home: '/home/me/.local/share/cairn',
      allow_withheld: [],
      stale_policy: 'catch-up',
      debug: false,
      color: 'auto',
    })
    expect(warnings).toHaveLength(8)
    expect(warnings[0]).toBe(`${repoConfig} may not set "home", so it was ignored; set it in your own config.json.`)
    write(userConfig, { allow_withheld: ['.env.example'] })
    expect(load().config.allow_withheld).toEqual(['.env.example'])
  })
  it('[CF3] a repo cannot take back what the user leaves out, nor make Cairn write where the user does not want it', () => {
    write(userConfig, { ignore: ['private/'], write_artifacts: false })
    write(repoConfig, { ignore: ['!private/', 'gen/'], write_artifacts: true })
    expect(load().config).toMatchObject({ ignore: ['!private/', 'gen/', 'private/'], write_artifacts: false })
    write(repoConfig, { ignore: [] })
    expect(load().config.ignore).toEqual(['private/'])
    write(userConfig, {})
    write(repoConfig, { write_artifacts: false })
    expect(load().config).toMatchObject({ ignore: [], write_artifacts: false })
    expect(load({ environment: { CAIRN_WRITE_ARTIFACTS: 'true' } }).config.write_artifacts).toBe(true)
  })
  it('[CF4] a bad value is refused with the key, where it was set, and what is allowed', () => {
    expect(problem({ environment: { CAIRN_BUDGET_MS: 'soon' } })).toEqual({
      code: 'BAD_ARGUMENT',
      message: 'The setting "budget_ms" must be a whole number from 0 to 600000; CAIRN_BUDGET_MS says "soon".',
    })
    expect(problem({ flags: { stale_policy: 'sometimes' } }).message).toBe(
      'The setting "stale_policy" must be one of catch-up, rebind, strict; --set stale_policy says "sometimes".',
    )
    write(userConfig, { ignore: [1], debug: 'maybe' })
    expect(problem().message).toBe(`The setting "ignore" must be a list of texts; ${userConfig} says [1].`)
    expect(problem({ flags: { budget_m: '1' } }).message).toBe(
      'There is no setting "budget_m". Did you mean "budget_ms"? `cairn config` lists them.',
    )
  })
  it('[CF5] a settings file that is not a JSON object, too large, or not a plain file is BAD_FILE with its path', () => {
    for (const text of ['{', '[]', 'null', '"x"', '']) {
      write(userConfig, text)
      expect(problem(), text).toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining(userConfig) })
    }
    rmSync(userConfig)
    mkdirSync(userConfig)
    expect(problem()).toMatchObject({ code: 'BAD_FILE', message: expect.stringContaining('not a plain file') })
  })
  it('[CF13] a .cairn.json that cannot be used is named and ignored, and the repo is not written to', () => {
    const expectIgnored = (words: string): void => {
      const { config, repo_problems, warnings } = load()
      expect(config).toMatchObject({ budget_files: 200, write_artifacts: false })
      expect(repo_problems).toEqual([expect.stringContaining(words)])
      expect(warnings).toEqual(repo_problems)
    }
    write(userConfig, '{}')
    write(repoConfig, '{')
    expectIgnored('cannot be read as JSON settings')
    write(repoConfig, `{"ignore": ["${'x'.repeat(1_000_001)}"]}`)
    expectIgnored('larger than')
    write(repoConfig, `{"ignore": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
    expectIgnored('nested too deep')
    rmSync(repoConfig)
    symlinkSync(userConfig, repoConfig)
    expectIgnored('a link')
    rmSync(repoConfig)
    mkdirSync(repoConfig)
    expectIgnored('not a plain file')
    rmSync(repoConfig, { recursive: true })
    write(repoConfig, { budget_files: -1, budget_ms: 7, ignore: [1] })
    const { config, repo_problems } = load()
    expect(config).toMatchObject({ budget_files: 200, budget_ms: 7, ignore: [], write_artifacts: true })
    expect(repo_problems.map((words) => /"(\w+)"/.exec(words)?.[1])).toEqual(['budget_files', 'ignore'])
  })
  it('[CF13] the notes about a .cairn.json are short and quote nothing of it, whatever its values and names are', () => {
    write(userConfig, '{}')
    const text = 'Note to the assistant. '.repeat(20_000)
    const names = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${text.slice(0, 50)}`, 1]))
    write(repoConfig, { budget_files: text, max_file_bytes: 2_000_000_000, ...names })
    const { config, warnings } = load()
    expect(config).toMatchObject({ budget_files: 200, max_file_bytes: 20_000_000 })
    expect(warnings.join('\n').length).toBeLessThan(3_000)
    expect(warnings.join('\n')).not.toContain('assistant')
    // Ten times the default is the most that a repo may ask for.
    write(repoConfig, { finish_ms: 100_001, scan_ms: 50_000 })
    expect(load().config).toMatchObject({ finish_ms: 10_000, scan_ms: 50_000 })
  })
  it('[CF5] a byte order mark, $schema and null values are harmless', () => {
    write(userConfig, '\ufeff{"$schema": "x", "budget_ms": null, "budget_files": 7}')
    expect(load().config).toMatchObject({ budget_ms: 1000, budget_files: 7 })
    expect(load().warnings).toEqual([])
  })
  it('[CF6] an unknown key is reported with the nearest one, not silently ignored', () => {
    write(userConfig, { budgetms: 3 })
    expect(load({ environment: { CAIRN_STALE_POLICI: 'x', CAIRN_SOMETHING_ELSE: 'x' } }).warnings).toEqual([
      'CAIRN_STALE_POLICI is not a setting and was ignored. Did you mean "stale_policy"?',
      `${userConfig}: "budgetms" is not a setting and was ignored. Did you mean "budget_ms"?`,
    ])
  })
  it('[CF4] lists, switches and folders are read as people write them', () => {
    const variables = { CAIRN_IGNORE: 'a/, *.gen.ts\n,', CAIRN_DEBUG: '1', CAIRN_HOME: 'here', CAIRN_BUDGET_FILES: '1_000' }
    expect(load({ environment: variables }).config).toMatchObject({
      ignore: ['a/', '*.gen.ts'],
      debug: true,
      home: path.join(folder, 'here'),
      budget_files: 1000,
    })
    expect(load({ environment: { CAIRN_IGNORE: '["{a,b}/**"]', CAIRN_DEBUG: 'off' } }).config).toMatchObject({
      ignore: ['{a,b}/**'],
      debug: false,
    })
    write(userConfig, { home: 'data' })
    expect(load().config.home).toBe(path.join(xdg, 'cairn', 'data'))
    write(userConfig, { home: '~/cairn' })
    expect(load().config.home).toBe(path.join(os.homedir(), 'cairn'))
  })
  it('[CF7] NO_COLOR, FORCE_COLOR and a dumb terminal decide the colours if no setting of Cairn does', () => {
    const color = (variables: Record<string, string>) => whence(load({ environment: variables }), 'color')
    expect(color({ NO_COLOR: '1' })).toEqual({ value: 'never', source: 'environment', origin: 'NO_COLOR' })
    expect(color({ FORCE_COLOR: '1' }).value).toBe('always')
    expect(color({ FORCE_COLOR: '0' }).value).toBe('never')
    expect(color({ TERM: 'dumb' }).value).toBe('never')
    expect(color({ NO_COLOR: '1', CAIRN_COLOR: 'always' }).value).toBe('always')
  })
  it('[CF9] PAGER is the pager unless a setting of Cairn says otherwise', () => {
    const pager = (variables: Record<string, string>) => whence(load({ environment: variables }), 'pager')
    expect(pager({}).value).toBe('less')
    expect(pager({ PAGER: 'most -w' })).toEqual({ value: 'most -w', source: 'environment', origin: 'PAGER' })
    expect(pager({ PAGER: 'most', CAIRN_PAGER: 'off' }).value).toBe('off')
  })
  it('[CF2] data and settings are in the usual folders of each system', () => {
    const me = (platform: NodeJS.Platform) => ({ platform, home: '/home/me' })
    expect(dataFolder({ XDG_DATA_HOME: '/data' }, me('linux'))).toBe('/data/cairn')
    expect(dataFolder({ XDG_DATA_HOME: 'relative' }, me('linux'))).toBe('/home/me/.local/share/cairn')
    expect(dataFolder({}, me('darwin'))).toBe('/home/me/Library/Application Support/cairn')
    expect(dataFolder({}, me('win32'))).toBe(path.join('/home/me', 'AppData', 'Local', 'cairn'))
    expect(userFile({}, me('linux'))).toBe('/home/me/.config/cairn/config.json')
    expect(userFile({}, me('darwin'))).toBe('/home/me/Library/Preferences/cairn/config.json')
    expect(userFile({ XDG_CONFIG_HOME: '/c' }, me('darwin'))).toBe('/c/cairn/config.json')
  })
  it('[CF1] the environment is a copy', () => {
    const before = environment()
    process.env.CAIRN_BUDGET_MS = '5'
    expect(before.CAIRN_BUDGET_MS).toBeUndefined()
    delete process.env.CAIRN_BUDGET_MS
  })
  it('[CF10] a token is used but never shown, and comes neither from a flag nor from a repo', () => {
    const loaded = load({ environment: { CAIRN_TOKEN: 'crn_very-secret' } })
    expect(loaded.config.token).toBe('crn_very-secret')
    expect(whence(loaded, 'token')).toEqual({ value: '(not shown)', source: 'environment', origin: 'CAIRN_TOKEN' })
    expect(JSON.stringify(loaded.settings)).not.toContain('very-secret')
    expect(whence(load(), 'token')).toEqual({ value: null, source: 'default', origin: '' })
    const wrong = problem({ environment: { CAIRN_TOKEN: 'two words' } })
    expect(wrong).toMatchObject({ code: 'BAD_ARGUMENT', message: expect.stringContaining('CAIRN_TOKEN') })
    expect(wrong.message).not.toContain('two words')
    expect(problem({ flags: { token: 'crn_x' } })).toMatchObject({ code: 'BAD_ARGUMENT' })
    expect(problem({ flags: { token: 'crn_x' } }).message).not.toContain('crn_x')
    write(repoConfig, { token: 'crn_of-the-repo', watch: false })
    const { config, warnings } = load()
    expect(config).toMatchObject({ token: '', watch: true })
    expect(warnings).toEqual([
      `${repoConfig} may not set "token", so it was ignored; set it in your own config.json.`,
      `${repoConfig} may not set "watch", so it was ignored; set it in your own config.json.`,
    ])
  })
})
