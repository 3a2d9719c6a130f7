/**
 * Which keys of which files people search for. A file is recognised by its top-level keys, not by its name; in other files no key
 * is a definition, or they would drown out the code.
 */
import type { SymbolKind } from '../../../contract/symbol.ts'

export type KeyRule = {
  /** The path of keys, with dots: `*` is any key, `#` any item of a list, `a|b` either. */
  at: string
  kind: SymbolKind
  /** Path below the entry to the value that is its name; the key itself unless given; 'value' for the entry's own value. */
  name?: string
  /** The prefix of the name; the fixed part of `at` unless given. `{key}` is the value of that key. */
  qualifier?: string
  /** Path to the value that describes it. */
  doc?: string
  /** Only entries that contain this key. */
  holds?: string
  /** The whole document is the definition. */
  whole?: true
}

export type Shape = {
  /** All of these keys are at the top level; `a|b` either. */
  keys: readonly string[]
  rules: readonly KeyRule[]
  /** Paths to names of other packages: keys (`dependencies.*`) or, with `=` in front, values. */
  imports?: readonly string[]
}

const verbs = 'get|put|post|delete|patch|head|options|trace'

const openApi: Shape = {
  keys: ['openapi|swagger', 'paths|components'],
  rules: [
    { at: `paths.*.${verbs}`, kind: 'function', name: 'operationId', qualifier: '', doc: 'summary', holds: 'operationId' },
    { at: 'paths.*', kind: 'namespace', qualifier: 'paths' },
    { at: 'components.schemas.*', kind: 'struct', qualifier: 'schemas', doc: 'description' },
    { at: 'definitions.*', kind: 'struct', qualifier: 'schemas', doc: 'description' },
  ],
}

const jobs: readonly KeyRule[] = [
  { at: 'jobs.*', kind: 'function', doc: 'name' },
  { at: 'jobs.*.steps.#', kind: 'property', name: 'name', holds: 'name' },
]

/** The first that fits is used. */
export const yamlShapes: readonly Shape[] = [
  openApi,
  {
    keys: ['on|true', 'jobs'],
    rules: [{ at: 'name', kind: 'module', name: 'value', qualifier: '' }, ...jobs],
    imports: ['=jobs.*.steps.#.uses', '=jobs.*.uses'],
  },
  { keys: ['version', 'jobs'], rules: jobs },
  {
    keys: ['name', 'runs'],
    rules: [
      { at: 'name', kind: 'module', name: 'value', qualifier: '' },
      { at: 'inputs.*', kind: 'variable', doc: 'description' },
      { at: 'outputs.*', kind: 'property', doc: 'description' },
    ],
  },
  {
    keys: ['apiVersion', 'kind'],
    rules: [{ at: 'metadata', kind: 'struct', name: 'name', qualifier: '{kind}', holds: 'name', whole: true }],
  },
  {
    keys: ['apiVersion', 'name', 'version'],
    rules: [{ at: 'name', kind: 'module', name: 'value', qualifier: '', doc: '' }],
    imports: ['=dependencies.#.name'],
  },
  {
    keys: ['services'],
    rules: [
      { at: 'services.*', kind: 'module' },
      { at: 'volumes.*', kind: 'variable' },
      { at: 'networks.*', kind: 'variable' },
    ],
    imports: ['=services.*.image'],
  },
  {
    keys: ['stages|image|default|include|variables|before_script|workflow'],
    rules: [{ at: '*', kind: 'function', qualifier: 'jobs', holds: 'script' }],
  },
]

const scripts: KeyRule = { at: 'scripts|tasks.*', kind: 'function' }

export const jsonShapes: readonly Shape[] = [
  openApi,
  {
    keys: [
      'name|version|private|type',
      'scripts|dependencies|devDependencies|peerDependencies|workspaces|require|exports|main|bin',
    ],
    rules: [{ at: 'name', kind: 'module', name: 'value', qualifier: '' }, scripts],
    imports: ['dependencies|devDependencies|peerDependencies|optionalDependencies|require|require-dev.*'],
  },
  {
    keys: ['scripts|tasks|dependencies|devDependencies|require'],
    rules: [scripts],
    imports: ['dependencies|devDependencies|require|require-dev.*'],
  },
  {
    keys: ['$schema|$id|type', 'definitions|$defs'],
    rules: [{ at: 'definitions|$defs.*', kind: 'struct', qualifier: 'definitions', doc: 'description' }],
  },
]

const rustDependencies = 'dependencies|dev-dependencies|build-dependencies|workspace.dependencies'

export const tomlShapes: readonly Shape[] = [
  {
    keys: ['package|workspace|lib|bin'],
    rules: [
      { at: 'package.name', kind: 'module', name: 'value', qualifier: '' },
      { at: 'bin|example|bench|test', kind: 'module', name: 'name', holds: 'name' },
      { at: 'features.*', kind: 'constant' },
    ],
    imports: [`${rustDependencies}.*`],
  },
  {
    keys: ['project|tool.poetry'],
    rules: [
      { at: 'project|tool.poetry.name', kind: 'module', name: 'value', qualifier: '' },
      { at: 'project.scripts|project.gui-scripts|tool.poetry.scripts.*', kind: 'function', qualifier: 'scripts' },
      {
        at: 'tool.pdm.scripts|tool.hatch.envs.default.scripts|tool.poe.tasks|tool.taskipy.tasks.*',
        kind: 'function',
        qualifier: 'scripts',
      },
      { at: 'project.optional-dependencies|dependency-groups.*', kind: 'constant' },
    ],
    imports: ['tool.poetry.dependencies|tool.poetry.dev-dependencies.*', '=project.dependencies.#'],
  },
]
