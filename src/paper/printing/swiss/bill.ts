import { formatMinor } from '@billwright/money'
import type { Address, BankAccount } from '../../../company/settings/settings.ts'
import {
  creditorReference,
  isQrIban,
  qrReference,
} from '../../../sales/contents/payment-reference.ts'
import { isIban } from '../inner/payment-code/payment-code.ts'

/** Payee and payer of an open invoice. */
export interface SwissClaim {
  readonly seller: { readonly name: string; readonly address: Address }
  readonly bankAccount: BankAccount
  readonly buyer: { readonly name: string; readonly address: Address }
  readonly currency: string
  readonly amountMinor: bigint
  readonly number: string
}

/** The data of a QR-bill. Addresses are structured (type S). */
export interface SwissBill {
  readonly iban: string
  readonly creditor: SwissParty
  readonly debtor: SwissParty | null
  readonly currency: 'CHF' | 'EUR'
  /** `1234.50`. */
  readonly amount: string
  /** A QR reference with a QR-IBAN, else a creditor reference or none. */
  readonly reference: string | null
  readonly message: string
}

export type SwissParty = Readonly<Record<keyof typeof PARTY_FIELDS, string>>

/** A bill, or the reason why there is none; neither if no bill is expected. */
export type SwissBillDecision =
  | { readonly bill: SwissBill; readonly problem: null; readonly payerFault?: PartyFault }
  | { readonly bill: null; readonly problem: string | null; readonly fault?: SwissFault }

export type SwissFault = PartyFault | { readonly reason: 'qr_iban' | 'amount' }

/** The part of a name or address that a QR-bill cannot hold. */
export interface PartyFault {
  readonly reason: 'missing' | 'too_long' | 'characters'
  readonly part: keyof SwissParty
  readonly max: number
  readonly characters: string
}

const AMOUNT_MINOR_MAX = 99_999_999_999n
const MESSAGE_LENGTH_MAX = 140

/** Name and longest text: Swiss Implementation Guidelines QR-bill 2.4, in force since 14 November 2026, table 8. */
const PARTY_FIELDS = {
  name: ['name', 70],
  street: ['street', 70],
  houseNumber: ['house number', 16],
  postalCode: ['postal code', 16],
  town: ['city', 35],
  country: ['country', 2],
} as const

/** The characters of 4.1.1: three Latin blocks and five more characters. */
const FOREIGN = /[^ -~\u00a0-\u017f\u0218-\u021b\u20ac]/gu

/**
 * A QR-bill for an amount in francs or euros on a Swiss or Liechtenstein account. The creditor's
 * data is never shortened or changed, because banks compare it with the account holder. A payer
 * whose address does not fit is omitted and filled in by hand.
 */
export function swissBill(claim: SwissClaim): SwissBillDecision {
  const { currency, amountMinor, number } = claim
  const accounts = [claim.bankAccount.iban, claim.bankAccount.qrIban ?? null].flatMap(swissAccount)
  if (accounts.length === 0 || (currency !== 'CHF' && currency !== 'EUR')) return none(null)
  const iban = accountFor(currency, accounts)
  if (iban === undefined) {
    const problem =
      'A QR-IBAN is only for francs. For euros, enter the ordinary IBAN of the account.'
    return { bill: null, problem, fault: { reason: 'qr_iban' } }
  }
  if (amountMinor <= 0n || amountMinor > AMOUNT_MINOR_MAX) {
    const problem = 'A QR-bill needs an amount from 0.01 to 999 999 999.99.'
    return { bill: null, problem, fault: { reason: 'amount' } }
  }
  const { name, address } = claim.seller
  const creditor = partyOf(claim.bankAccount.holder ?? name, address)
  const fault = faultOf(creditor)
  if (fault !== null) return { bill: null, problem: `The seller's ${sentenceOf(fault)}`, fault }
  const debtor = partyOf(claim.buyer.name, claim.buyer.address)
  const payerFault = faultOf(debtor)
  return {
    bill: {
      iban,
      creditor,
      debtor: payerFault === null ? debtor : null,
      currency,
      amount: formatMinor(amountMinor, currency),
      reference: isQrIban(iban) ? qrReference(number) : creditorReference(number),
      message: plain(number).replace(FOREIGN, '').slice(0, MESSAGE_LENGTH_MAX),
    },
    problem: null,
    ...(payerFault === null ? {} : { payerFault }),
  }
}

const none = (problem: string | null): SwissBillDecision => ({ bill: null, problem })

function swissAccount(text: string | null): readonly string[] {
  const iban = (text ?? '').replace(/\s/g, '').toUpperCase()
  return /^(?:CH|LI).{19}$/.test(iban) && isIban(iban) ? [iban] : []
}

/** Since version 2.4, a QR-IBAN takes only francs; euros are SEPA transfers (guidelines, 2.10). */
function accountFor(currency: string, accounts: readonly string[]): string | undefined {
  const ordinary = accounts.find((iban) => !isQrIban(iban))
  return currency === 'CHF' ? (accounts.find(isQrIban) ?? ordinary) : ordinary
}

function partyOf(name: string, address: Address): SwissParty {
  const { street, houseNumber } = splitStreet(plain(address.line1 ?? address.line2 ?? ''))
  return {
    name: plain(name),
    street,
    houseNumber,
    // The country has its own field.
    postalCode: plain(address.postalCode ?? '').replace(/^[A-Z]{1,2}-(?=\d)/, ''),
    town: plain(address.city ?? ''),
    country: address.countryCode ?? '',
  }
}

/** `Bahnhofstrasse 12a`: a number at the end is the house number; other forms are not split. */
function splitStreet(line: string): Pick<SwissParty, 'street' | 'houseNumber'> {
  const match = /^(.*\p{L}.*) (\d{1,5} ?[A-Za-z]?(?:[-/]\d{1,5}[A-Za-z]?)?)$/u.exec(line)
  const isBox = /postfach|case postale|casella postale|p\.? ?o\.? box/i.test(line)
  const [, street, houseNumber] = isBox ? [] : (match ?? [])
  return street === undefined || houseNumber === undefined
    ? { street: line, houseNumber: '' }
    : { street, houseNumber }
}

/** The first part that does not fit, or null. */
function faultOf(party: SwissParty): PartyFault | null {
  for (const part of Object.keys(PARTY_FIELDS) as (keyof SwissParty)[]) {
    const value = party[part]
    const [, max] = PARTY_FIELDS[part]
    const isNeeded = part !== 'street' && part !== 'houseNumber'
    const characters = [...new Set(value.match(FOREIGN))].join(' ')
    const fault = { part, max, characters }
    if (isNeeded && value === '') return { reason: 'missing', ...fault }
    if (value.length > max) return { reason: 'too_long', ...fault }
    if (characters !== '') return { reason: 'characters', ...fault }
  }
  return null
}

function sentenceOf({ reason, part, max, characters }: PartyFault): string {
  const [label] = PARTY_FIELDS[part]
  if (reason === 'missing') return `${label} is missing. A QR-bill needs it.`
  if (reason === 'too_long')
    return `${label} is too long for a QR-bill: use at most ${max} characters.`
  return `${label} has characters that a QR-bill does not allow: ${characters}`
}

/** On one line, with typographic punctuation replaced; letters stay unchanged. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c-\u201e]/g, '"')
    .replace(/[\u2010-\u2014]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
