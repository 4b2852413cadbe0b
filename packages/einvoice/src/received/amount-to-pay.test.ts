import { describe, expect, test } from 'vitest'
import { dayOf } from '../model/day.ts'
import { FULL, MINIMAL } from '../model/document.testing.ts'
import type { EInvoice } from '../model/document.ts'
import { writeCii, writeUbl } from '../xml/write.ts'
import { detail, faktura, fattura, firstReceived } from './small.testing.ts'

const read = (xml: string) => firstReceived(Buffer.from(xml))
const totals = (xml: string) => read(xml).content.totals
const payment = (xml: string) => read(xml).content.payment

const WITHHELD =
  '<DatiRitenuta><TipoRitenuta>RT01</TipoRitenuta><ImportoRitenuta>200.00</ImportoRitenuta><AliquotaRitenuta>20.00</AliquotaRitenuta><CausalePagamento>A</CausalePagamento></DatiRitenuta>'
const STAMP =
  '<DatiBollo><BolloVirtuale>SI</BolloVirtuale><ImportoBollo>2.00</ImportoBollo></DatiBollo>'
const FUND =
  '<DatiCassaPrevidenziale><TipoCassa>TC22</TipoCassa><AlCassa>4.00</AlCassa><ImportoContributoCassa>40.00</ImportoContributoCassa><AliquotaIVA>22.00</AliquotaIVA></DatiCassaPrevidenziale>'

describe('FatturaPA', () => {
  test.each([
    ['nothing else', {}, '1220.00'],
    ['withholding', { document: WITHHELD }, '1020.00'],
    ['two withholdings', { document: WITHHELD + WITHHELD.replace('200.00', '40.00') }, '980.00'],
    ['split payment', { due: 'S' as const }, '1000.00'],
    ['split payment and withholding', { due: 'S' as const, document: WITHHELD }, '800.00'],
    ['tax due on payment', { due: 'D' as const }, '1220.00'],
    ['a credit note with withholding', { type: 'TD04', document: WITHHELD }, '1020.00'],
    ['stamp duty and fund, which the total has', { document: STAMP + FUND }, '1220.00'],
    ['a stated amount', { document: WITHHELD, payment: detail('1020.00') }, '1020.00'],
    ['instalments', { payment: detail('500.00') + detail('720.00') }, '1220.00'],
    ['equal instalments', { payment: detail('610.00') + detail('610.00') }, '1220.00'],
    ['two ways to pay the whole', { payment: detail('1220.00') + detail('1220.00') }, '1220.00'],
    [
      'the whole, or instalments',
      { payment: detail('1220.00') + detail('500.00') + detail('720.00') },
      '1220.00',
    ],
    ['no stated amount', { payment: detail(null) }, '1220.00'],
  ])('%s', (_, parts, due) => {
    expect(totals(fattura(parts)).due).toBe(due)
    expect(read(fattura(parts)).findings).toEqual([])
  })

  test('shows the parts between the total and the amount to pay, and those of the total', () => {
    const document = WITHHELD + STAMP + FUND
    expect(totals(fattura({ document, due: 'S' })).parts).toEqual([
      { kind: 'fund', text: 'TC22', percent: '4', amount: '40.00', in_total: true },
      { kind: 'stamp_duty', text: null, percent: null, amount: '2.00', in_total: true },
      { kind: 'withholding', text: 'RT01 A', percent: '20', amount: '-200.00', in_total: false },
      { kind: 'split_payment', text: null, percent: null, amount: '-220.00', in_total: false },
    ])
  })

  test('a stated amount counts, and a finding says that its parts make another', () => {
    const xml = fattura({ document: WITHHELD, payment: detail('1220.00') })
    expect(totals(xml).due).toBe('1220.00')
    expect(read(xml).findings).toMatchObject([
      { rule: 'BT-115', advice: 'otherAmount', values: { due: '1220.00', expected: '1020.00' } },
    ])
  })

  test('instalments and early payment', () => {
    const due = (day: string) => `<DataScadenzaPagamento>${day}</DataScadenzaPagamento>`
    const early =
      '<ScontoPagamentoAnticipato>24.40</ScontoPagamentoAnticipato><DataLimitePagamentoAnticipato>2026-11-12</DataLimitePagamentoAnticipato>'
    const xml = fattura({
      payment: detail('500.00', due('2026-12-02')) + detail('720.00', due('2027-01-02') + early),
    })
    expect(read(xml).content.due_date).toBe('2027-01-02')
    expect(payment(xml).schedule).toMatchObject([
      { due_date: '2026-11-12', discount_amount: '24.40' },
      { due_date: '2026-12-02', amount: '500.00' },
      { due_date: '2027-01-02', amount: '720.00' },
    ])
  })

  test('a due date in days after a date', () => {
    const days =
      '<DataRiferimentoTerminiPagamento>2026-11-30</DataRiferimentoTerminiPagamento><GiorniTerminiPagamento>60</GiorniTerminiPagamento>'
    expect(read(fattura({ payment: detail('1220.00', days) })).content.due_date).toBe('2027-01-29')
    const only = '<GiorniTerminiPagamento>60</GiorniTerminiPagamento>'
    expect(read(fattura({ payment: detail('1220.00', only) })).content.due_date).toBe('2027-01-01')
  })

  test('split payment of one rate of several', () => {
    const xml = fattura({ due: 'S', total: '1330.00' })
      .replace(
        '<DatiRiepilogo>',
        '<DettaglioLinee><NumeroLinea>2</NumeroLinea><Descrizione>Libri</Descrizione><PrezzoUnitario>100.00</PrezzoUnitario><PrezzoTotale>100.00</PrezzoTotale><AliquotaIVA>10.00</AliquotaIVA></DettaglioLinee><DatiRiepilogo>',
      )
      .replace(
        '</DatiRiepilogo>',
        '</DatiRiepilogo><DatiRiepilogo><AliquotaIVA>10.00</AliquotaIVA><ImponibileImporto>100.00</ImponibileImporto><Imposta>10.00</Imposta><EsigibilitaIVA>I</EsigibilitaIVA></DatiRiepilogo>',
      )
    const { content } = read(xml)
    expect(content.totals.due).toBe('1110.00')
    expect(content.lines.map(({ tax }) => tax.category)).toEqual(['B', 'S'])
    expect(content.taxes.map(({ category }) => category)).toEqual(['B', 'S'])
  })

  test('lists what it does not show', () => {
    const xml = fattura({ document: '<Art73>SI</Art73>', payment: detail('1220.00') })
    expect(read(xml).content.unread.map(({ path }) => path.split('/').at(-1))).toEqual(['Art73'])
  })
})

