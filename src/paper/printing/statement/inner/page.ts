import type { View } from '@billwright/templates'
import type {
  Account,
  Ageing,
  CustomerStatement,
  StatementRow,
} from '../../../../receivables/balances/customer-statement.ts'
import type { Buyer, Seller } from '../../../../sales/contents/parties.ts'
import { type Formatter, formatterFor } from '../../format.ts'
import { letterFile } from '../../inner/letter/letter.ts'
import { letterhead } from '../../inner/letter/letterhead.ts'
import type { Words } from '../../labels/en.ts'
import { fill, wordsFor } from '../../labels/labels.ts'
import { filled, isLong, strong } from '../../letter-view.ts'

export interface StatementSource {
  readonly statement: CustomerStatement
  readonly seller: Seller
  readonly buyer: Buyer
  /** BCP 47: the language of the customer. */
  readonly language: string
  /** A data URL. */
  readonly logo: string | null
}

interface Speech {
  readonly words: Words
  readonly format: Formatter
}

const page = letterFile(new URL('./statement.html', import.meta.url))

/** A statement of account as a complete HTML document in the style of the built-in templates. */
export const statementPage = (source: StatementSource): string => page.render(viewOf(source))

function viewOf(source: StatementSource): View {
  const { statement, seller, language } = source
  const words = wordsFor(language)
  const formatIn = (currency: string) =>
    formatterFor({ language, currency, dateFormat: seller.dateFormat, hasMinus: true })
  const format = formatIn(statement.accounts[0]?.currency ?? 'EUR')
  return {
    ...letterhead(source, format),
    title: words.statement.title,
    words: { ...words.statement },
    amountLabel: words.labels.itemHeaderAmount,
    ...mainAmountOf(statement, { words, format }),
    sentences: statement.accounts.map((account) =>
      lateSentence(account, { words, format: formatIn(account.currency) }),
    ),
    facts: [{ label: words.statement.period, value: format.period(statement.from, statement.to) }],
    from: format.date(statement.from),
    to: format.date(statement.to),
    accounts: statement.accounts.map((account) =>
      accountView(account, { words, format: formatIn(account.currency) }),
    ),
  }
}

/** What is open, if it is in one currency. */
function mainAmountOf({ accounts, to }: CustomerStatement, { words, format }: Speech): View {
  const [only] = accounts.length === 1 ? accounts : []
  if (!only) return { mainAmount: '' }
  const mainAmount = format.money(only.closingMinor)
  return {
    mainLabel: fill(words.statement.openText, { date: format.date(to) }),
    mainAmount,
    isLongAmount: isLong(mainAmount),
  }
}

function lateSentence({ ageing }: Account, { words: { statement }, format }: Speech) {
  const late = ageing.days1To30 + ageing.days31To60 + ageing.days61To90 + ageing.over90
  return late === 0n
    ? filled(statement.nothingLateText, {})
    : filled(statement.lateText, { amount: strong(format.money(late)) })
}

function accountView(account: Account, speech: Speech): View {
  const { format } = speech
  const { currency, openingMinor, closingMinor, ageing } = account
  return {
    currency,
    sign: format.currencySign,
    opening: format.amount(openingMinor),
    closing: format.money(closingMinor),
    rows: account.rows.map((row) => ({
      date: format.date(row.day),
      name: nameOf(row, speech),
      number: row.number,
      note: [row.method, row.reference].filter((note) => note !== null).join(' · '),
      amount: format.amount(row.amountMinor),
      balance: format.amount(row.balanceMinor),
    })),
    hasAges: closingMinor !== 0n || Object.values(ageing).some((minor) => minor !== 0n),
    ages: agesView(ageing, speech),
  }
}

function nameOf(row: StatementRow, { words: { labels, statement } }: Speech): string {
  if (row.role === 'deposit') return labels.depositInvoiceTitle
  if (row.role === 'final') return labels.finalInvoiceTitle
  if (row.kind === 'invoice') return labels.invoiceTitle
  if (row.kind === 'credit_note') return labels.creditNoteTitle
  if (row.isReturned) return statement.returnedDebit
  const isRefund = row.amountMinor > 0n
  if (row.invoiceId === null)
    return isRefund ? statement.refundFromAccount : statement.paymentOnAccount
  return isRefund ? statement.refund : statement.payment
}

/** The due amounts by age. */
function agesView(ageing: Ageing, { words: { statement }, format }: Speech): readonly View[] {
  const days = (from: number, to: number) =>
    fill(statement.daysText, { from: String(from), to: String(to) })
  const ages = [
    [statement.notDue, ageing.notDue],
    [days(1, 30), ageing.days1To30],
    [days(31, 60), ageing.days31To60],
    [days(61, 90), ageing.days61To90],
    [fill(statement.overText, { days: '90' }), ageing.over90],
    ...(ageing.credit === 0n ? [] : [[statement.credit, ageing.credit] as const]),
  ] as const
  return ages.map(([label, minor], at) => ({
    label,
    amount: format.amount(minor),
    tone: minor === 0n ? 'quiet' : at > 0 && at < 5 ? 'late' : '',
  }))
}
