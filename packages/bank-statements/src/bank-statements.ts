export { ibanWithCheckDigits, isAccountOf, remainder97, validIban } from './account.ts'
export {
  BankFileError,
  type BankFileErrorCode,
  type BankFileParams,
} from './bank-file-error.ts'
export {
  all,
  type Element,
  type ElementReader,
  first,
  firstText,
  readElements,
  textAt,
} from './camt/elements.ts'
export { BUILT_IN_PROFILES } from './csv/built-in.ts'
export {
  type CsvColumns,
  type CsvDateFormat,
  type CsvDelimiter,
  type CsvProfile,
  csvDay,
  csvDecimal,
} from './csv/profile.ts'
export { type CsvProposal, proposeCsvProfile } from './csv/propose.ts'
export { fitsColumns } from './csv/recognize.ts'
export { type Identified, identitiesOf, identityOf } from './identity.ts'
export { BYTES_MAX, ENTRIES_MAX } from './limits.ts'
export { type BankFileOptions, readBankFile } from './read-bank-file.ts'
export { isValidReference, referenceOf } from './references.ts'
export {
  type Account,
  type Balance,
  type BankEntry,
  type BankFile,
  type BankTransactionCode,
  EMPTY_ENTRY,
  type MoneyAmount,
  type Reference,
  type ReferenceKind,
  type Statement,
} from './statement.ts'