describe('FA(3)', () => {
  const paid = (parts: string) => `<Platnosc>${parts}</Platnosc>`
  const part = (amount: string, day: string) =>
    `<ZaplataCzesciowa><KwotaZaplatyCzesciowej>${amount}</KwotaZaplatyCzesciowej><DataZaplatyCzesciowej>${day}</DataZaplatyCzesciowej></ZaplataCzesciowa>`
  const settled = (parts: string) => `<Rozliczenie>${parts}</Rozliczenie>`
  const charge = '<Obciazenia><Kwota>10.00</Kwota><Powod>Kaucja</Powod></Obciazenia>'
  const deduction = '<Odliczenia><Kwota>30.00</Kwota><Powod>Zwrot</Powod></Odliczenia>'
  const PAID = '<Zaplacono>1</Zaplacono><DataZaplaty>2026-11-02</DataZaplaty>'
  test.each([
    ['nothing else', {}, null, '123.00'],
    ['paid', { end: paid(PAID) }, '123.00', '0.00'],
    [
      'paid in part',
      {
        end: paid(
          `<ZnacznikZaplatyCzesciowej>1</ZnacznikZaplatyCzesciowej>${part('23.00', '2026-11-02')}`,
        ),
      },
      '23.00',
      '100.00',
    ],
    [
      'paid in two parts',
      {
        end: paid(
          `<ZnacznikZaplatyCzesciowej>2</ZnacznikZaplatyCzesciowej>${part('23.00', '2026-11-02')}${part('100.00', '2026-11-09')}`,
        ),
      },
      '123.00',
      '0.00',
    ],
    ['a charge', { end: settled(`${charge}<DoZaplaty>133.00</DoZaplaty>`) }, null, '133.00'],
    ['a charge without its sum', { end: settled(charge) }, null, '133.00'],
    ['a deduction', { end: settled(`${deduction}<DoZaplaty>93.00</DoZaplaty>`) }, null, '93.00'],
    ['sums only', { end: settled('<SumaOdliczen>30.00</SumaOdliczen>') }, null, '93.00'],
    ['a charge, paid', { end: settled(charge) + paid(PAID) }, '133.00', '0.00'],
    [
      'more deducted than due',
      {
        end: settled(
          '<Odliczenia><Kwota>200.00</Kwota></Odliczenia><DoRozliczenia>77.00</DoRozliczenia>',
        ),
      },
      null,
      '-77.00',
    ],
    [
      'a correction that credits',
      { kind: 'KOR', net: '-50.00', tax: '-11.50', total: '-61.50' },
      null,
      '61.50',
    ],
    [
      'a correction that adds',
      { kind: 'KOR', net: '50.00', tax: '11.50', total: '61.50' },
      null,
      '61.50',
    ],
  ])('%s', (_, parts, paidAmount, due) => {
    expect(totals(faktura(parts))).toMatchObject({ paid: paidAmount, due })
    expect(read(faktura(parts)).findings).toEqual([])
  })

  test('a correction is a credit note, or an invoice if it adds', () => {
    const credit = faktura({ kind: 'KOR', net: '-50.00', tax: '-11.50', total: '-61.50' })
    expect(read(credit).content).toMatchObject({ kind: 'credit_note', type_code: '381' })
    const more = faktura({ kind: 'KOR', net: '50.00', tax: '11.50', total: '61.50' })
    expect(read(more).content).toMatchObject({ kind: 'invoice', type_code: '384' })
  })

  test('payments with their days, and the parts', () => {
    const end = settled(charge + deduction) + paid(PAID)
    expect(payment(faktura({ end })).payments).toEqual([
      { paid_on: '2026-11-02', amount: '103.00' },
    ])
    expect(totals(faktura({ end })).parts).toMatchObject([
      { kind: 'charge', text: 'Kaucja', amount: '10.00' },
      { kind: 'deduction', text: 'Zwrot', amount: '-30.00' },
    ])
  })

  test('several days: the last one, and words', () => {
    const xml = faktura({
      end: paid(
        '<TerminPlatnosci><Termin>2026-12-02</Termin></TerminPlatnosci><TerminPlatnosci><Termin>2027-01-02</Termin></TerminPlatnosci><TerminPlatnosci><TerminOpis><Ilosc>14</Ilosc><Jednostka>dni</Jednostka><ZdarzeniePoczatkowe>dostawa</ZdarzeniePoczatkowe></TerminOpis></TerminPlatnosci>',
      ),
    })
    expect(read(xml).content.due_date).toBe('2027-01-02')
    expect(payment(xml)).toMatchObject({
      terms: '14 dni dostawa',
      schedule: [
        { due_date: '2026-12-02' },
        { due_date: '2027-01-02' },
        { text: '14 dni dostawa' },
      ],
    })
  })

  test.each([
    ['14', 'dni', 'wystawienie faktury', '2026-11-16'],
    ['1', 'dzień', 'od wystawienia', '2026-11-03'],
    ['14', 'dni', 'dostawa', null],
    ['2', 'tygodnie', 'wystawienie faktury', null],
  ])('%s %s, %s', (count, unit, event, day) => {
    const end = paid(
      `<TerminPlatnosci><TerminOpis><Ilosc>${count}</Ilosc><Jednostka>${unit}</Jednostka><ZdarzeniePoczatkowe>${event}</ZdarzeniePoczatkowe></TerminOpis></TerminPlatnosci>`,
    )
    const { content } = read(faktura({ end }))
    expect(content.due_date).toBe(day)
    expect(content.payment.terms).toBe(`${count} ${unit} ${event}`)
  })

  test('the tax in zloty', () => {
    const xml = faktura({ currency: 'EUR', taxes: '<P_14_1W>98.70</P_14_1W>' })
    expect(totals(xml)).toMatchObject({
      tax: '23.00',
      tax_currency: 'PLN',
      tax_in_tax_currency: '98.70',
    })
    expect(totals(faktura({}))).toMatchObject({ tax_currency: null, tax_in_tax_currency: null })
  })
})

