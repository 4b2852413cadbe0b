import { formatMinor } from '@billwright/money'
import { maskedIban } from '@billwright/sepa'
import type { Actor } from '../../core/http/actor.ts'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import { hasEvidence, type Mandate, type PaymentMethod } from './method.ts'

/** The whole IBAN for people who may issue, else country and last four. */
export const methodView =
  ({ scopes, kind }: Actor) =>
  (it: PaymentMethod) => ({
    id: it.id,
    customer_id: it.customerId,
    via: it.via,
    provider_id: it.providerId,
    kind: it.kind,
    label: it.label,
    status: it.status,
    default: it.isDefault,
    mandate: it.mandate && mandateView(it, it.mandate, kind === 'system' || scopes.has('issue')),
    consent: it.consent && {
      words: it.consent.words,
      words_sha256: it.consent.wordsSha256,
      ...{ language: it.consent.language, at: it.consent.at, invoice_id: it.consent.invoiceId },
      ...{
        name: it.consent.name,
        address: it.consent.ip,
        browser: it.consent.browser,
        currency: it.consent.currency,
      },
      max_amount:
        it.consent.maxMinor === null
          ? null
          : formatMinor(BigInt(it.consent.maxMinor), it.consent.currency),
    },
    expires_on: it.expiresOn,
    last_used_on: it.lastUsedOn,
    problem: it.problem,
    ...stampsOf(it),
  })

const mandateView = (method: PaymentMethod, it: Mandate, isWhole: boolean) => ({
  reference: it.reference,
  scheme: it.scheme,
  type: it.type,
  signed_on: it.signedOn,
  account_holder: it.accountHolder,
  iban: isWhole ? it.iban : maskedIban(it.iban),
  bic: it.bic,
  address: it.address && {
    street: it.address.street,
    postal_code: it.address.postalCode,
    city: it.address.city,
    country: it.address.country,
  },
  notice_days: it.noticeDays,
  evidence: hasEvidence(method)
    ? { kind: it.evidenceFileId === null ? 'page' : 'paper', file_id: it.evidenceFileId }
    : null,
  b2b_confirmed_on: it.b2bConfirmedOn,
  final: it.isFinal,
  first_on: it.firstOn,
  last_on: it.lastOn,
  amendments: it.amendments.map(({ from, what, old }) => ({
    from,
    what,
    old: what === 'iban' && !isWhole ? maskedIban(old) : old,
  })),
})

/** Without account, names and reference. */
export const methodEventData = (it: PaymentMethod) => ({
  id: it.id,
  customer_id: it.customerId,
  via: it.via,
  kind: it.kind,
  status: it.status,
  consent_sha256: it.consent?.wordsSha256 ?? null,
})
