import type { Command } from 'commander'
import { wrongUsage } from './exit.ts'
import { print } from './terminal.ts'

/** Completes commands, subcommands and their options, as the program itself declares them. */
export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('print the completions of a shell: bash, zsh or fish')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) => print(scriptOf(shell, program)))
}

/** The words after `billwright`, and after each command. */
function wordsOf(program: Command): readonly (readonly [path: string, words: readonly string[]])[] {
  const walk = (
    command: Command,
    path: string,
  ): readonly (readonly [string, readonly string[]])[] => [
    [
      path,
      [
        ...command.commands.map((it) => it.name()),
        ...command.options.flatMap(({ long }) => (long ? [long] : [])),
      ],
    ],
    ...command.commands.flatMap((it) => walk(it, path === '' ? it.name() : `${path} ${it.name()}`)),
  ]
  return walk(program, '')
}

function scriptOf(shell: string, program: Command): string {
  const words = wordsOf(program)
  if (shell === 'fish')
    return words.flatMap(([path, all]) => all.map((it) => fishLine(path, it))).join('\n')
  if (shell !== 'bash' && shell !== 'zsh') throw wrongUsage('Name bash, zsh or fish.')
  const cases = words.map(([path, all]) => `    '${path}') words='${all.join(' ')}' ;;`)
  const bash = [
    '_billwright() {',
    '  local path="" word words=""',
    `  for word in "$\{COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    '    case "$word" in -*) ;; *) [ -n "$path" ] && path="$path "; path="$path$word" ;; esac',
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    `  COMPREPLY=($(compgen -W "$words" -- "$\{COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _billwright billwright',
  ]
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    ...bash,
  ].join('\n')
}

function fishLine(path: string, word: string): string {
  const condition =
    path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${path.split(' ').at(-1)}`
  const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
  return `complete -c billwright -n '${condition}' ${what}`
}