describe('UBL and CII', () => {
  const PLAIN: EInvoice = { ...MINIMAL, dueDate: dayOf('2026-12-02') }
  const cii = (terms: string) =>
    writeCii({ ...MINIMAL, paymentTerms: '@' }, 'en16931').replace(
      /<ram:SpecifiedTradePaymentTerms>.*?<\/ram:SpecifiedTradePaymentTerms>/s,
      terms,
    )
  const term = (text: string, day: string | null, more = '') =>
    `<ram:SpecifiedTradePaymentTerms><ram:Description>${text}</ram:Description>${day === null ? '' : `<ram:DueDateDateTime><udt:DateTimeString format="102">${day}</udt:DateTimeString></ram:DueDateDateTime>`}${more}</ram:SpecifiedTradePaymentTerms>`
  const DISCOUNT =
    '<ram:ApplicableTradePaymentDiscountTerms><ram:BasisPeriodMeasure unitCode="DAY">10</ram:BasisPeriodMeasure><ram:CalculationPercent>3.00</ram:CalculationPercent></ram:ApplicableTradePaymentDiscountTerms>'
  const partly = (amount: string) =>
    `<ram:PartialPaymentAmount>${amount}</ram:PartialPaymentAmount>`

  test.each([
    ['one day', term('net', '20261202'), '2026-12-02', 0],
    [
      'a discount first',
      term('3 %', '20261112', DISCOUNT) + term('net', '20261202'),
      '2026-12-02',
      2,
    ],
    [
      'a discount last',
      term('net', '20261202') + term('3 %', '20261112', DISCOUNT),
      '2026-12-02',
      2,
    ],
    [
      'a discount without a day',
      term('3 %', null, DISCOUNT) + term('net', '20261202'),
      '2026-12-02',
      2,
    ],
    ['one day with a discount', term('net', '20261202', DISCOUNT), '2026-12-02', 1],
    [
      'instalments',
      term('1', '20261110', partly('25.00')) + term('2', '20261210', partly('25.00')),
      '2026-12-10',
      2,
    ],
    ['texts alone', term('1', null) + term('2', null), null, 2],
  ])('CII: %s', (_, terms, dueDate, count) => {
    const { content } = read(cii(terms))
    expect(content.due_date).toBe(dueDate)
    expect(content.payment.schedule).toHaveLength(count)
    expect(content.payment.terms).toBe(
      [...terms.matchAll(/Description>([^<]*)</g)]
        .map(([, it]) => it)
        .filter(Boolean)
        .join('\n'),
    )
    expect(content.unread).toEqual([])
  })

  test('UBL: several terms, and another day with the means of payment', () => {
    const xml = writeUbl({ ...PLAIN, paymentTerms: '2 % in 10 days' }, 'en16931')
      .replace(
        '</cac:PaymentTerms>',
        '</cac:PaymentTerms><cac:PaymentTerms><cbc:Note>30 days</cbc:Note></cac:PaymentTerms>',
      )
      .replace(
        '</cbc:PaymentMeansCode>',
        '</cbc:PaymentMeansCode><cbc:PaymentDueDate>2026-12-20</cbc:PaymentDueDate>',
      )
    expect(read(xml).content).toMatchObject({
      due_date: '2026-12-02',
      payment: {
        terms: '2 % in 10 days\n30 days',
        schedule: [
          { text: '2 % in 10 days' },
          { text: '30 days' },
          { due_date: '2026-12-02' },
          { due_date: '2026-12-20' },
        ],
      },
      unread: [],
    })
  })

  test.each([
    ['both', '<cbc:PaymentDueDate>2026-12-20</cbc:PaymentDueDate>', '2026-12-20', 2],
    ['its own alone', '', '2026-11-12', 1],
  ])('UBL: the last day of a discount: %s', (_, full, dueDate, count) => {
    const terms = `<cac:PaymentTerms><cbc:SettlementDiscountPercent>2</cbc:SettlementDiscountPercent>${full}<cac:SettlementPeriod><cbc:EndDate>2026-11-12</cbc:EndDate></cac:SettlementPeriod></cac:PaymentTerms>`
    const xml = writeUbl(MINIMAL, 'en16931').replace('<cac:TaxTotal>', `${terms}<cac:TaxTotal>`)
    const { content } = read(xml)
    expect(content.due_date).toBe(dueDate)
    expect(content.payment.schedule).toHaveLength(count)
    expect(content.payment.schedule[0]).toMatchObject({
      due_date: '2026-11-12',
      discount_percent: '2',
    })
    expect(content.unread).toEqual([])
  })

  test.each([
    ['ubl', writeUbl(FULL, 'en16931')],
    ['cii', writeCii(FULL, 'en16931')],
  ])('%s: the tax in the currency of the accounts', (_, xml) => {
    expect(totals(xml)).toMatchObject({ tax_currency: 'SEK', tax_in_tax_currency: '426.19' })
  })

  test('CII: advance payments', () => {
    const advance =
      '<ram:SpecifiedAdvancePayment><ram:PaidAmount>20.00</ram:PaidAmount><ram:FormattedReceivedDateTime><qdt:DateTimeString format="102">20261001</qdt:DateTimeString></ram:FormattedReceivedDateTime></ram:SpecifiedAdvancePayment>'
    const xml = writeCii(MINIMAL, 'en16931').replace(
      '</ram:ApplicableHeaderTradeSettlement>',
      `${advance}</ram:ApplicableHeaderTradeSettlement>`,
    )
    expect(payment(xml).payments).toEqual([{ paid_on: '2026-10-01', amount: '20.00' }])
  })
})
