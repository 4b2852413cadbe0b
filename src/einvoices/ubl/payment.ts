import type { CreditTransfer, Delivery, PaymentCard, PaymentMeans } from '../model/document.ts'
import { group, inside } from '../xml/groups.ts'
import { constant, leaf, withAttribute } from '../xml/leaves.ts'
import type { Table } from '../xml/part.ts'
import { DATE, IDENTIFIER, TEXT } from '../xml/values.ts'
import { UBL_ADDRESS } from './party.ts'

/** With values that the document has once and UBL repeats in each means of payment. */
export interface UblPaymentMeans extends PaymentMeans {
  readonly reference?: string | undefined
  readonly mandate?: string | undefined
  /** In credit notes, the only place for BT-9. */
  readonly dueDate?: string | undefined
}

const CARD: Table<PaymentCard> = [
  leaf('cbc:PrimaryAccountNumberID', 'number', TEXT),
  constant('cbc:NetworkID', 'NA'),
  leaf('cbc:HolderName', 'holder', TEXT),
]

const ACCOUNT: Table<CreditTransfer> = [
  leaf('cbc:ID', 'id', TEXT),
  leaf('cbc:Name', 'name', TEXT),
  inside('cac:FinancialInstitutionBranch', [leaf('cbc:ID', 'bic', TEXT)]),
]

export const UBL_PAYMENT_MEANS: Table<UblPaymentMeans> = [
  withAttribute('cbc:PaymentMeansCode', leaf('cbc:PaymentMeansCode', 'code', TEXT), 'name', 'text'),
  leaf('cbc:PaymentDueDate', 'dueDate', DATE),
  leaf('cbc:PaymentID', 'reference', TEXT),
  group('cac:CardAccount', 'card', CARD),
  group('cac:PayeeFinancialAccount', 'account', ACCOUNT),
  inside('cac:PaymentMandate', [
    leaf('cbc:ID', 'mandate', TEXT),
    inside('cac:PayerFinancialAccount', [leaf('cbc:ID', 'debitedAccount', TEXT)]),
  ]),
]

export const UBL_DELIVERY: Table<Delivery> = [
  leaf('cbc:ActualDeliveryDate', 'date', DATE),
  inside('cac:DeliveryLocation', [
    leaf('cbc:ID', 'location', IDENTIFIER),
    group('cac:Address', 'address', UBL_ADDRESS),
  ]),
  inside('cac:DeliveryParty', [inside('cac:PartyName', [leaf('cbc:Name', 'name', TEXT)])]),
]
