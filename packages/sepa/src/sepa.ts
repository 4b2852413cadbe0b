export { NAME_MAX, TEXT_MAX, toSepaText, type Umlauts, umlautsOf } from './characters.ts'
export { type CreditorIdFault, readCreditorId } from './creditor-id.ts'
export {
  type Address,
  type Amendment,
  type Block,
  type Collectable,
  type Creditor,
  type Debit,
  type LeftOut,
  type Mandate,
  type Message,
  PAIN_008_FORMATS,
  type Pain008Format,
  SCHEMES,
  type Scheme,
  SEQUENCES,
  type Sequence,
} from './direct-debit.ts'
export { isInEea, isSameBank, maskedIban, readBic, readSepaIban } from './iban.ts'
export {
  faultOfMandateReference,
  type MandateReferenceFault,
  mandateReferenceKey,
} from './mandate-reference.ts'
export {
  collectionDay,
  mandateExpiresOn,
  type Plan,
  planMessages,
  type RunRules,
} from './plan-messages.ts'
export {
  type PaymentReport,
  REPORT_BYTES_MAX,
  type Refusal,
  ReportError,
  readPain002,
} from './read-pain002.ts'
export {
  DEBTOR_DIED,
  decisiveCode,
  isReturnCode,
  type MethodAfter,
  type ReturnRule,
  returnRuleOf,
} from './return-codes.ts'
export { addTargetDays, isTargetDay, nextTargetDay } from './target-days.ts'
export { type MessageFacts, paymentIdOf, writePain008 } from './write-pain008.ts'
