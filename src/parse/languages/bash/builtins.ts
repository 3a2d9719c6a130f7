/** Commands and variables of the shell itself. A call of one is not a use, unless the file defines a function of that name. */

const commands = new Set(
  `. : [ [[ alias bg bind break builtin caller cd command compgen complete compopt continue coproc declare dirs disown echo
  enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd
  pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias
  unset wait if then else elif fi for while until do done case esac function time { } ! autoload emulate zmodload zstyle
  bindkey compdef setopt unsetopt print zparseopts`.split(/\s+/),
)

export const isBuiltin = {
  command: (name: string): boolean => commands.has(name),
  /** Set by the shell; a script never defines them. */
  variables:
    `_ BASH BASHOPTS BASHPID BASH_ARGC BASH_ARGV BASH_COMMAND BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO
  BASH_VERSION COLUMNS COMP_CWORD COMP_LINE COMP_POINT COMP_WORDS COMPREPLY DIRSTACK EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD
  HOSTNAME HOSTTYPE IFS LINENO LINES MACHTYPE OLDPWD OPTARG OPTERR OPTIND OSTYPE PIPESTATUS PPID PWD RANDOM REPLY SECONDS
  SHELLOPTS SHLVL UID`.split(/\s+/),
}
