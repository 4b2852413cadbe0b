import { Command, type Option } from 'commander'
import { table } from '../../kernel/table.ts'
import { CommandError, wrongUsage } from './exit.ts'
import { EVENTS } from './listen.ts'
import type { Operation } from './operations.ts'
import { type RemoteOptions, withRemoteOptions } from './remote.ts'
import { operationsOfService, withOptions } from './resources.ts'
import { note, print } from './terminal.ts'

/** Completes the commands of this program, and those of the service of a profile. */
export function registerCompletion(program: Command): void {
  withRemoteOptions(program.command('completion'))
    .description('print the completions of a shell: bash, zsh or fish')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell: string, options: RemoteOptions) => {
      if (!Object.hasOwn(SHELLS, shell)) throw wrongUsage('Name bash, zsh or fish.')
      print(completionScript(shell, program, await operationsWith(options)))
    })
}

export const completionScript = (
  shell: string,
  program: Command,
  operations: readonly Operation[],
): string => SHELLS[shell]?.(merged(ownWords(program), serviceWords(operations))) ?? ''

/** The words that can follow each command; '' is the program itself. */
type Words = ReadonlyMap<string, ReadonlySet<string>>

const SHELLS = table<(words: Words) => string>({ bash, zsh, fish })

async function operationsWith(options: RemoteOptions): Promise<readonly Operation[]> {
  try {
    return await operationsOfService(options)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    note(`Without the commands of a service: ${error.message}`)
    return []
  }
}

function ownWords(program: Command): Words {
  const words = new Map<string, ReadonlySet<string>>()
  const walk = (command: Command, path: readonly string[]): void => {
    words.set(
      path.join(' '),
      new Set([...command.commands.map((it) => it.name()), ...longOf(command.options)]),
    )
    for (const it of command.commands) walk(it, [...path, it.name()])
  }
  walk(program, [])
  return words
}

/** The words of a service become part of a shell script, so they must be safe. */
const IS_PLAIN = /^[a-z0-9_.-]+$/i

const longOf = (options: readonly Option[]): readonly string[] =>
  options.flatMap(({ long }) => (long ? [long] : []))

function serviceWords(operations: readonly Operation[]): Words {
  const words = new Map<string, Set<string>>()
  const add = (path: string, ...more: readonly string[]) =>
    words.set(path, new Set([...(words.get(path) ?? []), ...more]))
  const options = longOf(withOptions(new Command()).options)
  for (const { words: names, filters } of operations) {
    if (![...names, ...filters].every((it) => IS_PLAIN.test(it))) continue
    for (const [at, name] of names.entries()) add(names.slice(0, at).join(' '), name)
    add(names.join(' '), ...filters.map((it) => `--${it.replaceAll('_', '-')}`), ...options)
  }
  return words
}

/**
 * A command of this program hides the resource of the same name, unless it extends the resource.
 */
function merged(own: Words, service: Words): Words {
  const names = own.get('') ?? new Set()
  const isHidden = (path: string) => {
    const [name = ''] = path.split(' ')
    return names.has(name) && name !== EVENTS
  }
  const others = [...service].filter(([path]) => !isHidden(path))
  const withOwn = others.map(
    ([path, words]) => [path, new Set([...(own.get(path) ?? []), ...words])] as const,
  )
  return new Map([...own, ...withOwn])
}

/* Ids and values of options are no commands, so only known words extend the path. */

function bash(words: Words): string {
  const cases = [...words].map(([path, all]) => `    '${path}') words='${[...all].join(' ')}' ;;`)
  return [
    '_billwright() {',
    `  local path="" word words="" known='|${[...words.keys()].join('|')}|'`,
    `  local current="$\{COMP_WORDS[COMP_CWORD]}" previous="$\{COMP_WORDS[COMP_CWORD-1]}"`,
    '  COMPREPLY=()',
    '  [[ "$previous" == -* && "$current" != -* ]] && return',
    `  for word in "$\{COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    [[ "$known" == *"|$\{path:+$path }$word|"* ]] && path="$\{path:+$path }$word"`,
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _billwright billwright',
  ].join('\n')
}

function zsh(words: Words): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`
}

function fish(words: Words): string {
  const cases = [...words].map(
    ([path, all]) => `    case '${path}'\n      set words ${[...all].join(' ')}`,
  )
  return [
    'function __billwright_words',
    '  set -l path',
    '  set -l words',
    `  set -l known ${[...words.keys()].map((path) => `'${path}'`).join(' ')}`,
    '  set -l given (commandline -opc)',
    "  string match -q -- '-*' $given[-1]; and not string match -q -- '-*' (commandline -ct); and return",
    '  for word in $given[2..]',
    '    set -l longer (string join -- " " $path $word)',
    '    contains -- $longer $known; and set path $longer',
    '  end',
    '  switch "$path"',
    ...cases,
    '  end',
    '  test -n "$words"; and string join -- \\n $words',
    'end',
    "complete -c billwright -f -n '__billwright_words >/dev/null' -a '(__billwright_words)'",
  ].join('\n')
}
