import type { BankFileError } from './bank-file-error.ts'
import { type BankFileOptions, readBankFile } from './read-bank-file.ts'
import type { BankEntry, Statement } from './statement.ts'

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export const read = (text: string, options: BankFileOptions = {}) =>
  readBankFile(bytesOf(text), options)

export function statementIn(text: string, options: BankFileOptions = {}): Statement {
  const [statement] = read(text, options).statements
  if (statement === undefined) throw new Error('There is no statement.')
  return statement
}

export function entryIn(text: string, options: BankFileOptions = {}): BankEntry {
  const [entry] = statementIn(text, options).entries
  if (entry === undefined) throw new Error('There is no entry.')
  return entry
}

/** Code, reason and line of the refusal. */
export function refusalOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    const { code, params } = error as BankFileError
    return [code, params.reason, params.line].filter((it) => it !== undefined).join(' ')
  }
  return 'none'
}

const ACCOUNT = 'DE02120300000000202051'

const balance = (type: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-04</Dt></Dt></Bal>`

/** A statement with one account around entries. */
export const camt = (
  entries: string,
  {
    version = '053.001.08',
    opening = '100.00',
    closing = '',
    account = `<IBAN>${ACCOUNT}</IBAN>`,
  } = {},
): string =>
  `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S-1</Id><ElctrncSeqNb>7</ElctrncSeqNb><CreDtTm>2026-06-15T06:00:00</CreDtTm><Acct><Id>${account}</Id><Ccy>EUR</Ccy></Acct>${closing === '' ? '' : balance('OPBD', opening) + balance('CLBD', closing)}${entries}</Stmt></BkToCstmrStmt></Document>`

/** An entry of 2026-05-12; `details` are in `NtryDtls`. */
export const camtEntry = (
  details: string,
  { amount = '10.00', mark = 'CRDT', status = '<Cd>BOOK</Cd>', more = '', end = '' } = {},
): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${more}<Sts>${status}</Sts><BookgDt><Dt>2026-05-12</Dt></BookgDt><AcctSvcrRef>REF-1</AcctSvcrRef><NtryDtls>${details}</NtryDtls>${end}</Ntry>`

export const camtDetail = (inner: string): string => `<TxDtls>${inner}</TxDtls>`

/** One message; `entries` are its fields from `:61:` on. */
export const mt940 = (
  entries: string,
  { opening = 'C260501EUR100,00', closing = 'C260531EUR110,00' } = {},
): string =>
  `:20:START\r\n:25:${ACCOUNT}\r\n:28C:21/1\r\n:60F:${opening}\r\n${entries}\r\n:62F:${closing}\r\n-\r\n`

const at = (columns: readonly (readonly [from: number, text: string])[]): string => {
  let record = ''
  for (const [from, text] of columns) record = record.padEnd(from - 1) + text
  return record.padEnd(128)
}

/** A record of CODA or GPC, from texts and the columns where they begin. */
export const record = (...columns: readonly (readonly [from: number, text: string])[]): string =>
  at(columns)
