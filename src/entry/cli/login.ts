import { hostname, userInfo } from 'node:os'
import type { Command } from 'commander'
import { writeKey } from '../../company/access/keys/api-key.ts'
import { LOGIN_PAGE, loginCode, loginKeyId } from '../../company/access/keys/login.ts'
import { pause, systemClock } from '../../platform/clock.ts'
import { newSecret, sha256 } from '../../platform/ids.ts'
import { CommandError, EXIT, wrongUsage } from './exit.ts'
import { callOnce, DEFAULT_PROFILE, type Profile, refusal, storeProfile } from './remote.ts'
import { note, print } from './terminal.ts'

const WAIT_MS = 15 * 60_000
const POLL_MS = 2000

/** The service's answer about the owner of a key. */
interface Standing {
  readonly scopes: readonly string[]
  readonly company: { readonly name: string } | null
}

export function registerLogin(program: Command): void {
  program
    .command('login')
    .description('sign in to a service; a person confirms it in the console')
    .argument('<url>', 'address of the service, e.g. https://bills.example.org')
    .option('--profile <name>', 'where to store the key', DEFAULT_PROFILE)
    .option('--name <name>', 'name of the key', ownName())
    .action(login)
}

const ownName = (): string => `${userInfo().username}@${hostname()}`

interface LoginOptions {
  readonly profile: string
  readonly name: string
}

/**
 * Creates the secret here and sends the service only its hash, so that no response contains the
 * secret.
 */
async function login(address: string, { profile, name }: LoginOptions): Promise<void> {
  const url = originOf(address)
  const secret = newSecret()
  const hash = sha256(secret)
  const own: Profile = { url, key: writeKey(loginKeyId(hash), secret) }
  // Fails at once if no service answers there.
  await standingOf(own)
  print(`Open ${url}${LOGIN_PAGE}?${new URLSearchParams({ login: hash, name })}`)
  print(`and enter this code:  ${loginCode(hash)}`)
  const { company, scopes } = await confirmed(own)
  storeProfile(profile, own)
  print(`Signed in to ${company?.name ?? url} with ${scopes.join(', ')}.`)
}

function originOf(address: string): string {
  const url = URL.parse(address)
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin
  throw wrongUsage(`${address} is not an address such as https://bills.example.org.`)
}

async function confirmed(own: Profile): Promise<Standing> {
  const untilMs = systemClock.now() + WAIT_MS
  note('Waiting for your confirmation. Ctrl-C cancels.')
  while (systemClock.now() < untilMs) {
    await pause(POLL_MS)
    const standing = await standingOf(own).catch(later)
    if (standing) return standing
  }
  throw new CommandError(
    'The login was not confirmed in time. Run billwright login again.',
    EXIT.forbidden,
  )
}

/** Repeats the question while a service restarts. */
function later(error: unknown): undefined {
  const isPassing =
    error instanceof CommandError &&
    [EXIT.unavailable, EXIT.later].some((it) => it === error.exitCode)
  if (!isPassing) throw error
}

/** Undefined: the key does not exist yet. */
async function standingOf(own: Profile): Promise<Standing | undefined> {
  const answer = await callOnce(own, { method: 'GET', path: '/session' })
  if (answer.status === 401) return undefined
  if (!answer.ok) throw await refusal(answer)
  return (await answer.json()) as Standing
}
