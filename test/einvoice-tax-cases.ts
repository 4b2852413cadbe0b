import { abroad, type EInvoiceCase, ITALIAN, item, SPANISH } from './einvoice-parties.ts'

/** Taxes, discounts and charges. */
export const TAX_CASES: Readonly<Record<string, EInvoiceCase>> = {
  'one item': { invoice: { items: [item('80.00')] } },
  'two rates': { invoice: { items: [item('80.00'), item('12.34', { rate: '7' })] } },
  'zero rate': { invoice: { items: [item('80', { category: 'Z' })] } },
  exempt: {
    invoice: { items: [item('80', { category: 'E', reason: 'Kleinunternehmer, § 19 UStG' })] },
  },
  'exempt by a code': {
    invoice: { items: [item('80', { category: 'E', reason_code: 'VATEX-EU-132-1I' })] },
  },
  'reverse charge': {
    invoice: { customer: abroad('FR', 'FR12345678901'), items: [item('80', { category: 'AE' })] },
  },
  'within the Union': {
    invoice: {
      customer: abroad('FR', 'FR12345678901'),
      delivery_date: '2026-11-18',
      items: [item('80', { category: 'K' })],
    },
  },
  export: {
    invoice: { customer: abroad('US', null), items: [item('80', { category: 'G' })] },
  },
  'outside the scope of VAT': { invoice: { items: [item('80', { category: 'O' })] } },
  'Canary Islands': {
    settings: SPANISH,
    invoice: {
      customer: abroad('ES', 'ESA12345674'),
      items: [item('80', { category: 'L', rate: '7' })],
    },
  },
  'Ceuta and Melilla': {
    settings: SPANISH,
    invoice: {
      customer: abroad('ES', 'ESA12345674'),
      items: [item('80', { category: 'M', rate: '4' })],
    },
  },
  'split payment': {
    settings: ITALIAN,
    invoice: {
      customer: abroad('IT', 'IT12345670017'),
      items: [item('80', { category: 'B', rate: '22' })],
    },
    profiles: ['ubl', 'cii'],
  },
  'categories side by side': {
    invoice: {
      items: [
        item('80'),
        item('10.01', { category: 'Z' }),
        item('20.02', { category: 'E', reason: 'Bildungsleistung, § 4 Nr. 21 UStG' }),
      ],
    },
  },
  'discounts on items': {
    invoice: {
      items: [
        item('80', { rate: '19' }, { discount: { percent: '10' } }),
        item('33.335', { rate: '7' }, { discount: { amount: '5.55' } }),
        item('0.125', { rate: '19' }, { quantity: '1', discount: { percent: '100' } }),
      ],
    },
  },
  'discounts and charges on all': {
    invoice: {
      items: [item('80'), item('12.34', { rate: '7' })],
      discounts: [
        { reason: 'Treuerabatt', percent: '3', tax: { rate: '19' } },
        { amount: '2.50', tax: { rate: '7' } },
      ],
      charges: [
        { reason: 'Versand', reason_code: 'FC', amount: '6.90', tax: { rate: '19' } },
        { percent: '1.5', tax: { rate: '19' } },
      ],
    },
  },
  'charges on items': {
    invoice: {
      items: [
        item('80', { rate: '19' }, { charge: { reason: 'Nachtarbeit', percent: '25' } }),
        item('12', { rate: '7' }, { discount: { percent: '5' }, charge: { amount: '3.33' } }),
      ],
    },
  },
}
