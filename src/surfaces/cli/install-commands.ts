/** `install`, `uninstall`: Cairn in the settings of MCP clients. */
import type { App } from '../../app/port.ts'
import type { ClientFileReport, ClientOverview, ClientReport } from '../../contract/reports.ts'
import { named, visible, visibleLine } from '../../contract/visible.ts'
import { inWordsOf } from '../../contract/vocabulary.ts'
import { okResult } from '../../envelope/result.ts'
import type { Style } from '../../envelope/style.ts'
import type { Call, Outcome } from './command.ts'
import { portableLaunch } from './started-as.ts'

export async function runInstall({ app, args, doors, style }: Call): Promise<Outcome> {
  const names = namesIn(args)
  if (names.length === 0) return listed(await app.clients(), style)
  const mode = args.print === true ? 'print' : args.dry_run === true ? 'dry-run' : 'write'
  const reports = await app.installClients(names, {
    ...scopeIn(args),
    ...given('name', args.name),
    ...given('remote', args.remote),
    ...given('tokenEnv', args.token_env),
    launch: doors.launch ?? portableLaunch,
    force: args.force === true,
    skill: args.skill !== false,
    instructions: args.instructions === true,
    mode,
  })
  return reported(reports, app, style)
}

export async function runUninstall({ app, args, style }: Call): Promise<Outcome> {
  const reports = await app.uninstallClients(namesIn(args), {
    ...scopeIn(args),
    ...given('name', args.name),
    dryRun: args.dry_run === true,
  })
  return reported(reports, app, style)
}

/** The text of a file is shown as it is; only Cairn's own sentences are translated. */
function reported(reports: readonly ClientReport[], { vocabulary }: App, style: Style): Outcome {
  const words = (sentence: string): string => inWordsOf(vocabulary, sentence)
  const translated = reports.map((report) => ({
    ...report,
    files: report.files.map((file) => ({ ...file, why: words(file.why) })),
    notes: report.notes.map(words),
  }))
  const text = translated.map((each) => reportText(each, style)).join('\n\n')
  return { result: okResult([...reports], { source: 'LOCAL_FALLBACK' }), text, verbatim: true }
}

const namesIn = (args: Call['args']): readonly string[] => (args.clients as readonly string[] | null) ?? []
const scopeIn = (args: Call['args']): { scope?: 'project' | 'user' } =>
  args.scope === 'project' || args.scope === 'user' ? { scope: args.scope } : {}
const given = <Key extends string>(key: Key, value: unknown): { [K in Key]?: string } =>
  typeof value === 'string' ? ({ [key]: value } as { [K in Key]?: string }) : {}

function listed(clients: Awaited<ReturnType<App['clients']>>, style: Style): Outcome {
  const width = Math.max(...clients.map(({ client }) => client.length))
  const row = (each: ClientOverview): string =>
    `  ${style.name(visible(each.client).padEnd(width))}  ${visible(each.title)}${stateWords(each, style)}`
  const here = clients.filter(({ found }) => found)
  const others = clients.filter(({ found }) => !found)
  const text = [
    style.strong('On this machine'),
    ...(here.length > 0 ? here.map(row) : ['  none']),
    '',
    style.strong('Not found here'),
    ...others.map(row),
    '',
    'Connect one with `cairn install CLIENT`; `cairn install CLIENT --print` only shows what to write.',
  ]
  return { result: okResult(clients, { source: 'LOCAL_FALLBACK' }), text: text.join('\n') }
}

function stateWords({ scopes }: ClientOverview, style: Style): string {
  const has = scopes
    .filter(({ servers }) => servers.length > 0)
    .map(({ scope, file }) => `${style.good('has Cairn')} (${scope}) ${style.place(named(file))}`)
  const broken = scopes.flatMap(({ problem }) => (problem === null ? [] : [style.warn(visible(problem))]))
  return [...has, ...broken].map((words) => `\n      ${words}`).join('')
}

function reportText({ title, scope, name, files, notes, dry_run }: ClientReport, style: Style): string {
  return [
    `${style.strong(visible(title))} (${scope})`,
    ...files.flatMap((file) => fileText(file, { name, dry_run }, style)),
    ...notes.map((note) => style.faint(`  ${visible(note)}`)),
  ].join('\n')
}

const verbs = {
  added: ['added', 'would add'],
  replaced: ['replaced', 'would replace'],
  removed: ['removed', 'would remove'],
} as const

function fileText(
  { file, what, change, why, text }: ClientFileReport,
  { name, dry_run }: { name: string; dry_run: boolean },
  style: Style,
): string[] {
  const place = style.place(named(file))
  const thing = what === 'server' ? `server "${visible(name)}"` : what === 'skill' ? 'skill' : 'section'
  if (change === 'shown') return [`  ${thing}: put this into ${place}`, ...indented(text)]
  if (change === 'none') return [`  ${thing}: ${visible(why)}  ${place}`]
  const words = `  ${verbs[change][dry_run ? 1 : 0]} the ${thing}  ${place}`
  return dry_run && text !== '' ? [words, ...indented(text)] : [words]
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${visibleLine(line)}`))
