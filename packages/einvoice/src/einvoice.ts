export * from './countries/countries.ts'
export {
  type AttachedInvoice,
  EInvoiceError,
  type EInvoiceErrorCode,
  type Fault,
  incomplete,
  type Params,
  tooLarge,
  tooLong,
} from './einvoice-error.ts'
export * from './model/codes.ts'
export * from './model/day.ts'
export * from './model/decimal.ts'
export * from './model/document.ts'
export * from './model/line.ts'
export * from './model/party.ts'
export * from './model/type-names.ts'
export * from './national.ts'
export { hasBasicForm } from './profiles/basic.ts'
export * from './profiles/names.ts'
export type { CiiProfile, UblProfile } from './profiles/profiles.ts'
export * from './received/findings.ts'
export { adviceAt, adviceFor, adviceLanguage } from './rules/advice/advice.ts'
export type { AdviceKey } from './rules/advice/en.ts'
export { FIELDS_DE } from './rules/advice/fields/de.ts'
export { FIELDS_EN, type Field, type FieldNames } from './rules/advice/fields/en.ts'
export { FIELDS_FR } from './rules/advice/fields/fr.ts'
export type { Level, Place as RulePlace } from './rules/rule.ts'
export * from './rules/rules.ts'
export type { Unread } from './xml/unread.ts'
