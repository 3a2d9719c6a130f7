/**
 * Builds one frozen Config from all sources. Flags override the environment, then come the repo's `.cairn.json`, the user's
 * `config.json` and the defaults. Each value records where it was set.
 */
import os from 'node:os'
import path from 'node:path'
import { nearestName } from '../contract/nearest-name.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import type { SettingReport } from '../contract/reports.ts'
import { embedServerWarnings } from './embed-server.ts'
import { dataFolder, type Environment, type Machine, thisMachine, userFile } from './environment.ts'
import { llmServerWarnings } from './llm-server.ts'
import { readRepoSettings, readSettingsFile } from './read-settings-file.ts'
import { readValue, type SettingValue } from './read-value.ts'
import { type Config, environmentName, type Setting, type SettingKey, settingKeys, settings } from './settings.ts'

export type ConfigSources = {
  /** Setting key → text, as the caller gave it. */
  flags?: Readonly<Record<string, string>>
  environment: Environment
  /** The repo whose `.cairn.json` is read; null for the settings of all repos. */
  repo_root: string | null
  /** Relative folders in flags and variables are resolved from here. */
  cwd: string
  machine?: Machine
}
export type LoadedConfig = {
  config: Config
  /** Every setting, in the order of the table. */
  settings: SettingReport[]
  /** Settings that were ignored, and why: one sentence each. */
  warnings: string[]
  /** Those of them that say that the repo's `.cairn.json`, or a value in it, cannot be used. */
  repo_problems: string[]
}

export function loadConfig(sources: ConfigSources): LoadedConfig {
  const machine = sources.machine ?? thisMachine()
  const warnings: string[] = []
  const repo_problems: string[] = []
  const layers = [
    flagLayer(sources),
    environmentLayer(sources, warnings),
    ...(sources.repo_root === null ? [] : [repoLayer(sources.repo_root, warnings, repo_problems)]),
    userLayer(userFile(sources.environment, machine), warnings),
  ]
  const reports = settingKeys.map((key) => settle(key, layers, sources.environment, machine, repo_problems))
  const config = Object.fromEntries(reports.map(({ key, value }) => [key, value])) as Config
  warnings.push(...repo_problems, ...embedServerWarnings(config), ...llmServerWarnings(config))
  return { config: Object.freeze(config), settings: reports.map(withoutSecret), warnings, repo_problems }
}

function withoutSecret(report: SettingReport): SettingReport {
  const { type } = settings[report.key as SettingKey]
  return type === 'secret' ? { ...report, value: report.value === '' ? null : '(not shown)' } : report
}

type Given = { raw: unknown; origin: string }
type Layer = { source: SettingReport['source']; base: string; values: Map<SettingKey, Given> }

function settle(
  key: SettingKey,
  layers: readonly Layer[],
  variables: Environment,
  machine: Machine,
  repoProblems: string[],
): SettingReport {
  const setting: Setting = settings[key]
  for (const [at, { source, base, values }] of layers.entries()) {
    const given = values.get(key)
    if (!given) continue
    const isFromRepo = source === 'repo file'
    const read = () => readValue(key, setting, given.raw, { origin: given.origin, base, isFromRepo })
    const value = isFromRepo ? orProblem(read, repoProblems) : read()
    if (value === undefined) continue
    const report = { key, value, source, origin: given.origin, describe: setting.describe }
    if (!isFromRepo || setting.repo !== 'stricter') return report
    const own = settle(key, layers.slice(at + 1), variables, machine, repoProblems)
    return { ...report, value: stricter(value, own.value) }
  }
  return { key, value: defaultOf(key, setting, variables, machine), source: 'default', origin: '', describe: setting.describe }
}

/** The user's lines come last, so that none of the repo's takes one back. */
const stricter = (repos: SettingValue, own: SettingValue): SettingValue =>
  Array.isArray(repos) && Array.isArray(own) ? [...repos, ...own] : repos && own

function defaultOf(key: SettingKey, setting: Setting, variables: Environment, machine: Machine): SettingValue {
  if (setting.type === 'folder') return dataFolder(variables, machine)
  if (setting.type === 'secret') return ''
  if (key === 'workers') return Math.min(4, os.availableParallelism())
  return setting.default
}

const isSetting = (name: string): name is SettingKey => Object.hasOwn(settings, name)

