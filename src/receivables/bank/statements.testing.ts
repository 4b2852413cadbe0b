/** Statements for tests: files as banks write them, with invented names and accounts. */

export const OWN_IBAN = 'DE02120300000000202051'

export interface CamtEntry {
  readonly amount: string
  /** Default: 2026-11-20. */
  readonly day?: string
  readonly valueDay?: string
  readonly text?: string
  readonly name?: string
  readonly iban?: string
  readonly reference?: string
  readonly endToEnd?: string
  readonly isPending?: boolean
  /** Payments within the entry, whose sum it is. */
  readonly details?: readonly CamtEntry[]
  /** The bank returns an earlier payment. */
  readonly returnReason?: string
  readonly mandate?: string
  /** The bank's own code of the business. */
  readonly code?: string
  /** What the bank took before its fee. */
  readonly original?: string
}

export interface CamtStatement {
  readonly id?: string
  readonly number?: string
  readonly iban?: string
  readonly currency?: string
  readonly kind?: '053' | '054'
  /** Opening balance and its day; the closing balance follows, unless it is given. */
  readonly opening?: string
  readonly from?: string
  readonly to?: string
  readonly closing?: string
  readonly entries: readonly CamtEntry[]
}

const tag = (name: string, content: string | undefined): string =>
  content === undefined || content === '' ? '' : `<${name}>${content}</${name}>`

const indicator = (amount: string): string => (amount.startsWith('-') ? 'DBIT' : 'CRDT')
const withoutSign = (amount: string): string => amount.replace('-', '')
const day = (name: string, date: string): string => tag(name, tag('Dt', date))

function details(entry: CamtEntry, currency: string, hasAmount: boolean): string {
  const isOut = entry.amount.startsWith('-')
  const party = isOut ? 'Cdtr' : 'Dbtr'
  const parties =
    tag(party, tag('Nm', entry.name)) +
    tag(`${party}Acct`, entry.iban && tag('Id', tag('IBAN', entry.iban)))
  return tag(
    'TxDtls',
    tag(
      'Refs',
      tag('AcctSvcrRef', hasAmount ? entry.reference : undefined) +
        tag('EndToEndId', entry.endToEnd) +
        tag('MndtId', entry.mandate),
    ) +
      (hasAmount
        ? `<Amt Ccy="${currency}">${withoutSign(entry.amount)}</Amt>${tag('CdtDbtInd', indicator(entry.amount))}`
        : '') +
      tag(
        'AmtDtls',
        entry.original &&
          tag('InstdAmt', `<Amt Ccy="${currency}">${withoutSign(entry.original)}</Amt>`),
      ) +
      tag('RltdPties', parties) +
      tag('RmtInf', tag('Ustrd', entry.text)) +
      tag('RtrInf', entry.returnReason && tag('Rsn', tag('Cd', entry.returnReason))),
  )
}

function entryXml(entry: CamtEntry, currency: string): string {
  const { day: booked = '2026-11-20', valueDay = booked } = entry
  const several = entry.details ?? []
  return tag(
    'Ntry',
    `<Amt Ccy="${currency}">${withoutSign(entry.amount)}</Amt>` +
      tag('CdtDbtInd', indicator(entry.amount)) +
      tag('Sts', entry.isPending ? 'PDNG' : 'BOOK') +
      day('BookgDt', booked) +
      day('ValDt', valueDay) +
      tag('AcctSvcrRef', entry.reference) +
      tag('BkTxCd', entry.code && tag('Prtry', tag('Cd', entry.code))) +
      tag(
        'NtryDtls',
        several.length === 0
          ? details(entry, currency, false)
          : several.map((it) => details(it, currency, true)).join(''),
      ),
  )
}

const balance = (code: string, amount: string, currency: string, date: string): string =>
  tag(
    'Bal',
    tag('Tp', tag('CdOrPrtry', tag('Cd', code))) +
      `<Amt Ccy="${currency}">${withoutSign(amount)}</Amt>` +
      tag('CdtDbtInd', indicator(amount)) +
      day('Dt', date),
  )

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const decimal = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** camt.053 or camt.054, version 8. */
export function camt(statements: readonly CamtStatement[], message = 'MSG-1'): Buffer {
  const [first] = statements
  const kind = first?.kind ?? '053'
  const [root, part] =
    kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const parts = statements.map((it) => {
    const { currency = 'EUR', iban = OWN_IBAN, opening, entries } = it
    const { from = '2026-11-20', to = '2026-11-20' } = it
    const booked = entries.filter(({ isPending }) => isPending !== true)
    const sum = booked.reduce((all, { amount }) => all + cents(amount), cents(opening ?? '0.00'))
    return tag(
      part ?? '',
      tag('Id', it.id ?? 'STM-1') +
        tag('ElctrncSeqNb', it.number) +
        tag('CreDtTm', '2026-11-21T06:00:00') +
        tag('Acct', tag('Id', tag('IBAN', iban)) + tag('Ccy', currency)) +
        (opening === undefined
          ? ''
          : balance('OPBD', opening, currency, from) +
            balance('CLBD', it.closing ?? decimal(sum), currency, to)) +
        entries.map((entry) => entryXml(entry, currency)).join(''),
    )
  })
  const header = tag('GrpHdr', tag('MsgId', message) + tag('CreDtTm', '2026-11-21T06:00:00'))
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08">${tag(root ?? '', header + parts.join(''))}</Document>`,
  )
}
