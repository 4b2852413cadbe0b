import {
  all,
  BankFileError,
  type Element,
  first,
  firstText,
  readElements,
  textAt,
} from '@billwright/bank-statements'
import { decisiveCode } from './return-codes.ts'

export type ReportErrorCode = 'report_unreadable' | 'xml_forbidden'

/** Why a report cannot be read. The message has no words of the file. */
export class ReportError extends Error {
  readonly code: ReportErrorCode
  constructor(code: ReportErrorCode, message: string) {
    super(message)
    this.name = 'ReportError'
    this.code = code
  }
}

export interface Refusal {
  /** The decisive reason code; null: the bank gives none. */
  readonly code: string | null
}

/** What a bank reports about a file. */
export interface PaymentReport {
  /** The `MsgId` of the file that the report is about. */
  readonly messageId: string
  /** The whole file is refused. */
  readonly file: Refusal | null
  /** Refused blocks by their id, with every debit in them. */
  readonly blocks: ReadonlyMap<string, Refusal>
  /** Refused debits by their end-to-end id. */
  readonly debits: ReadonlyMap<string, Refusal>
}

const SUPPORTED = /(?:^|:)pain\.002\.001\.(0[3-9]|1[0-4])$/
export const REPORT_BYTES_MAX = 20 * 1024 * 1024

/** Reads a pain.002 of version .001.03 to .001.14. Throws ReportError. */
export function readPain002(bytes: Uint8Array): PaymentReport {
  if (bytes.byteLength > REPORT_BYTES_MAX) throw unreadable('The report is larger than 20 MB.')
  const report = elementOf(textOf(bytes))
  const original = first(report, 'OrgnlGrpInfAndSts')
  const messageId = textAt(original, 'OrgnlMsgId')
  if (messageId === '') throw unreadable('The report names no message.')
  const blocks = new Map<string, Refusal>()
  const debits = new Map<string, Refusal>()
  for (const block of all(report, 'OrgnlPmtInfAndSts')) {
    const id = textAt(block, 'OrgnlPmtInfId')
    if (textAt(block, 'PmtInfSts') === 'RJCT') blocks.set(id, refusalOf(block))
    for (const debit of all(block, 'TxInfAndSts'))
      if (textAt(debit, 'TxSts') === 'RJCT')
        debits.set(textAt(debit, 'OrgnlEndToEndId'), refusalOf(debit, block))
  }
  const file = textAt(original, 'GrpSts') === 'RJCT' ? refusalOf(original) : null
  return { messageId, file, blocks, debits }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('The report is not a text in UTF-8.')
  }
}

function elementOf(text: string): Element {
  let found: Element | undefined
  let isReport = false
  try {
    readElements(text.trimStart(), {
      root: (namespace) => {
        const isFound = SUPPORTED.test(namespace)
        isReport ||= isFound
        return isFound
      },
      end: (element, parents) => {
        if (parents.length === 1 && element.name === 'CstmrPmtStsRpt') found = element
        return parents.length > 1
      },
    })
  } catch (error) {
    if (error instanceof BankFileError && error.code === 'xml_forbidden')
      throw new ReportError('xml_forbidden', error.message)
    if (error instanceof BankFileError) throw unreadable('The report is not well-formed XML.')
    throw error
  }
  if (!isReport) throw unreadable('The file is no pain.002 that is supported.')
  if (!found) throw unreadable('The report is empty.')
  return found
}

/** The codes of the element itself, else of the block around it. */
function refusalOf(element: Element | undefined, around?: Element): Refusal {
  const codes = all(element, 'StsRsnInf', 'Rsn')
    .map((reason) => firstText(textAt(reason, 'Cd'), textAt(reason, 'Prtry')))
    .filter((code) => code !== '')
  if (codes.length === 0 && around) return refusalOf(around)
  return { code: decisiveCode(codes) }
}

const unreadable = (message: string): ReportError => new ReportError('report_unreadable', message)