function flagLayer({ flags = {}, cwd }: ConfigSources): Layer {
  const values = new Map<SettingKey, Given>()
  for (const [name, raw] of Object.entries(flags)) {
    if (!isSetting(name)) throw badArgument(`There is no setting "${name}".${hint(name)} \`cairn config\` lists them.`)
    if (settings[name].type === 'secret')
      throw badArgument(
        `The setting "${name}" cannot be given on the command line, where other users can see it; set ${environmentName(name)}.`,
      )
    values.set(name, { raw, origin: name === 'home' || name === 'color' ? `--${name}` : `--set ${name}` })
  }
  return { source: 'flag', base: cwd, values }
}

/** An empty variable counts as not set: that is how a shell unsets one for a single command. */
function environmentLayer({ environment, cwd }: ConfigSources, warnings: string[]): Layer {
  const values = new Map<SettingKey, Given>()
  for (const [name, raw] of Object.entries(environment)) {
    if (!name.startsWith('CAIRN_') || !raw) continue
    const key = name.slice('CAIRN_'.length).toLowerCase()
    if (isSetting(key)) values.set(key, { raw, origin: environmentName(key) })
    else if (hint(key) !== '') warnings.push(`${name} is not a setting and was ignored.${hint(key)}`)
  }
  if (!values.has('color')) {
    const color = colorByConvention(environment)
    if (color) values.set('color', color)
  }
  if (!values.has('pager') && environment.PAGER) values.set('pager', { raw: environment.PAGER, origin: 'PAGER' })
  return { source: 'environment', base: cwd, values }
}

/** The conventions NO_COLOR (no-color.org) and FORCE_COLOR, which users know from other tools. */
function colorByConvention({ NO_COLOR, FORCE_COLOR, TERM }: Environment): Given | undefined {
  if (NO_COLOR) return { raw: 'never', origin: 'NO_COLOR' }
  if (FORCE_COLOR) return { raw: FORCE_COLOR === '0' ? 'never' : 'always', origin: 'FORCE_COLOR' }
  return TERM === 'dumb' ? { raw: 'never', origin: 'TERM' } : undefined
}

/**
 * The file is part of the repo, so a stranger may have written it. It must not decide where data is stored, which secrets are
 * shown, or how long others wait.
 */
function repoLayer(root: string, warnings: string[], problems: string[]): Layer {
  const file = path.join(root, REPO_FILE)
  const mayBeSet = (key: SettingKey): boolean => {
    const setting: Setting = settings[key]
    if (setting.repo) return true
    warnings.push(`${file} may not set "${key}", so it was ignored; set it in your own config.json.`)
    return false
  }
  const values =
    orProblem(() => fileValues(file, readRepoSettings(root, REPO_FILE), warnings, mayBeSet), problems) ?? leftAlone(file)
  return { source: 'repo file', base: root, values }
}

const REPO_FILE = '.cairn.json'

/** Whether Cairn may write into the repo is not known, so it does not. */
const leftAlone = (file: string): Layer['values'] => new Map([['write_artifacts', { raw: false, origin: file }]])

/** A repo cannot make questions fail: what cannot be used of its file is named, and the other settings apply. */
function orProblem<Value>(read: () => Value, problems: string[]): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CairnProblem)) throw error
    problems.push(`${error.message} It was ignored.`)
    return undefined
  }
}

function userLayer(file: string, warnings: string[]): Layer {
  return { source: 'user file', base: path.dirname(file), values: fileValues(file, readSettingsFile(file), warnings, () => true) }
}

function fileValues(
  file: string,
  given: Record<string, unknown>,
  warnings: string[],
  may: (key: SettingKey) => boolean,
): Map<SettingKey, Given> {
  const values = new Map<SettingKey, Given>()
  const unknown: string[] = []
  for (const [name, raw] of Object.entries(given)) {
    if (name === '$schema' || raw === null) continue
    if (!isSetting(name)) unknown.push(name)
    else if (may(name)) values.set(name, { raw, origin: file })
  }
  // The names may be a stranger's text, and these words are shown with every answer.
  for (const name of unknown.slice(0, MOST_NAMED)) warnings.push(`${file}: ${notASetting(name)} and was ignored.${hint(name)}`)
  if (unknown.length > MOST_NAMED) warnings.push(`${file}: ${unknown.length - MOST_NAMED} more names are not settings.`)
  return values
}

const MOST_NAMED = 5
const LONGEST_NAME = 40

const notASetting = (name: string): string =>
  name.length > LONGEST_NAME ? `a name of ${name.length} characters is not a setting` : `"${name}" is not a setting`

function hint(name: string): string {
  if (name.length > LONGEST_NAME) return ''
  const near = nearestName(name, settingKeys)
  return near ? ` Did you mean "${near}"?` : ''
}
