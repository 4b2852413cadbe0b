import { isGreek } from '../model/check-digits.ts'
import { type EInvoice, isCreditNote } from '../model/document.ts'
import type { Buyer } from '../model/party.ts'
import type { Rule, Spot } from '../rules/rule.ts'
import type { Country } from './country.ts'
import { rulesOf } from './national.ts'

/** EAS: the tax number without its prefix. */
const SCHEME = '9933'
/** The descriptions of the myDATA registration in attachments. */
const MARK = '##M.AR.K##'
const PAGE = '##INVOICE|URL##'
/** Kinds of myDATA: invoices of goods and services, credit notes. */
const KINDS = ['1.1', '1.6', '2.1', '2.4', '5.1', '5.2']
const [SALE = '', , , , CREDIT = ''] = KINDS

export const GREECE: Country = {
  code: 'GR',
  onPeppol: onPeppol(),
  completeOnPeppol: complete,
}

/** The names and addresses that the rules require twice, and the number in the form of myDATA. */
function complete(document: EInvoice): EInvoice {
  const seller = named(document.seller)
  return {
    ...document,
    number: numberOf({ ...document, seller }),
    seller,
    buyer: named(document.buyer),
  }
}

function named<P extends Buyer>(party: P): P {
  const vatId = party.vatId?.replace(/^GR/, 'EL')
  const own = party.address.country === 'GR' && vatId ? vatId.slice(2) : undefined
  return {
    ...party,
    tradingName: party.tradingName ?? party.name,
    vatId,
    electronicAddress:
      party.electronicAddress ?? (own ? { value: own, scheme: SCHEME } : undefined),
  }
}

/** Tax number, day, branch, kind, series and number: `094321237|05/03/2026|0|1.1|0|INV-7`. */
function numberOf(document: EInvoice): string {
  const { number, issueDate, seller } = document
  if (number.includes('|')) return number
  const [year, month, day] = issueDate.split('-')
  const kind = isCreditNote(document) ? CREDIT : SALE
  return [seller.vatId?.slice(2), `${day}/${month}/${year}`, '0', kind, '0', number].join('|')
}

function onPeppol(): readonly Rule[] {
  const { ofSeller, ofBoth } = rulesOf('GR')
  const vatForm: Spot = ['sellerTaxId', 'vatForm', { form: 'EL094321237' }]
  const buyerVatForm: Spot = ['buyerTaxId', 'vatForm', { form: 'EL094321237' }]
  const address = { form: '094321237, 9933' }
  const number: Spot = ['number', 'greekNumber']
  const marks = ({ attachments }: EInvoice) =>
    attachments.filter(({ description }) => description === MARK)
  const pages = ({ attachments }: EInvoice) =>
    attachments.filter(({ description }) => description === PAGE)
  const part = (at: number, isRight: (part: string, document: EInvoice) => boolean) => {
    return (it: EInvoice) => !isRight(it.number.split('|')[at] ?? '', it)
  }
  return [
    ofSeller('001-1', number, (it) => it.number.split('|').length !== 6),
    ofSeller(
      '001-2',
      vatForm,
      part(
        0,
        (tin, { seller, taxRepresentative }) =>
          isGreek(tin) &&
          [seller.vatId, taxRepresentative?.vatId].some((id) => id?.slice(2) === tin),
      ),
    ),
    ofSeller(
      '001-3',
      number,
      part(1, (day, { issueDate }) => day.split('/').toReversed().join('-') === issueDate),
    ),
    ofSeller(
      '001-4',
      number,
      part(2, (branch) => /^\d+$/.test(branch)),
    ),
    ofSeller(
      '001-5',
      number,
      part(3, (kind) => KINDS.includes(kind)),
    ),
    ofSeller(
      '001-6',
      number,
      part(4, (series) => series !== ''),
    ),
    ofSeller(
      '001-7',
      number,
      part(5, (last) => last !== ''),
    ),
    ofSeller('002', 'sellerName', ({ seller }) => !seller.tradingName),
    ofSeller('003', vatForm, ({ seller }) => !isGreekVatId(seller.vatId)),
    ofSeller('004-1', ['attachment', 'mark'], (it) => marks(it).length !== 1),
    ofSeller('004-2', ['attachment', 'mark'], (it) =>
      marks(it).some(({ id }) => !/^[1-9]/.test(id)),
    ),
    ofSeller('005', 'buyerName', ({ buyer }) => !buyer.tradingName),
    ofBoth('006', buyerVatForm, ({ buyer }) => !isGreekVatId(buyer.vatId)),
    ofSeller('008-2', ['attachmentDescription', 'onePage'], (it) => pages(it).length > 1),
    ofSeller('008-3', ['attachmentUrl', 'onePage'], (it) => pages(it).some(({ url }) => !url)),
    ofSeller('009', ['sellerEndpoint', 'companyNumber', address], ({ seller }) => !isFound(seller)),
    ofBoth('010', ['buyerEndpoint', 'companyNumber', address], ({ buyer }) => !isFound(buyer)),
  ]
}

const isGreekVatId = (vatId: string | undefined): boolean =>
  vatId?.startsWith('EL') === true && isGreek(vatId.slice(2))

/** A missing address breaks another rule. */
const isFound = ({ electronicAddress: address }: Buyer): boolean =>
  address === undefined || (address.scheme === SCHEME && isGreek(address.value))
