/** The options of a command: its own, and those its tools declare. Used by the checker, the help and completion. */
import type { ArgumentSpec, ArgumentSpecs, DeclaredTool } from '../../contract/tool.ts'
import type { Command } from './command.ts'

/** Option names are the tools' argument names, except those that a command renames (`repo` for `repo_filter`). */
export function commandOptions(command: Command, tools: readonly DeclaredTool[]): ArgumentSpecs {
  const options: Record<string, ArgumentSpec> = {}
  for (const name of command.tools ?? []) {
    const declared = tools.find((tool) => tool.name === name)?.arguments ?? {}
    for (const [argument, spec] of Object.entries(declared)) options[optionName(command, argument)] ??= spec
  }
  return { ...options, ...ownOptions(command) }
}

/** The options that the command declares itself. */
export const ownOptions = (command: Command): ArgumentSpecs => ({
  ...command.options,
  ...(command.asksAll ? { all: allOption } : {}),
})

const allOption: ArgumentSpec = { type: 'boolean', default: false, describe: 'Ask every registered repo.' }

/** The arguments for one tool from a command's checked options. Missing ones are left out, so that the tool's defaults apply. */
export function toolArguments(
  command: Command,
  tool: DeclaredTool,
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const wanted = Object.keys(tool.arguments).map((argument) => [argument, options[optionName(command, argument)]] as const)
  return Object.fromEntries(wanted.filter(([, value]) => value !== null && value !== undefined))
}

function optionName(command: Command, argument: string): string {
  const renamed = Object.entries(command.toolNames ?? {}).find(([, name]) => name === argument)
  return renamed ? renamed[0] : argument
}

/** `max_chars` → `--max-chars` */
export const flagOf = (option: string): string => `--${option.replaceAll('_', '-')}`
