import { COUNTRY_CASES } from './einvoice-country-cases.ts'
import {
  abroad,
  BUYER,
  credit,
  type EInvoiceCase,
  item,
  pay,
  STANDARD,
  WITHOUT_BASIC,
} from './einvoice-parties.ts'
import { TAX_CASES } from './einvoice-tax-cases.ts'

const many = Array.from({ length: 200 }, (_, index) =>
  item(
    `${index + 1}.${String((index * 37) % 100).padStart(2, '0')}`,
    { rate: ['19', '7'][index % 2] },
    {
      description: `Page ${index + 1}`,
      quantity: String(1 + (index % 7) / 4),
    },
  ),
)

/** Invoices made through the interface, one for each thing that e-invoices tell apart. */
export const CASES: Readonly<Record<string, EInvoiceCase>> = {
  ...TAX_CASES,
  ...COUNTRY_CASES,
  'goods taken back': {
    invoice: {
      items: [
        item('80'),
        item('12.50', { rate: '19' }, { quantity: '-2', discount: { percent: '10' } }),
      ],
    },
  },
  'a credit note': {
    invoice: { items: [item('80'), item('9.99', { rate: '7' })], status: 'sent' },
    after: credit,
  },
  'part of it credited': {
    invoice: {
      items: [item('80', { rate: '19' }, { quantity: '7', discount: { percent: '7' } })],
      discounts: [{ percent: '3', tax: { rate: '19' } }],
      status: 'sent',
    },
    after: async (given, invoice) => {
      await credit(given, invoice, { items: [{ id: invoice.items[0].id, quantity: '2' }] })
      return credit(given, invoice, { items: [{ id: invoice.items[0].id, amount: '33.33' }] })
    },
  },
  'a corrected invoice': {
    invoice: {
      kind: 'corrected',
      preceding: [{ number: 'INV-2026-0001', issue_date: '2026-10-01' }],
      items: [item('80')],
    },
  },
  'a prepayment invoice': {
    invoice: { kind: 'prepayment', items: [item('80')] },
    profiles: [...STANDARD, 'peppol'],
  },
  'a partial invoice': { invoice: { kind: 'partial', items: [item('80')] } },
  'partly paid': {
    invoice: { items: [item('80')], status: 'sent' },
    after: (given, invoice) => pay(given, invoice, '100.00'),
  },
  'paid in full': {
    invoice: { items: [item('80')], status: 'sent' },
    after: (given, invoice) => pay(given, invoice, invoice.totals.due),
  },
  'prices with tax': {
    profiles: WITHOUT_BASIC,
    invoice: { prices_include_tax: true, items: [item('9.99'), item('3.35', { rate: '7' })] },
  },
  'prices with tax, rounded': {
    invoice: {
      prices_include_tax: true,
      items: [
        item('0.05', { rate: '19' }, { quantity: '1' }),
        item('1.99', { rate: '19' }, { quantity: '2.5', discount: { percent: '12.5' } }),
        item('7.77', { rate: '19' }, { quantity: '-1' }),
        item('40', { rate: '19' }, { quantity: '0.333333', unit: 'KGM' }),
      ],
      discounts: [{ percent: '2', tax: { rate: '19' } }],
      charges: [{ amount: '4.90', reason: 'Versand', tax: { rate: '19' } }],
    },
  },
  'prices with tax, credited twice': {
    profiles: WITHOUT_BASIC,
    invoice: {
      prices_include_tax: true,
      items: [item('9.99', { rate: '19' }, { quantity: '5' })],
      status: 'sent',
    },
    after: async (given, invoice) => {
      await credit(given, invoice, { items: [{ id: invoice.items[0].id, quantity: '2' }] })
      return credit(given, invoice)
    },
  },
  'tax by line that is the same': {
    invoice: { rounding: 'line', items: [item('80'), item('20')] },
  },
  'a period': {
    invoice: {
      period_start: '2026-10-01',
      period_end: '2026-10-31',
      items: [item('80', { rate: '19' }, { period_start: '2026-10-05', period_end: '2026-10-09' })],
    },
  },
  'due before its issue date': {
    invoice: {
      issue_date: '2026-11-21',
      due_date: '2026-11-07',
      allow_early_due: true,
      items: [item('80')],
    },
  },
  'another currency': {
    invoice: {
      customer: abroad('CH', null),
      currency: 'CHF',
      tax_in_currency: { currency: 'EUR', amount: '48.90' },
      items: [item('80')],
    },
  },
  yen: { invoice: { currency: 'JPY', items: [item('8000')] } },
  'yen, less a percentage that is rounded': {
    invoice: {
      currency: 'JPY',
      items: [item('333', { rate: '19' }, { quantity: '1', discount: { percent: '12.5' } })],
    },
  },
  'dinars of two decimals': {
    invoice: { currency: 'KWD', items: [item('80.500', { rate: '10' }, { quantity: '2' })] },
  },
  '200 items': { invoice: { items: many } },
  'direct debit': {
    invoice: {
      payment: { means: '59', mandate: 'M-4711', payer_iban: 'DE02120300000000202051' },
      items: [item('80')],
    },
  },
  'by card': {
    invoice: {
      payment: { means: '48', card_last4: '4242', card_holder: 'Ida Brandt' },
      items: [item('80')],
    },
  },
  'in cash': { invoice: { payment: { means: '10' }, items: [item('80')] } },
  'cash discount': {
    invoice: { terms: '#SKONTO#TAGE=14#PROZENT=2.00#', items: [item('80')] },
  },
  'early payment': {
    invoice: {
      early_payment: [
        { percent: '3', days: 7 },
        { percent: '1.5', days: 14 },
      ],
      items: [item('80')],
    },
  },
  durations: {
    invoice: {
      items: [
        item('80', undefined, { quantity: undefined, duration: '0:20', unit: 'HUR' }),
        item('66.60', undefined, {
          quantity: undefined,
          duration: '0:00:50',
          discount: { percent: '10' },
        }),
        item('800', undefined, {
          quantity: undefined,
          duration: '12:05',
          unit: 'DAY',
          price_base_quantity: '2',
        }),
        item('1.50', undefined, { quantity: undefined, duration: '0:07', unit: 'MIN' }),
      ],
    },
  },
  'durations, prices with tax': {
    invoice: {
      prices_include_tax: true,
      items: [
        item('80', undefined, { quantity: undefined, duration: '0:20' }),
        item('80', undefined, { quantity: undefined, duration: '0:00' }),
      ],
    },
  },
  'a tax representative': {
    settings: {
      taxRepresentative: {
        name: 'Fiscal Nord',
        taxId: 'DE111111125',
        line1: 'Markt 2',
        city: 'Kiel',
        postalCode: '24103',
        countryCode: 'DE',
      },
    },
    invoice: { items: [item('80')] },
  },
  'every optional group': {
    invoice: {
      customer: {
        ...BUYER,
        trading_name: 'Northwind',
        registration_id: 'HRB 777',
        identifier: { scheme: '0088', id: '4012345000009' },
      },
      order_reference: 'PO-77',
      delivery_date: '2026-11-18',
      tax_point_date: '2026-11-18',
      references: {
        project: 'P-1',
        contract: 'C-2',
        sales_order: 'SO-3',
        despatch: 'D-4',
        receipt: 'R-5',
        tender: 'T-6',
        object: 'METER-7',
        accounting_code: '4711',
      },
      preceding: [{ number: 'INV-2026-0009', issue_date: '2026-10-01' }],
      delivery: {
        name: 'Lager Nord',
        identifier: { scheme: '0088', id: '4012345000009' },
        address: {
          line1: 'Tor 3',
          line2: 'Halle 2',
          city: 'Kiel',
          postal_code: '24103',
          country_code: 'DE',
        },
      },
      payment: { means: '58', reference: 'RF18539007547034' },
      attachments: [
        { reference: 'A1', description: 'Zeitnachweis', url: 'https://files.example/a1.pdf' },
      ],
      terms: 'Zahlbar innerhalb von 14 Tagen.',
      notes: 'Vielen Dank!\nBis bald.',
      items: [
        item(
          '80',
          { rate: '19' },
          {
            details: 'Für die Herbstausgabe',
            discount: { percent: '5' },
            item_number: 'SKU-1',
            buyer_item_number: 'B-1',
            gtin: '4012345000009',
            note: 'Eilauftrag',
            order_line: '10',
            accounting_code: '8400',
            origin_country: 'DE',
            classification: { scheme: 'STI', code: '82141500' },
            attributes: [
              { name: 'Farbe', value: 'Blau' },
              { name: 'Format', value: 'A4' },
            ],
          },
        ),
      ],
      discounts: [{ reason: 'Messe', reason_code: '95', percent: '1', tax: { rate: '19' } }],
      charges: [{ reason: 'Fracht', reason_code: 'FC', amount: '5', tax: { rate: '19' } }],
    },
  },
}
