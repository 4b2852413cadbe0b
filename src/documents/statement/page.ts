import type { Buyer, Seller } from '../../invoices/invoice.ts'
import type { Account, Statement, StatementRow } from '../../payments/statement.ts'
import { documentFontStack } from '../../platform/browser/fonts.ts'
import { escapeHtml } from '../../templates/language/escape.ts'
import { printAddress } from '../address.ts'
import { paletteOf } from '../colour.ts'
import { type Formatter, formatterFor } from '../format.ts'
import { linesFragment, logoFragment } from '../fragments.ts'
import { fill, type Labels, wordsFor } from '../labels/labels.ts'
import { pageSizeOf } from '../page-size.ts'
import { statementStyle } from './style.ts'
import { type StatementWords, statementWords } from './words.ts'

export interface StatementSource {
  readonly statement: Statement
  readonly seller: Seller
  readonly buyer: Buyer
  /** BCP 47: the customer's. */
  readonly language: string
  /** A data URL. */
  readonly logo: string | null
}

interface Speech {
  readonly words: StatementWords
  readonly labels: Labels
  readonly format: Formatter
}

/** A statement of account as a complete HTML document, in the manner of the built-in templates. */
export function statementPage(source: StatementSource): string {
  const { statement, seller, buyer, language } = source
  const words = statementWords(language)
  const { labels } = wordsFor(language)
  const speechIn = (currency: string): Speech => ({
    words,
    labels,
    format: formatterFor({ language, currency, dateFormat: seller.dateFormat }),
  })
  const { format } = speechIn(statement.accounts[0]?.currency ?? 'EUR')
  const country = seller.address.countryCode
  const style = statementStyle({
    pageSize: pageSizeOf(format.locale, country),
    fontStack: documentFontStack(format.locale),
    accent: paletteOf(seller.accentColor).text,
    running: `${seller.name} · ${words.title}`,
  })
  return `<!DOCTYPE html>
<html lang="${escapeHtml(format.locale)}" dir="${format.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${words.title} · ${buyer.name} · ${seller.name}`)}</title>
<style>${style}</style>
</head>
<body>
<div class="sheet">
${senderHtml(source)}
<main>
<div class="parties">
<section>
<p class="name">${bdi(buyer.name)}</p>
${buyer.contactName === null ? '' : `<p>${bdi(buyer.contactName)}</p>`}
<p>${addressHtml(buyer, country, format)}</p>
</section>
<dl class="period"><dt>${escapeHtml(words.period)}</dt><dd>${bdi(format.period(statement.from, statement.to))}</dd></dl>
</div>
<h1>${escapeHtml(words.title)}</h1>
${statement.accounts.map((account) => accountHtml(account, statement, speechIn(account.currency))).join('\n')}
</main>
</div>
</body>
</html>
`
}

function senderHtml({ seller, buyer, logo, language }: StatementSource): string {
  const format = formatterFor({ language, currency: 'EUR', dateFormat: seller.dateFormat })
  const picture = logoFragment(logo, { alt: seller.name, size: null })
  const contact = [seller.email, seller.phone, seller.website].filter((line) => line !== null)
  return `<header class="head">
<div class="brand">${picture === '' ? `<p>${bdi(seller.name)}</p>` : picture.html}</div>
<div class="sender">
<p>${picture === '' ? '' : `<strong>${bdi(seller.name)}</strong>`}${addressHtml(seller, buyer.address.countryCode, format)}</p>
<p>${contact.map(bdi).join('<br>')}</p>
</div>
</header>`
}

function accountHtml(account: Account, { from, to }: Statement, speech: Speech): string {
  const { words, labels, format } = speech
  const cells = (minor: bigint | null, balanceMinor: bigint) =>
    `<td class="num">${minor === null ? '' : format.amount(minor)}</td><td class="num">${format.amount(balanceMinor)}</td>`
  const rows = account.rows.map(
    (row) => `<tr>
<td class="day">${escapeHtml(format.date(row.day))}</td>
<th scope="row">${entryHtml(row, speech)}</th>
${cells(row.amountMinor, row.balanceMinor)}
</tr>`,
  )
  return `<section class="account">
<table>
<caption>${escapeHtml(words.account)} ${escapeHtml(account.currency)}</caption>
<thead>
<tr><th scope="col" class="day">${escapeHtml(words.date)}</th><th scope="col">${escapeHtml(words.entry)}</th><th scope="col" class="num">${escapeHtml(labels.itemHeaderAmount)}</th><th scope="col" class="num">${escapeHtml(words.balance)}</th></tr>
</thead>
<tbody>
<tr class="edge"><td class="day">${escapeHtml(format.date(from))}</td><th scope="row">${escapeHtml(words.opening)}</th>${cells(null, account.openingMinor)}</tr>
${rows.length === 0 ? `<tr><td></td><td class="quiet" colspan="3">${escapeHtml(words.none)}</td></tr>` : rows.join('\n')}
<tr class="edge closing"><td class="day">${escapeHtml(format.date(to))}</td><th scope="row">${escapeHtml(words.closing)}</th><td></td><td class="num total">${format.money(account.closingMinor)}</td></tr>
</tbody>
</table>
${ageingHtml(account, speech)}
</section>`
}

function entryHtml(row: StatementRow, { words, labels }: Speech): string {
  const isRefund = row.kind === 'payment' && row.amountMinor > 0n
  const names = {
    invoice: labels.invoiceTitle,
    credit_note: labels.creditNoteTitle,
    payment: isRefund ? words.refund : words.payment,
  }
  const notes = [row.method, row.reference].filter((note) => note !== null).join(' · ')
  const note = notes === '' ? '' : `<span class="quiet">${bdi(notes)}</span>`
  return `${escapeHtml(names[row.kind])} ${bdi(row.number)}${note}`
}

/** How long what is owed has been due; nothing where nothing is. */
function ageingHtml({ ageing, closingMinor }: Account, { words, format }: Speech): string {
  const days = (from: number, to: number) =>
    fill(words.daysText, { from: String(from), to: String(to) })
  const buckets = [
    [words.notDue, ageing.notDue],
    [days(1, 30), ageing.days1To30],
    [days(31, 60), ageing.days31To60],
    [days(61, 90), ageing.days61To90],
    [fill(words.overText, { days: '90' }), ageing.over90],
    ...(ageing.credit === 0n ? [] : [[words.credit, ageing.credit] as const]),
  ] as const
  if (closingMinor === 0n && buckets.every(([, minor]) => minor === 0n)) return ''
  const list = buckets.map(
    ([label, minor]) =>
      `<div${minor === 0n ? ' class="quiet"' : ''}><dt>${escapeHtml(label)}</dt><dd>${format.amount(minor)}</dd></div>`,
  )
  return `<dl class="ages">${list.join('')}</dl>`
}

/** The country is printed where mail crosses a border. */
function addressHtml(
  { address }: Pick<Seller | Buyer, 'address'>,
  otherCountry: string | null,
  format: Formatter,
): string {
  const { street, town } = printAddress(address)
  const code = address.countryCode
  const country = code === null || code === otherCountry ? [] : [format.country(code)]
  const lines = linesFragment([...street, ...town, ...country])
  return lines === '' ? '' : lines.html
}

const bdi = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`
