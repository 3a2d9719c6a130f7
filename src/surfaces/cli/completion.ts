/** `cairn completion SHELL`: a script made from the table of commands. It calls Cairn only for the names of repos. */

import type { ArgumentSpecs } from '../../contract/tool.ts'
import { visible } from '../../contract/visible.ts'
import { okResult } from '../../envelope/result.ts'
import type { Call, Command, Outcome } from './command.ts'
import { commandOptions, flagOf } from './command-options.ts'
import { commands } from './commands.ts'

/** The script is printed unchanged, also in a pipe, because it is always used in one. */
export async function runCompletion({ app, args, io, json }: Call): Promise<Outcome> {
  if (args.shell === 'repos') return printRepos(app, io)
  const tools = await app.tools()
  const words = commands.map((command) => commandWords(command, commandOptions(command, tools)))
  const script = { bash, zsh, fish }[args.shell as 'bash'](words)
  if (json && io.stdout.isTTY) return { result: okResult([{ shell: args.shell, script }], { source: 'LOCAL_FALLBACK' }) }
  await new Promise<void>((resolve, reject) => io.stdout.write(script, (error) => (error ? reject(error) : resolve())))
  return { exit: 0 }
}

/** One id per line, for the scripts. */
async function printRepos(app: Call['app'], io: Call['io']): Promise<Outcome> {
  const ids = (await app.repos()).map(({ repo_id }) => repo_id)
  await new Promise<void>((resolve, reject) =>
    io.stdout.write(ids.map((id) => `${visible(id)}\n`).join(''), (error) => (error ? reject(error) : resolve())),
  )
  return { exit: 0 }
}

/** The command that the shell runs to get the names of repos. */
const REPOS = 'cairn completion repos 2>/dev/null'

type Words = {
  name: string
  summary: string
  flags: { flag: string; letter?: string; describe: string; takes: boolean; values: readonly string[] }[]
}

function commandWords(command: Command, options: ArgumentSpecs): Words {
  const letters = new Map(Object.entries(command.short ?? {}).map(([letter, option]) => [option, letter]))
  const flags = Object.entries(options).map(([name, spec]) => ({
    flag: spec.type === 'boolean' && spec.default ? flagOf(`no_${name}`) : flagOf(name),
    describe: spec.describe.split(/[.;:]/, 1)[0] ?? '',
    takes: spec.type !== 'boolean',
    values: 'values' in spec && spec.values ? spec.values : [],
    ...(letters.has(name) ? { letter: letters.get(name) ?? '' } : {}),
  }))
  return { name: command.name, summary: command.summary, flags: [...flags, ...everywhere] }
}

/** The first words of commands of two words, and what may follow each: `token` → create, list, revoke. */
function groupsOf(commandList: readonly Words[]): Map<string, { action: string; summary: string }[]> {
  const groups = new Map<string, { action: string; summary: string }[]>()
  for (const { name, summary } of commandList) {
    const [first = '', action] = name.split(' ')
    if (action !== undefined) groups.set(first, [...(groups.get(first) ?? []), { action, summary }])
  }
  return groups
}

/** Each first word once, with what to say about it. */
function firstWords(commandList: readonly Words[]): { word: string; summary: string }[] {
  const groups = groupsOf(commandList)
  const single = commandList.filter(({ name }) => !name.includes(' ')).map(({ name, summary }) => ({ word: name, summary }))
  return [...single, ...[...groups].map(([word, actions]) => ({ word, summary: actionWords(actions).replaceAll(' ', ', ') }))]
}

const actionWords = (actions: readonly { action: string }[]): string => actions.map(({ action }) => action).join(' ')

const everywhere = [
  { flag: '--json', describe: 'JSON even on a terminal', takes: false, values: [] },
  { flag: '--text', describe: 'readable text even in a pipe', takes: false, values: [] },
  { flag: '--no-pager', describe: 'print long text at once', takes: false, values: [] },
  { flag: '--color', describe: 'when to colour', takes: true, values: ['auto', 'always', 'never'] },
  { flag: '--home', describe: "Cairn's home", takes: true, values: [] },
  { flag: '--set', describe: 'a setting for this run', takes: true, values: [] },
  { flag: '--help', describe: 'options and examples', takes: false, values: [] },
]

