import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { sha256 } from '../../platform/ids.ts'
import { packageVersion } from '../../platform/version.ts'
import { CommandError, EXIT, wrongUsage } from './exit.ts'
import {
  type Found,
  findOperation,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  usageOf,
} from './operations.ts'
import {
  bodyOf,
  type CallOptions,
  callOnce,
  jsonBody,
  keepNewest,
  type Profile,
  profileOf,
  type RemoteOptions,
  readOwn,
  refusal,
  sendAndPrint,
  withCallOptions,
  writeOwn,
} from './remote.ts'
import { printTable } from './terminal.ts'

/** The operations of a service at the last request. */
interface Known {
  readonly at: number
  readonly operations: readonly Operation[]
}

interface Options extends CallOptions {
  readonly yes?: boolean
}

/** Each release and each service has a separate file. */
const SERVICES_KEPT = 5
const DAY_MS = 24 * 60 * 60 * 1000

/** The options of each command of a service besides its filters. */
export const withOptions = (command: Command): Command =>
  withCallOptions(command).option('--yes', 'do not ask before assigning a number or moving money')

/** Adds the command of a resource with its words, ids and filters. */
export function registerResource(program: Command, resource: string): Command {
  return withOptions(program.command(resource))
    .argument('[words...]', 'a command, its ids, and filters such as --status sent')
    .allowUnknownOption()
    .helpOption(false)
    .action((given: readonly string[], options: Options) =>
      runCommand([resource, ...given], options),
    )
}

/** A command of ours below a resource. The resource leaves `--help` to its service, this one does not. */
export const ownCommand = (resource: Command, name: string): Command =>
  resource.command(name).helpOption('-h, --help', 'display help for command')

/** The operations of a profile's service, requested at most once a day. */
export async function operationsOfService(options: RemoteOptions): Promise<readonly Operation[]> {
  const profile = profileOf(options)
  return freshOperations(profile) ?? readOperations(profile)
}

async function runCommand(given: readonly string[], options: Options): Promise<void> {
  const profile = profileFor(given[0] ?? '', options)
  const { words, filters } = parsed(given)
  const operations = await operationsFor(profile, words)
  const found = findOperation(operations, words)
  if (filters.has('help')) {
    printUsage(operations, words)
    return
  }
  if (!found) {
    printUsage(operations, words)
    throw new CommandError('Complete the command with its ids and filters.', EXIT.usage)
  }
  await ask(found, words, options)
  const { method, body } = found.operation
  const query = filters.size > 0 ? `?${filters}` : ''
  await sendAndPrint(
    {
      method,
      path: `${found.path}${query}`,
      body: body === undefined ? await bodyOf(options) : jsonBody(body),
    },
    options,
  )
}

/** Without a service there is no such command. */
function profileFor(resource: string, options: Options): Profile {
  try {
    return profileOf(options)
  } catch (error) {
    const reason = error instanceof CommandError ? error.message : ''
    throw wrongUsage(`There is no command ${resource} without a service. ${reason}`)
  }
}

/** `--due-to 2026-06-30` is the filter `due_to`; one without a value is true. */
function parsed(given: readonly string[]): {
  readonly words: readonly string[]
  readonly filters: URLSearchParams
} {
  const words: string[] = []
  const filters = new URLSearchParams()
  for (let at = 0; at < given.length; at += 1) {
    const [word = '', next] = given.slice(at)
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const [name = '', value] = word.slice(2).split(/=(.*)/s)
    const follows = value === undefined && next !== undefined && !next.startsWith('--')
    if (follows) at += 1
    filters.append(filterOf(name), value ?? (follows ? next : 'true'))
  }
  return { words, filters }
}

/** The part after a dot is a key of the user, as in `--metadata.cost-center 7`. */
function filterOf(option: string): string {
  const [name = '', ...rest] = option.split('.')
  return [name.replaceAll('-', '_'), ...rest].join('.')
}

/** Requested once a day, and again for an unknown command. */
async function operationsFor(
  profile: Profile,
  words: readonly string[],
): Promise<readonly Operation[]> {
  const known = freshOperations(profile)
  return known && findOperation(known, words) ? known : readOperations(profile)
}

/** A newer version of this program may store more about each operation. */
const fileOf = ({ url }: Profile): string =>
  `operations-${sha256(`${packageVersion()} ${url}`).slice(0, 16)}.json`

function freshOperations(profile: Profile): readonly Operation[] | null {
  const known = readOwn(fileOf(profile)) as Known | null
  return known !== null && systemClock.now() - known.at < DAY_MS ? known.operations : null
}

async function readOperations(profile: Profile): Promise<readonly Operation[]> {
  const response = await callOnce(profile, { method: 'GET', path: '/openapi.json' })
  if (!response.ok) throw await refusal(response)
  const operations = operationsOf((await response.json()) as OpenApiDocument)
  writeOwn(fileOf(profile), { at: systemClock.now(), operations } satisfies Known)
  keepNewest(/^operations-.*\.json$/, SERVICES_KEPT)
  return operations
}

function printUsage(operations: readonly Operation[], words: readonly string[]): void {
  const usage = usageOf(operations, words)
  if (usage.length === 0) throw wrongUsage(`There is no command ${words[0]}.`)
  printTable(['COMMAND', 'DOES'], usage)
}

async function ask(
  { operation }: Found,
  words: readonly string[],
  { yes }: Options,
): Promise<void> {
  if (!operation.asks || yes) return
  if (!process.stdin.isTTY)
    throw wrongUsage('This assigns a number or moves money. Add --yes to confirm it.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${operation.summary}: ${words.join(' ')}? [y/N] `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was done.', EXIT.fault)
}
