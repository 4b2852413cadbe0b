import type { ReadWork } from '../../core/record/work.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { allProviders } from '../providers/change.ts'
import { type Provider, problemOf } from '../providers/provider.ts'
import * as repository from './inner/checkout-repository.ts'

/** What a person should do about a provider. */
const PROVIDER_PROBLEMS = [
  'provider_refused',
  'provider_unreachable',
  'hooks_silent',
  'not_reconciled',
  'payments_differ',
] as const

export interface ProviderMatter {
  readonly problem: (typeof PROVIDER_PROBLEMS)[number]
  readonly provider: Provider
  readonly since: string
}

const HOUR_SECONDS = 3600
const RECONCILED_SECONDS = 48 * HOUR_SECONDS
/** Hooks arrive within minutes. */
const SILENT_FROM_SECONDS = 7 * 24 * HOUR_SECONDS
const SILENT_PAYMENTS = 3

/** Since when payments arrive without a hook; null: hooks arrive, or there are too few payments. */
async function hooksSilentSince(work: ReadWork, providerId: string): Promise<string | null> {
  const untold = await repository.listUntold(work, {
    providerId,
    from: secondsAfter(work.at, -SILENT_FROM_SECONDS),
    before: secondsAfter(work.at, -HOUR_SECONDS),
  })
  return untold.length >= SILENT_PAYMENTS ? (untold[0] ?? null) : null
}

export async function listProviderMatters(work: ReadWork): Promise<readonly ProviderMatter[]> {
  const found: ProviderMatter[] = []
  for (const provider of await allProviders(work)) {
    const { id, createdAt, reconciledUntil, differing, unreachableSince } = provider
    const add = (problem: ProviderMatter['problem'], since: string) =>
      found.push({ problem, provider, since })
    const problem = problemOf(provider, work.at)
    if (problem === 'provider_refused') add(problem, work.at)
    if (problem === 'provider_unreachable') add(problem, unreachableSince ?? work.at)
    const silent = await hooksSilentSince(work, id)
    if (silent !== null) add('hooks_silent', silent)
    const known = reconciledUntil ?? createdAt
    if (secondsAfter(known, RECONCILED_SECONDS) <= work.at) add('not_reconciled', known)
    if (differing.length > 0) add('payments_differ', reconciledUntil ?? createdAt)
  }
  return found
}
