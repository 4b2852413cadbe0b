import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import { sendAny } from '#sdk/http'
import { table } from '../../kernel/table.ts'
import { makePrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-file.ts'
import { CommandError, EXIT, unavailable, wrongUsage } from './exit.ts'
import { tableOf } from './table.ts'
import { note, print, printJson, printTable } from './terminal.ts'

/* Commands that call a service, which may run anywhere. */

const FOLDER = join(homedir(), '.config', 'billwright')
const PROFILES = join(FOLDER, 'profiles.json')
export const DEFAULT_PROFILE = 'default'

export interface Profile {
  readonly url: string
  readonly key: string
}

/** Options of every command that calls a service. */
export interface RemoteOptions {
  readonly profile?: string
  readonly url?: string
  readonly apiKey?: string
}

export const withRemoteOptions = (command: Command): Command =>
  command
    .option('--profile <name>', 'a profile that `login` or `profile set` stored')
    .addOption(new Option('--url <url>', 'address of the service').env('BILLWRIGHT_URL'))
    .addOption(new Option('--api-key <key>', 'an API key').env('BILLWRIGHT_API_KEY'))

/** Files that only the user can read. */
export function readOwn(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
  } catch {
    return null
  }
}

export function writeOwn(name: string, value: unknown): void {
  mkdirSync(FOLDER, { recursive: true, mode: PRIVATE_FOLDER })
  const path = join(FOLDER, name)
  // An existing file keeps its mode.
  makePrivate(path)
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`, { mode: PRIVATE_FILE })
}

/** Deletes the oldest matching files of the user, except a few. */
export function keepNewest(pattern: RegExp, count: number): void {
  const ours = readdirSync(FOLDER).filter((name) => pattern.test(name))
  const paths = ours.map((name) => join(FOLDER, name))
  const byAge = paths
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.at - one.at)
  for (const { path } of byAge.slice(count)) rmSync(path, { force: true })
}

const profiles = () => (readOwn('profiles.json') ?? {}) as Readonly<Record<string, Profile>>

/** Options take precedence, then the named profile, then the default one. */
export function profileOf({ profile, url, apiKey }: RemoteOptions): Profile {
  const stored = profiles()[profile ?? DEFAULT_PROFILE]
  if (profile !== undefined && !stored) throw wrongUsage(`There is no profile ${profile}.`)
  const [at, key] = [url ?? stored?.url, apiKey ?? stored?.key]
  if (at !== undefined && key !== undefined) return { url: at.replace(/\/+$/, ''), key }
  throw wrongUsage(
    'Run `billwright login URL` first, or set BILLWRIGHT_URL and BILLWRIGHT_API_KEY.',
  )
}

export function storeProfile(name: string, { url, key }: Profile): void {
  writeOwn('profiles.json', { ...profiles(), [name]: { url, key } })
  note(`Stored in ${PROFILES}.`)
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: Body | undefined
}

interface Body {
  readonly content: string | Buffer<ArrayBuffer>
  readonly type: string
}

const JSON_TYPE = 'application/json'
/** Content types by the extension of a file. Other files are sent as JSON. */
const TYPES = table<string>({
  '.csv': 'text/csv',
  '.db': 'application/vnd.sqlite3',
  '.jpg': 'image/jpeg',
  '.jsonl': 'application/jsonl',
  '.p7m': 'application/pkcs7-mime',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.xml': 'application/xml',
})

export const jsonBody = (content: string): Body => ({ content, type: JSON_TYPE })

/** Exports and PDFs take their time. */
const TIMEOUT_MS = 300_000

/** Sends a request once. */
export async function callOnce(profile: Profile, call: Call): Promise<Response> {
  try {
    return await sendAny({ ...optionsOf(profile), retries: 0 }, requestOf(call))
  } catch (error) {
    throw noAnswer(profile, error)
  }
}

/** Reads JSON, and tries again until the service answers. */
export async function readPatiently<T>(profile: Profile, path: string): Promise<T> {
  let isTold = false
  const send = async (request: Request): Promise<Response> => {
    const response = await fetch(request).catch((error: unknown) => {
      if (!isTold) note(noAnswer(profile, error).message)
      isTold = true
      throw error
    })
    if (response.status >= 500 || response.status === 429)
      throw new Error(`The answer is ${response.status}.`)
    return response
  }
  const options = { ...optionsOf(profile), fetch: send, retries: Number.POSITIVE_INFINITY }
  const response = await sendAny(options, requestOf({ method: 'GET', path }))
  if (!response.ok) throw await refusal(response)
  return (await response.json()) as T
}

const optionsOf = ({ url, key }: Profile) => ({
  baseUrl: url,
  apiKey: key,
  timeoutMs: TIMEOUT_MS,
})

const requestOf = ({ method, path, body }: Call) => ({
  method,
  path: path.startsWith('/api/') ? path : `/api/v1${path.startsWith('/') ? '' : '/'}${path}`,
  body: body?.content,
  contentType: body?.type,
})

/** The client wraps the error of `fetch`, which wraps that of the connection. */
function noAnswer({ url }: Profile, error: unknown): CommandError {
  const causes = [error]
  for (let it = error; it instanceof Error && it.cause !== undefined; it = it.cause)
    causes.push(it.cause)
  const last = causes.at(-1)
  return unavailable(`${url} does not answer: ${last instanceof Error ? last.message : ''}`)
}

const EXITS: Readonly<Record<number, number>> = {
  401: EXIT.forbidden,
  403: EXIT.forbidden,
  429: EXIT.later,
  502: EXIT.later,
  503: EXIT.later,
  504: EXIT.later,
}

interface Problem {
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
}

export async function refusal(response: Response): Promise<CommandError> {
  const problem = (await response.json().catch(() => ({}))) as Problem
  const faults = (problem.errors ?? []).map(({ pointer, message }) => `  ${pointer}: ${message}`)
  const sentence = problem.detail ?? `The answer is ${response.status}.`
  return new CommandError([sentence, ...faults].join('\n'), EXITS[response.status] ?? EXIT.fault)
}

export interface CallOptions extends RemoteOptions {
  readonly data?: string
  readonly file?: string
  readonly all?: boolean
  readonly json?: boolean
  readonly output?: string
}

interface Page {
  readonly data?: readonly unknown[]
  readonly next_cursor?: string | null
}

/** Options of every command that sends one request and prints its answer. */
export const withCallOptions = (command: Command): Command =>
  withRemoteOptions(command)
    .option('-d, --data <json>', 'the body')
    .option(
      '-f, --file <file>',
      'a file with the body, e.g. JSON, CSV or XML; `-`: JSON from standard input',
    )
    .option('-o, --output <file>', 'write the answer to a file, e.g. a PDF')
    .option('--all', 'every entry of a list, one JSON line each')
    .option(
      '--json',
      'print the JSON of the API instead of a table, and errors as problem documents',
    )

export function registerRemote(program: Command): void {
  const profile = program.command('profile').description('addresses and keys of services')
  profile
    .command('set')
    .description('store the address and the key of a service')
    .argument('[name]', 'name of the profile', DEFAULT_PROFILE)
    .requiredOption('--url <url>', 'address of the service, without /api/v1')
    .requiredOption('--api-key <key>', 'an API key; `-`: read it from standard input')
    .action(async (name: string, { url, apiKey }: { url: string; apiKey: string }) => {
      const key = apiKey === '-' ? (await text(process.stdin)).trim() : apiKey
      storeProfile(name, { url, key })
    })
  profile
    .command('list')
    .description('list the profiles, without their keys')
    .action(() =>
      printTable(
        ['NAME', 'URL'],
        Object.entries(profiles()).map(([name, { url }]) => [name, url]),
      ),
    )

  withCallOptions(program.command('api'))
    .description('send a request to the API of a service and print its answer')
    .argument('<method>', 'get, post, put, patch or delete')
    .argument('<path>', 'below /api/v1, e.g. /invoices?status=sent')
    .action(async (method: string, path: string, options: CallOptions) => {
      const body = await bodyOf(options)
      await sendAndPrint({ method: method.toUpperCase(), path, body }, options)
    })
}

/** Prints the response; for a list one page, or with `--all` every entry. */
export async function sendAndPrint(call: Call, options: CallOptions): Promise<void> {
  const profile = profileOf(options)
  let next: string | null | undefined
  do {
    const { path } = call
    const at = next ? `${path}${path.includes('?') ? '&' : '?'}cursor=${next}` : path
    const response = await callOnce(profile, { ...call, path: at })
    if (!response.ok) {
      if (options.json) print(await response.clone().text())
      throw await refusal(response)
    }
    next = await printAnswer(response, options)
  } while (options.all && next)
}

export async function bodyOf({ data, file }: CallOptions): Promise<Body | undefined> {
  if (file === undefined) return data === undefined ? undefined : jsonBody(data)
  if (file === '-') return jsonBody(await text(process.stdin))
  try {
    return { content: readFileSync(file), type: TYPES[extname(file).toLowerCase()] ?? JSON_TYPE }
  } catch {
    throw wrongUsage(`The file ${file} cannot be read.`)
  }
}

/** Returns the cursor of the next page. */
async function printAnswer(
  response: Response,
  { output, all, json }: CallOptions,
): Promise<string | null | undefined> {
  if (output !== undefined) {
    writeFileSync(output, Buffer.from(await response.arrayBuffer()))
    return null
  }
  const answer = await response.text()
  if (all) {
    const page = JSON.parse(answer) as Page
    for (const entry of page.data ?? []) printJson(entry)
    return page.next_cursor
  }
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (process.stdout.isTTY && isJson && !json) printForPeople(JSON.parse(answer))
  else if (answer !== '') print(answer)
  return null
}

function printForPeople(answer: Page): void {
  if (!Array.isArray(answer.data)) {
    print(JSON.stringify(answer, null, 2))
    return
  }
  if (answer.data.length === 0) {
    note('No entries.')
    return
  }
  for (const line of tableOf(answer.data, process.stdout.columns)) print(line)
  if (answer.next_cursor) note('There are more: --limit 100, or --all as JSON lines.')
}
