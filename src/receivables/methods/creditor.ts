import type { Settings } from '../../company/settings/settings.ts'
import { creditorIncomplete } from './errors.ts'

/** Whose account is credited. */
export interface CreditorFacts {
  readonly id: string
  readonly name: string
  readonly iban: string
  readonly bic: string | null
}

/** The company as creditor. Throws `creditor_incomplete`. */
export function creditorOf({ bankAccount, companyName, directDebit }: Settings): CreditorFacts {
  const { iban, bic, creditorId, holder } = bankAccount
  if (iban === null || creditorId === null) throw creditorIncomplete()
  return { id: creditorId, name: directDebit.creditorName ?? holder ?? companyName, iban, bic }
}
