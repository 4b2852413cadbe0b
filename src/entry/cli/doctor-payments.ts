import { listProviderMatters } from '../../receivables/checkout/provider-matters.ts'
import { listExpiringMandates } from '../../receivables/methods/read.ts'
import { allProviders } from '../../receivables/providers/change.ts'
import type { Check } from './doctor-checks.ts'
import { OPERATOR } from './installation.ts'
import { withApp } from './local.ts'

const LIMIT = 100

/** Checks keys, hooks and reconciliation of payment providers, and counts mandates that expire soon. */
export const checkPayments = (): Promise<readonly Check[]> =>
  withApp(async ({ workFor, company }) => {
    const work = workFor(OPERATOR, company)
    const providers = await allProviders(work)
    const matters = await listProviderMatters(work)
    const mandates = await listExpiringMandates(work, LIMIT)
    const first = mandates[0]?.expiresOn
    return [
      ...providers.map(({ id, label, mode, hookLastAt, reconciledUntil }): Check => {
        const faults = matters.filter(({ provider }) => provider.id === id)
        const state = [
          `${mode} key`,
          hookLastAt === null ? 'no hook yet' : `last hook ${hookLastAt}`,
          reconciledUntil === null ? 'never reconciled' : `reconciled until ${reconciledUntil}`,
          ...faults.map(({ problem }) => problem),
        ]
        return { name: `payments ${label}`, ok: faults.length === 0, detail: state.join(', ') }
      }),
      {
        name: 'mandates',
        ok: true,
        detail:
          first == null
            ? 'none expires within 60 days'
            : `expiring within 60 days: ${mandates.length}, the first on ${first}`,
      },
    ]
  })
