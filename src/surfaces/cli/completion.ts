/** `cairn completion SHELL`: a script made from the table of commands. It knows names only, and asks Cairn nothing while you type. */

import type { ArgumentSpecs } from '../../contract/tool.ts'
import { okResult } from '../../envelope/result.ts'
import type { Call, Command, Outcome } from './command.ts'
import { commandOptions, flagOf } from './command-options.ts'
import { commands } from './commands.ts'

/** A script is printed as it is, in a pipe too: that is where it goes. */
export async function runCompletion({ app, args, io, json }: Call): Promise<Outcome> {
  const tools = await app.tools()
  const words = commands.map((command) => commandWords(command, commandOptions(command, tools)))
  const script = { bash, zsh, fish }[args.shell as 'bash'](words)
  if (json && io.stdout.isTTY) return { result: okResult([{ shell: args.shell, script }], { source: 'LOCAL_FALLBACK' }) }
  await new Promise<void>((resolve, reject) => io.stdout.write(script, (error) => (error ? reject(error) : resolve())))
  return { exit: 0 }
}

type Words = {
  name: string
  summary: string
  flags: { flag: string; describe: string; takes: boolean; values: readonly string[] }[]
}

function commandWords(command: Command, options: ArgumentSpecs): Words {
  const flags = Object.entries(options).map(([name, spec]) => ({
    flag: spec.type === 'boolean' && spec.default ? flagOf(`no_${name}`) : flagOf(name),
    describe: spec.describe.split(/[.;:]/, 1)[0] ?? '',
    takes: spec.type !== 'boolean',
    values: 'values' in spec && spec.values ? spec.values : [],
  }))
  return { name: command.name, summary: command.summary, flags: [...flags, ...everywhere] }
}

const everywhere = [
  { flag: '--json', describe: 'JSON even on a terminal', takes: false, values: [] },
  { flag: '--text', describe: 'readable text even in a pipe', takes: false, values: [] },
  { flag: '--color', describe: 'when to colour', takes: true, values: ['auto', 'always', 'never'] },
  { flag: '--home', describe: "Cairn's home", takes: true, values: [] },
  { flag: '--set', describe: 'a setting for this run', takes: true, values: [] },
  { flag: '--help', describe: 'options and examples', takes: false, values: [] },
]

function bash(commandList: readonly Words[]): string {
  const flags = commandList.map(({ name, flags }) => `    ${name}) flags='${flags.map(({ flag }) => flag).join(' ')}' ;;`)
  const values = valueCases(commandList).map(
    ([at, words]) => `    '${at}') COMPREPLY=($(compgen -W '${words}' -- "$word")); return ;;`,
  )
  return `# bash completion for cairn; load it with: source <(cairn completion bash)
_cairn() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' flags=''
  local each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $each != -* ]]; then command=$each; break; fi
  done
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '${commandList.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case "$command $before" in
${values.join('\n')}
  esac
  case $command in
${flags.join('\n')}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _cairn cairn
`
}

const valueCases = (commandList: readonly Words[]): [at: string, words: string][] =>
  commandList.flatMap(({ name, flags }) =>
    flags
      .filter(({ values }) => values.length > 0)
      .map(({ flag, values }): [string, string] => [`${name} ${flag}`, values.join(' ')]),
  )

function zsh(commandList: readonly Words[]): string {
  const rows = commandList.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`)
  const cases = commandList.map(({ name, flags }) => {
    const specs = flags.map(({ flag, describe, takes, values }) => {
      const value = values.length > 0 ? `:value:(${values.join(' ')})` : takes ? ':value:_files' : ''
      return `'${flag}${takes ? '=' : ''}[${bracketed(describe)}]${value}'`
    })
    return `    ${name}) _arguments ${specs.join(' ')} '*:word:_files' ;;`
  })
  return `#compdef cairn
# zsh completion for cairn; put it into a folder of $fpath as _cairn, or: source <(cairn completion zsh)
_cairn() {
  local -a commands=(
${rows.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _cairn ]]; then _cairn "$@"; else compdef _cairn cairn; fi
`
}

function fish(commandList: readonly Words[]): string {
  const names = commandList.map(({ name }) => name).join(' ')
  const rows = commandList.flatMap(({ name, summary, flags }) => [
    `complete -c cairn -n 'not __fish_seen_subcommand_from ${names}' -a ${name} -d '${quoted(summary)}'`,
    ...flags.map(({ flag, describe, takes, values }) => {
      const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takes ? ' -r' : ''
      return `complete -c cairn -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)} -d '${quoted(describe)}'${value}`
    }),
  ])
  return `# fish completion for cairn; save it as ~/.config/fish/completions/cairn.fish\n${rows.join('\n')}\n`
}

const quoted = (text: string): string => text.replaceAll(/['\\]/g, '')
const bracketed = (text: string): string => quoted(text).replaceAll(/[[\]:]/g, '')
