import { isKnownPattern, isWanted } from '@billwright/rules/events'
import { type Command, InvalidArgumentError } from 'commander'
import { Webhook as Signer } from 'standardwebhooks'
import { pause, systemClock } from '../../platform/clock.ts'
import { newSecret, sha256 } from '../../platform/ids.ts'
import { CATALOGUE, exampleOf } from '../event-schemas.ts'
import { CommandError, EXIT, wrongUsage } from './exit.ts'
import {
  profileOf,
  type RemoteOptions,
  readOwn,
  readPatiently,
  withRemoteOptions,
  writeOwn,
} from './remote.ts'
import { ownCommand, registerResource } from './resources.ts'
import { note, print } from './terminal.ts'

interface ListenOptions extends RemoteOptions {
  readonly forwardTo?: string
  readonly printSecret?: boolean
  readonly events: readonly string[]
  readonly fromStart?: boolean
  readonly until?: string
}

interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly company: string
  readonly resource: object
  readonly created_at: string
  readonly data: object
}

/** The position of a listener, so that it continues there after a restart. */
interface State {
  readonly after: string
}

interface Secret {
  readonly secret: string
}

/** A resource of the service that this program extends with a command. */
export const EVENTS = 'events'

const SECRET_FILE = 'webhook-secret.json'

/** The service answers a request for new events within this time. */
const WAIT_S = 25
/**
 * The pause after an answer without events, because a service with many waiting requests answers
 * at once.
 */
const PAUSE_MS = 1000
const PAUSES_MS = [500, 1000, 2000, 5000]

export function registerListen(program: Command): void {
  withRemoteOptions(program.command('listen'))
    .description('forward the events of a service to a program on this machine, as webhooks')
    .option('--forward-to <url>', 'e.g. http://localhost:8080/hooks')
    .option('--print-secret', 'print the secret that signs the events, and end')
    .option('--events <patterns>', 'e.g. invoice.*,payment.recorded; default: all', patternsOf, [
      '*',
    ])
    .option('--from-start', 'begin with the first event of the log')
    .option('--until <type>', 'end after your program accepted an event of this type')
    .action(async ({ forwardTo, printSecret, ...options }: ListenOptions) => {
      if (printSecret) return print(ownSecret())
      if (forwardTo === undefined)
        throw wrongUsage('Set the URL of your program: --forward-to URL.')
      await listen(forwardTo, options)
    })

  program
    .command('trigger')
    .description('send an example event to a program on this machine, without creating anything')
    .argument('<type>', 'e.g. payment.recorded')
    .requiredOption('--forward-to <url>', 'e.g. http://localhost:8080/hooks')
    .action(async (type: string, { forwardTo }: { readonly forwardTo: string }) => {
      const entry = CATALOGUE.find((it) => it.type === type)
      if (!entry) throw wrongUsage(`There is no event ${type}. docs/events.md lists them.`)
      const secret = ownSecret()
      const at = new Date(systemClock.now()).toISOString()
      const example = { ...(exampleOf(entry.body) as object), timestamp: at }
      note(`Signed with ${secret}`)
      const id = `evt_test_${newSecret().slice(0, 12)}`
      await postOnce(forwardTo, { id, type, body: JSON.stringify({ ...example, id }) }, secret)
    })
}

/** The commands of the event log, and the one that sends an event again. */
export function registerEvents(program: Command): void {
  const events = registerResource(program, EVENTS).description(
    'events of a service; `events resend` sends one to a program on this machine',
  )
  ownCommand(events, 'resend')
    .description('send an event of the log to a program on this machine')
    .argument('<id>', 'id of the event')
    .requiredOption('--to <url>', 'e.g. http://localhost:8080/hooks')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { to, ...remote } = command.optsWithGlobals<RemoteOptions & { readonly to: string }>()
      const path = `/events/${encodeURIComponent(id)}`
      const event = await readPatiently<LoggedEvent>(profileOf(remote), path)
      await postOnce(to, { id: event.id, type: event.type, body: bodyOf(event) }, ownSecret())
    })
}

/** The webhook body of an event. */
const bodyOf = ({ id, type, company, resource, created_at, data }: LoggedEvent): string =>
  JSON.stringify({ id, type, timestamp: created_at, company, resource, data })

async function postOnce(url: string, event: Delivery & { readonly type: string }, secret: string) {
  const { status } = await post(url, event, secret)
  print(`${event.type} → ${status ?? 'no answer'}`)
  if (status === null || status >= 300)
    throw new CommandError('Your program did not accept the event.', EXIT.fault)
}

function patternsOf(text: string): readonly string[] {
  const patterns = text.split(',').map((it) => it.trim())
  const unknown = patterns.filter((it) => !isKnownPattern(it))
  if (unknown.length > 0)
    throw new InvalidArgumentError(`Unknown event types: ${unknown.join(', ')}.`)
  return patterns
}

const stateName = (url: string, forwardTo: string): string =>
  `listen-${sha256(`${url} ${forwardTo}`).slice(0, 16)}.json`

/** One secret for all commands of a user, so that a receiver accepts both `listen` and `trigger`. */
function ownSecret(): string {
  const stored = readOwn(SECRET_FILE) as Secret | null
  if (stored) return stored.secret
  const secret = `whsec_${Buffer.from(newSecret()).toString('base64')}`
  writeOwn(SECRET_FILE, { secret } satisfies Secret)
  return secret
}

/** Forwards events in the order of the log. An event is done when the program answers 2xx. */
async function listen(
  forwardTo: string,
  { events, fromStart, until, ...remote }: ListenOptions,
): Promise<void> {
  const profile = profileOf(remote)
  const name = stateName(profile.url, forwardTo)
  const secret = ownSecret()
  let after = (readOwn(name) as State | null)?.after ?? (fromStart ? '' : await newestEvent())
  note(`Forwarding to ${forwardTo}, signed with ${secret}. Ctrl-C ends it.`)
  for (;;) {
    const query = after === '' ? '' : `&after=${after}`
    const page = await readPatiently<{ readonly data: readonly LoggedEvent[] }>(
      profile,
      `/events?limit=100&wait=${WAIT_S}${query}`,
    )
    for (const event of page.data) {
      if (isWanted(events, event.type)) await forward(event)
      after = event.id
      writeOwn(name, { after } satisfies State)
      if (event.type === until) return
    }
    if (page.data.length === 0) await pause(PAUSE_MS)
  }

  async function newestEvent(): Promise<string> {
    const path = '/events?limit=1&sort=-created_at'
    const { data } = await readPatiently<{ readonly data: readonly LoggedEvent[] }>(profile, path)
    return data[0]?.id ?? ''
  }

  async function forward(event: LoggedEvent) {
    const { id, type } = event
    const body = bodyOf(event)
    for (let attempt = 0; ; attempt += 1) {
      const { status, ms } = await post(forwardTo, { id, body }, secret)
      print(`${type} ${id} → ${status ?? 'no answer'} in ${ms} ms`)
      if (status !== null && status < 300) return
      await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0)
    }
  }
}

interface Delivery {
  readonly id: string
  readonly body: string
}

/** Null: no answer. */
async function post(
  url: string,
  { id, body }: Delivery,
  secret: string,
): Promise<{ readonly status: number | null; readonly ms: number }> {
  const at = new Date(systemClock.now())
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(BigInt(at.getTime()) / 1000n),
    'webhook-signature': new Signer(secret).sign(id, at, body),
  }
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body })
    return { status, ms: systemClock.now() - at.getTime() }
  } catch {
    return { status: null, ms: systemClock.now() - at.getTime() }
  }
}
