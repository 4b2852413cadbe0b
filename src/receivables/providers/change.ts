import { parseMicro } from '@billwright/money'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { faultList } from '../../kernel/errors.ts'
import { change, emptyOf, type Mode as FieldMode } from '../../kernel/fields/field.ts'
import { laterOf } from '../../platform/clock.ts'
import { isForeignKeyViolation } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { callProvider } from './call.ts'
import {
  accountDiffers,
  keyUnusable,
  kindFixed,
  modeDiffers,
  providerInUse,
  tooManyProviders,
} from './errors.ts'
import * as repository from './inner/repository.ts'
import { kindOf } from './kinds.ts'
import type { AccountFacts } from './port.ts'
import { FIELDS, type Mode, type Provider } from './provider.ts'
import { hookUrlOf } from './view.ts'

const PROVIDERS_MAX = 20

export interface ProviderInput {
  readonly api_key?: string
  readonly hook_secrets?: readonly string[]
}

export {
  companiesWithProviders,
  listAll as allProviders,
  noteHook,
  noteReconciled,
  requireProvider,
} from './inner/repository.ts'

export const providerEtag = ({ id, version }: Provider): string => etagOf(id, version)

export async function listProviders(
  work: ReadWork,
  query: PageQueryInput,
): Promise<Page<Provider>> {
  const request = toPageRequest(query, 'created_at')
  const rows = await repository.listPage(work, request)
  const total = request.withTotal ? await repository.countProviders(work) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

/** Nothing is asked: a test reads the account with the key. */
export function createProvider(work: ReadWork, input: object & ProviderInput): Promise<Provider> {
  return transaction(work, async (work) => {
    if ((await repository.countProviders(work)) >= PROVIDERS_MAX)
      throw tooManyProviders(PROVIDERS_MAX)
    const content = contentOf({ ...emptyOf(FIELDS), enabled: true }, input, 'put')
    const provider: Provider = {
      ...content,
      ...secretsOf(content, input),
      id: newId('pvd'),
      version: 1,
      account: null,
      hookLastAt: null,
      reconciledUntil: null,
      refusedUntil: null,
      unreachableSince: null,
      differing: [],
      createdAt: work.at,
      updatedAt: work.at,
    }
    await repository.insertProvider(work, provider)
    return provider
  })
}

/** A new key must be of the account that a test has read. */
export async function changeProvider(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  input: object & ProviderInput,
): Promise<Provider> {
  const account = await accountOfNewKey(work, id, input)
  return transaction(work, async (work) => {
    const before = await repository.lockProvider(work, id)
    checkIfMatch(ifMatch, providerEtag(before))
    const content = contentOf(before, input, 'patch')
    if (content.kind !== before.kind) throw kindFixed()
    if (account !== null && before.account !== null && account !== before.account)
      throw accountDiffers(before.account)
    const after: Provider = {
      ...before,
      ...content,
      ...secretsOf(before, input, before),
      refusedUntil: input.api_key === undefined ? before.refusedUntil : null,
      version: before.version + 1,
      updatedAt: laterOf(work.at, before.updatedAt),
    }
    await repository.saveProvider(work, after)
    return after
  })
}

async function accountOfNewKey(work: ReadWork, id: string, { api_key: apiKey }: ProviderInput) {
  const before = await repository.requireProvider(work, id)
  if (apiKey === undefined || apiKey === before.apiKey || before.account === null) return null
  const { mode } = secretsOf(before, { api_key: apiKey }, before)
  const changed = { ...before, apiKey, mode, refusedUntil: null }
  return (await callProvider(work, changed, (port) => port.account())).account
}

export async function deleteProvider(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  try {
    await transaction(work, async (work) => {
      checkIfMatch(ifMatch, providerEtag(await repository.lockProvider(work, id)))
      await repository.deleteProvider(work, id)
    })
  } catch (error) {
    throw isForeignKeyViolation(error) ? providerInUse() : error
  }
}

/** Reads the account with the stored key, and keeps its id. */
export async function testProvider(
  work: ReadWork,
  id: string,
): Promise<AccountFacts & Pick<Provider, 'mode'>> {
  const provider = await repository.requireProvider(work, id)
  const found = await callProvider(work, { ...provider, refusedUntil: null }, (port) =>
    port.account(),
  )
  await transaction(work, async (work) => {
    const before = await repository.lockProvider(work, id)
    if (before.account !== null && before.account !== found.account)
      throw accountDiffers(before.account)
    if (before.account === found.account && before.refusedUntil === null) return
    const version = before.version + 1
    const changed = { ...before, account: found.account, refusedUntil: null, version }
    await repository.saveProvider(work, { ...changed, updatedAt: work.at })
  })
  return { ...found, mode: provider.mode }
}

const HOOK_SECRETS_MAX = 2

/**
 * Registers the webhook at the provider and stores its secret; the previous one stays valid. `isRegistered`
 * is false if the provider has no interface for this: then a person enters the address there.
 */
export async function registerHook(
  work: ReadWork,
  id: string,
): Promise<{ readonly provider: Provider; readonly isRegistered: boolean }> {
  const provider = await repository.requireProvider(work, id)
  const keep = (secret: string) =>
    transaction(work, async (work) => {
      const before = await repository.lockProvider(work, id)
      await repository.saveProvider(work, {
        ...before,
        hookSecrets: [secret, ...before.hookSecrets.filter((it) => it !== secret)].slice(
          0,
          HOOK_SECRETS_MAX,
        ),
        version: before.version + 1,
        updatedAt: laterOf(work.at, before.updatedAt),
      })
    })
  const isRegistered = await callProvider(work, provider, async (port) => {
    if (port.registerHook === undefined) return false
    await port.registerHook(hookUrlOf(work, provider), keep)
    return true
  })
  return { provider, isRegistered }
}

function contentOf(
  before: ReturnType<typeof emptyOf<typeof FIELDS>>,
  given: object,
  mode: FieldMode,
) {
  const { onFault, refuse } = faultList()
  const content = change(FIELDS, { before, given, at: '', onFault, mode })
  refuse()
  const { minimum, maximum } = content
  if (minimum !== null && maximum !== null && parseMicro(maximum) < parseMicro(minimum))
    onFault('/maximum', 'out_of_range', `Out of range: use ${minimum} or more.`, { min: minimum })
  refuse()
  return content
}

/** The secrets after a change, and the mode that follows from the key. */
function secretsOf(
  { kind }: Pick<Provider, 'kind'>,
  { api_key: given, hook_secrets: hooks }: ProviderInput,
  before?: Provider,
): Pick<Provider, 'apiKey' | 'hookSecrets' | 'mode'> {
  const apiKey = given ?? before?.apiKey ?? ''
  const mode: Mode | null = kindOf({ kind }).modeOf(apiKey)
  if (mode === null) throw keyUnusable()
  if (before && before.mode !== mode) throw modeDiffers(before.mode)
  return { apiKey, mode, hookSecrets: hooks ?? before?.hookSecrets ?? [] }
}

export { reconciledSince } from './inner/repository.ts'
