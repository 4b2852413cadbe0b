import { type Command, InvalidArgumentError } from 'commander'
import type { ApiKey } from '../../company/access/keys/api-key.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../../company/access/keys/keys.ts'
import { keyView, newKeyView } from '../../company/access/view.ts'
import { SCOPES, type Scope } from '../../core/http/actor.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { instantAfter, systemClock } from '../../platform/clock.ts'
import { everyEntry, withAccess } from './installation.ts'
import { note, print, printJson, printTable } from './terminal.ts'

const SECONDS_PER_DAY = 86_400
const DAYS_MAX = 36_500
const NAME_LENGTH_MAX = 100

interface CreateOptions {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresDays?: number
  readonly json?: boolean
}

export function registerKey(program: Command): void {
  const key = program.command('key').description('API keys')

  key
    .command('create')
    .description('create a key and print it, once')
    .requiredOption('--name <name>', 'what the key is for', toName)
    .requiredOption(
      '--scopes <scopes>',
      `any of ${SCOPES.join(', ')}; separated by commas`,
      toScopes,
    )
    .option('--expires-days <days>', 'days until the key expires; default: never', toDays)
    .option('--json', 'print the key and its details as JSON')
    .action(async ({ name, scopes, expiresDays, json }: CreateOptions) => {
      const expiresAt =
        expiresDays === undefined ? null : instantAfter(systemClock, expiresDays * SECONDS_PER_DAY)
      const created = await withAccess((access, work) =>
        createApiKey(access, work, { name, scopes, expiresAt }),
      )
      if (json) return printJson(newKeyView(created))
      print(created.text)
      note(`Save the key now: ${created.key.id} is shown only once.`)
    })

  key
    .command('list')
    .description('list all keys without their secrets')
    .option('--json', 'print the keys as JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const views = (await withAccess((_access, work) => allKeys(work))).map(keyView)
      if (json) return printJson(views)
      printTable(
        ['ID', 'NAME', 'SCOPES', 'LAST USED', 'STATE'],
        views.map((it) => [
          it.id,
          it.name,
          it.scopes.join(','),
          it.last_used_at ?? '-',
          stateOf(it),
        ]),
      )
    })

  key
    .command('revoke')
    .description('revoke a key; its next request is refused')
    .argument('<id>', 'id of the key, from `key list`')
    .option('--json', 'print the result as JSON')
    .action(async (id: string, { json }: { readonly json?: boolean }) => {
      await withAccess((access, work) => revokeApiKey(access, work, id))
      if (json) return printJson({ ok: true, id })
      print(`${id} is revoked.`)
    })
}

async function allKeys(work: ReadWork): Promise<readonly ApiKey[]> {
  const lists = [{ revoked: false }, { revoked: true }].map((filter) =>
    everyEntry((request) => listApiKeys(work, filter, request)),
  )
  return (await Promise.all(lists)).flat()
}

const stateOf = (key: ReturnType<typeof keyView>): string => {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at}`
  return key.expires_at === null ? 'valid' : `valid until ${key.expires_at}`
}

function toName(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= NAME_LENGTH_MAX) return name
  throw new InvalidArgumentError(`Use 1 to ${NAME_LENGTH_MAX} characters.`)
}

function toScopes(text: string): readonly Scope[] {
  const names = text.split(',').map((it) => it.trim())
  const scopes = SCOPES.filter((scope) => names.includes(scope))
  if (names.every((it) => scopes.some((scope) => scope === it))) return scopes
  throw new InvalidArgumentError(`Use any of ${SCOPES.join(', ')}, separated by commas.`)
}

function toDays(text: string): number {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= DAYS_MAX) return days
  throw new InvalidArgumentError(`Use a whole number from 1 to ${DAYS_MAX}.`)
}