function bash(commandList: readonly Words[]): string {
  const groups = [...groupsOf(commandList)]
  const actions = groups.map(
    ([first, words]) => `    ${first}) COMPREPLY=($(compgen -W '${actionWords(words)}' -- "$word")); return ;;`,
  )
  const flags = commandList.map(({ name, flags }) => `    '${name}') flags='${flags.map(({ flag }) => flag).join(' ')}' ;;`)
  const values = valueCases(commandList).map(
    ([at, words]) => `    '${at}') COMPREPLY=($(compgen -W '${words}' -- "$word")); return ;;`,
  )
  return `# bash completion for cairn; load it with: source <(cairn completion bash)
_cairn() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' flags=''
  local each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $each == -* ]]; then continue; fi
    command="$command\${command:+ }$each"
    case $command in ${groups.map(([first]) => first).join('|')}) ;; *) break ;; esac
  done
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '${firstWords(commandList)
      .map(({ word }) => word)
      .join(' ')} --help --version' -- "$word"))
    return
  fi
  case $command in
${actions.join('\n')}
  esac
  case $before in
    -r|--repo) COMPREPLY=($(compgen -W "$(${REPOS})" -- "$word")); return ;;
  esac
  case "$command $before" in
    'completion completion') COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
    'remove remove'|'watch watch') COMPREPLY=($(compgen -W "$(${REPOS})" -- "$word")); return ;;
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
      .flatMap(({ flag, letter, values }): [string, string][] =>
        [flag, ...(letter ? [`-${letter}`] : [])].map((each) => [`${name} ${each}`, values.join(' ')]),
      ),
  )

function zsh(commandList: readonly Words[]): string {
  const rows = firstWords(commandList).map(({ word, summary }) => `    '${word}:${quoted(summary)}'`)
  const groups = [...groupsOf(commandList)].map(([first, words]) => {
    const actions = words.map(({ action, summary }) => `'${action}:${quoted(summary)}'`)
    return `    ${first})
      local -a actions=(${actions.join(' ')})
      if (( CURRENT == 2 )); then _describe action actions; return; fi
      command="$command $words[2]"
      shift words
      (( CURRENT-- )) ;;`
  })
  const cases = commandList.map(({ name, flags }) => {
    const specs = flags.map(({ flag, describe, takes, values }) => {
      const offered = flag === '--repo' ? `:repo:($(${REPOS}))` : takes ? ':value:_files' : ''
      const value = values.length > 0 ? `:value:(${values.join(' ')})` : offered
      const quote = value.includes('$(') ? '"' : "'"
      return `${quote}${flag}${takes ? '=' : ''}[${bracketed(describe)}]${value}${quote}`
    })
    return `    '${name}') _arguments ${specs.join(' ')} '*:word:_files' ;;`
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
${groups.join('\n')}
  esac
  case $command in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _cairn ]]; then _cairn "$@"; else compdef _cairn cairn; fi
`
}

function fish(commandList: readonly Words[]): string {
  const first = firstWords(commandList)
  const names = first.map(({ word }) => word).join(' ')
  const starts = first.map(({ word, summary }) => `complete -c cairn -n 'not ${seen(names)}' -a ${word} -d '${quoted(summary)}'`)
  const actions = [...groupsOf(commandList)].flatMap(([word, offered]) =>
    offered.map(
      ({ action, summary }) =>
        `complete -c cairn -n '${seen(word)}; and not ${seen(actionWords(offered))}' -a ${action} -d '${quoted(summary)}'`,
    ),
  )
  const rows = commandList.flatMap(({ name, flags }) =>
    flags.map(({ flag, letter, describe, takes, values }) => {
      const offered = flag === '--repo' ? ` -x -a '(${REPOS})'` : takes ? ' -r' : ''
      const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : offered
      const short = letter ? ` -s ${letter}` : ''
      const after = name.split(' ').map(seen).join('; and ')
      return `complete -c cairn -n '${after}' -l ${flag.slice(2)}${short} -d '${quoted(describe)}'${value}`
    }),
  )
  return `# fish completion for cairn; save it as ~/.config/fish/completions/cairn.fish\n${[...starts, ...actions, ...rows].join('\n')}\n`
}

const seen = (words: string): string => `__fish_seen_subcommand_from ${words}`

const quoted = (text: string): string => text.replaceAll(/['\\]/g, '')
const bracketed = (text: string): string => quoted(text).replaceAll(/[[\]:]/g, '')
