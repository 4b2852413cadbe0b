import {
  type Address,
  faultOfMandateReference,
  isInEea,
  NAME_MAX,
  readSepaIban,
  toSepaText,
} from '@billwright/sepa'
import type { AppError } from '../../kernel/errors.ts'
import {
  addressRequired,
  ibanInvalid,
  nameNotWritable,
  referenceInvalid,
  refuseAll,
} from './errors.ts'
import type { MethodPatch } from './inner/schema.ts'
import type { Change, Mandate } from './method.ts'

/* What people say about a mandate, checked. Pure. */

type Said = NonNullable<MethodPatch['mandate']>

/**
 * The mandate after a change. A reference or account that banks know already becomes an amendment.
 * `faults`: what else is wrong, for the same answer.
 *
 * @throws AppError `invalid_request` for several of `mandate_reference_invalid`, `iban_invalid`, `address_required`, `name_not_writable`
 */
export function changedMandate(
  before: Mandate,
  said: Said,
  {
    today,
    creditorIban,
    faults = [],
  }: {
    readonly today: string
    readonly creditorIban: string
    readonly faults?: readonly (AppError | null)[]
  },
): Mandate {
  const iban = said.iban === undefined ? before.iban : readSepaIban(said.iban)
  const after: Mandate = {
    ...before,
    reference: said.reference ?? before.reference,
    accountHolder: said.account_holder ?? before.accountHolder,
    iban: iban ?? before.iban,
    bic: said.bic === undefined ? before.bic : said.bic,
    address: said.address === undefined ? before.address : addressOf(said.address),
    noticeDays: said.notice_days === undefined ? before.noticeDays : said.notice_days,
    evidenceFileId:
      said.evidence === undefined ? before.evidenceFileId : (said.evidence?.file_id ?? null),
    b2bConfirmedOn:
      said.b2b_confirmed_on === undefined ? before.b2bConfirmedOn : said.b2b_confirmed_on,
    isFinal: said.final ?? before.isFinal,
  }
  const fault = faultOfMandateReference(after.reference)
  const isWritable = toSepaText(after.accountHolder, { umlauts: 'strip', max: NAME_MAX }) !== null
  const needsAddress = iban !== null && !(isInEea(iban) && isInEea(creditorIban))
  refuseAll([
    ...faults,
    fault === null ? null : referenceInvalid(fault),
    isWritable ? null : nameNotWritable(),
    iban === null ? ibanInvalid() : null,
    needsAddress && (after.bic === null || after.address === null) ? addressRequired() : null,
  ])
  return before.lastOn === null ? after : amended(before, after, today)
}

const addressOf = (said: NonNullable<Said['address']> | null): Address | null =>
  said && {
    street: said.street ?? null,
    postalCode: said.postal_code ?? null,
    city: said.city,
    country: said.country,
  }

/** The bank is told the value that it knows, also if it changes twice before the next collection. */
function amended(before: Mandate, after: Mandate, from: string): Mandate {
  const amendments: Change[] = [...before.amendments]
  let { untold } = before
  for (const what of ['reference', 'iban'] as const) {
    if (before[what] === after[what]) continue
    amendments.push({ from, what, old: before[what] })
    untold = { [what]: before[what], ...untold }
  }
  return { ...after, amendments, untold }
}

/** What the next file tells the debtor's bank: also if the creditor has another id or name than before. */
export function withCreditor(
  mandate: Mandate,
  creditor: { readonly id: string; readonly name: string },
): Mandate {
  const { told, untold } = mandate
  if (told === null) return mandate
  const isOtherId = told.creditorId !== creditor.id
  const isOtherName = told.creditorName !== creditor.name
  if (!isOtherId && !isOtherName) return mandate
  return {
    ...mandate,
    untold: {
      ...untold,
      ...(isOtherId && { creditorId: told.creditorId }),
      ...(isOtherName && { creditorName: told.creditorName }),
    },
  }
}

/** The mandate once a collection on `day` is submitted: the debtor's bank knows everything. */
export function handedIn(
  mandate: Mandate,
  {
    runId,
    day,
    creditor,
  }: {
    readonly runId: string
    readonly day: string
    readonly creditor: { readonly id: string; readonly name: string }
  },
): Mandate {
  const { firstOn, lastOn, told, untold } = mandate
  return {
    ...mandate,
    firstOn: firstOn ?? day,
    lastOn: lastOn !== null && lastOn > day ? lastOn : day,
    told: { creditorId: creditor.id, creditorName: creditor.name },
    untold: null,
    handedIn: { runId, firstOn, lastOn, told, untold },
  }
}

/** The mandate if the file of the run never reached its bank: the next file tells it again. */
export function notHandedIn(mandate: Mandate, runId: string): Mandate {
  const { handedIn: before, untold } = mandate
  if (before?.runId !== runId) return mandate
  const { firstOn, lastOn, told } = before
  // The bank knows the older values, whatever has changed since.
  const all = before.untold || untold ? { ...untold, ...before.untold } : null
  return {
    ...mandate,
    ...{ firstOn, lastOn, told },
    untold: lastOn === null ? null : all,
    handedIn: null,
  }
}
