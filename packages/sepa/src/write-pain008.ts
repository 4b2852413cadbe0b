import { NAME_MAX, toSepaText, type Umlauts } from './characters.ts'
import type {
  Address,
  Amendment,
  Block,
  Creditor,
  Debit,
  Message,
  Pain008Format,
} from './direct-debit.ts'
import { isSameBank } from './iban.ts'

export interface MessageFacts {
  /** At most 35 characters of SEPA; blocks have it with their number behind it. */
  readonly messageId: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly creditor: Creditor
  readonly format: Pain008Format
  readonly umlauts: Umlauts
  /** Whether the bank books each block as one entry. */
  readonly batchBooking: boolean
}

const ADDRESS_MAX = 70
const CITY_MAX = 35
const POSTAL_CODE_MAX = 16

/** The id of the block at `index` of a message. */
export const paymentIdOf = (messageId: string, index: number): string => `${messageId}-${index + 1}`

/**
 * A pain.008 file for the creditor's bank (EPC130-08; in Germany DFÜ-Abkommen, Anlage 3). The same facts
 * give the same text.
 */
export function writePain008(message: Message, facts: MessageFacts): string {
  const header = element('GrpHdr', [
    element('MsgId', facts.messageId),
    element('CreDtTm', facts.createdAt),
    ...totals(message.count, message.sumMinor),
    element('InitgPty', [element('Nm', nameOf(facts.creditor.name, facts))]),
  ])
  const blocks = message.blocks.map((block, index) => {
    const id = paymentIdOf(facts.messageId, index)
    return blockOf(block, { ...facts, id, scheme: message.scheme })
  })
  const document = element('CstmrDrctDbtInitn', [header, ...blocks])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${facts.format}">\n${document}</Document>\n`
}

interface BlockFacts extends MessageFacts {
  readonly id: string
  readonly scheme: string
}

function blockOf(block: Block, facts: BlockFacts): string {
  const { creditor } = facts
  const needsAddress = block.debits.some(({ address }) => address !== null)
  const address = needsAddress ? addressOf(creditor.address, facts) : []
  return element('PmtInf', [
    element('PmtInfId', facts.id),
    element('PmtMtd', 'DD'),
    element('BtchBookg', String(facts.batchBooking)),
    ...totals(block.debits.length, block.sumMinor),
    element('PmtTpInf', [
      element('SvcLvl', [element('Cd', 'SEPA')]),
      element('LclInstrm', [element('Cd', facts.scheme)]),
      element('SeqTp', block.sequence),
    ]),
    element('ReqdColltnDt', block.day),
    element('Cdtr', [element('Nm', nameOf(creditor.name, facts)), ...address]),
    element('CdtrAcct', account(creditor.iban)),
    element('CdtrAgt', agent(creditor.bic, facts)),
    element('ChrgBr', 'SLEV'),
    element('CdtrSchmeId', [schemeId(creditor.id)]),
    ...block.debits.map((debit) => debitOf(debit, facts)),
  ])
}

function debitOf(debit: Debit, facts: MessageFacts): string {
  return element('DrctDbtTxInf', [
    element('PmtId', [element('EndToEndId', debit.endToEnd)]),
    `<InstdAmt Ccy="EUR">${decimal(debit.amountMinor)}</InstdAmt>\n`,
    element('DrctDbtTx', [
      element('MndtRltdInf', [
        element('MndtId', debit.reference),
        element('DtOfSgntr', debit.signedOn),
        ...amendmentOf(debit, facts),
      ]),
    ]),
    element('DbtrAgt', agent(debit.bic, facts)),
    element('Dbtr', [element('Nm', debit.name), ...addressOf(debit.address, facts)]),
    element('DbtrAcct', account(debit.iban)),
    element('RmtInf', [element('Ustrd', debit.text)]),
  ])
}

/** A new account that is, or may be, at another bank is written as `SMNDA`: same mandate, new debtor account. */
function amendmentOf({ amendment, iban }: Debit, facts: MessageFacts): readonly string[] {
  if (amendment === null) return []
  const { reference, iban: before } = amendment
  const details = [
    ...(reference === undefined ? [] : [element('OrgnlMndtId', reference)]),
    ...creditorBefore(amendment, facts),
    ...(before === undefined
      ? []
      : [
          element(
            'OrgnlDbtrAcct',
            isSameBank(before, iban)
              ? account(before)
              : [element('Id', [element('Othr', [element('Id', 'SMNDA')])])],
          ),
        ]),
  ]
  return details.length === 0
    ? []
    : [element('AmdmntInd', 'true'), element('AmdmntInfDtls', details)]
}

function creditorBefore({ creditorId, creditorName }: Amendment, facts: MessageFacts) {
  if (creditorId === undefined && creditorName === undefined) return []
  return [
    element('OrgnlCdtrSchmeId', [
      ...(creditorName === undefined ? [] : [element('Nm', nameOf(creditorName, facts))]),
      ...(creditorId === undefined ? [] : [schemeId(creditorId)]),
    ]),
  ]
}

const account = (iban: string) => [element('Id', [element('IBAN', iban)])]

const schemeId = (id: string): string =>
  element('Id', [
    element('PrvtId', [
      element('Othr', [element('Id', id), element('SchmeNm', [element('Prtry', 'SEPA')])]),
    ]),
  ])

function agent(bic: string | null, { format }: Pick<MessageFacts, 'format'>) {
  const name = format === 'pain.008.001.02' ? 'BIC' : 'BICFI'
  const id = bic === null ? element('Othr', [element('Id', 'NOTPROVIDED')]) : element(name, bic)
  return [element('FinInstnId', [id])]
}

/** Structured in the newer format; country and two lines in the older one. */
function addressOf(address: Address | null, { format, umlauts }: MessageFacts): readonly string[] {
  if (address === null) return []
  const part = (name: string, text: string | null, max: number) => {
    const written = text === null ? null : toSepaText(text, { umlauts, max })
    return written === null ? [] : [element(name, written)]
  }
  const town = [address.postalCode, address.city].filter((it) => it !== null).join(' ')
  const lines =
    format === 'pain.008.001.02'
      ? [
          element('Ctry', address.country),
          ...part('AdrLine', address.street, ADDRESS_MAX),
          ...part('AdrLine', town, ADDRESS_MAX),
        ]
      : [
          ...part('StrtNm', address.street, ADDRESS_MAX),
          ...part('PstCd', address.postalCode, POSTAL_CODE_MAX),
          element('TwnNm', toSepaText(address.city, { umlauts, max: CITY_MAX }) ?? 'NOTPROVIDED'),
          element('Ctry', address.country),
        ]
  return [element('PstlAdr', lines)]
}

const totals = (count: number, sumMinor: bigint) => [
  element('NbOfTxs', String(count)),
  element('CtrlSum', decimal(sumMinor)),
]

/** A creditor's name is checked when it is set, so that it can be written. */
const nameOf = (name: string, { umlauts }: Pick<MessageFacts, 'umlauts'>): string =>
  toSepaText(name, { umlauts, max: NAME_MAX }) ?? 'NOTPROVIDED'

const decimal = (minor: bigint): string =>
  `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

/** Texts are in characters of SEPA, of which XML needs none escaped. */
const element = (name: string, content: string | readonly string[]): string =>
  typeof content === 'string'
    ? `<${name}>${content}</${name}>\n`
    : `<${name}>\n${content.join('')}</${name}>\n`
