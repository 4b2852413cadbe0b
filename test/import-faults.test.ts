import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnText } from '../console/src/imports/column-text.ts'
import { namesIn, type Sentence } from '../console/src/words/errors/errors.ts'
import { en as words } from '../console/src/words/import/en.ts'
import { faults as en } from '../console/src/words/import-faults/en.ts'
import { givens, type Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** Files with what people get wrong: kind, columns, and a row for each fault or more. */
const BROKEN: readonly (readonly [kind: string, lines: readonly string[]])[] = [
  [
    'customers',
    [
      'name;external_id;payment_terms_days;email;currency;language;address.country_code;tax_id',
      ';;;;;;;',
      ';crm:1;;;;;;',
      'A;2;soon;nobody;EURO;deutsch;Germany;DE1',
      'B;:;3.5;a@b;XXX;x;ZZ;',
      `${'C'.repeat(500)};crm:1;-1;${'c'.repeat(300)}@example.com;eur;tlh;de;`,
      'D;shop:1;9999999;;;;;',
      'E;shop:1;14;;;;;',
      'F;a:b:c;14;;;;;',
    ],
  ],
  [
    'products',
    [
      'name;item_number;unit;kind;tax.rate;tax.category;tax.preset;price.unit_price;price.currency;price.includes_tax;price.min_quantity;price.from;gtin;archived',
      'A;1;wagonload;thing;abc;S;none;12,5;EUR;ja;x;31.01.2026;1;maybe',
      'B;1;C62;good;101;Q;;1e400;ABC;true;-1;2026-02-30;x;',
      'C;1;;;-1;;;-5;EUR;;;;;',
      'D;;;;19;;;1.123456789012;EUR;;;;;',
      'E;;;;19;;;5;;;;;;',
    ],
  ],
  [
    'entries',
    [
      'customer;customer_id;description;kind;date;quantity;unit_price;product_id;currency;tax.rate',
      'Nobody;;Work;time;2026-01-31;1;5;;EUR;19',
      ';x;Work;time;2026-01-31;1;5;;EUR;19',
      'Alba;;;other;yesterday;1 1/2;abc;prd_1;E;x',
      'Twin;;Work;time;2026-01-31;1;5;;EUR;19',
      'Alba;;Work;time;2026-01-31;1;5;prd_019aa5d2-7c00-7000-8000-0123456789ab;EUR;19',
      ';;Work;time;2026-01-31;;;;;',
    ],
  ],
  [
    'invoices',
    [
      'invoice;customer_name;status;issue_date;due_date;currency;description;quantity;unit_price;tax.rate;tax.category;discount.percent;discount.amount;paid_at;external_id',
      ';Alba;;;;;Loose;1;1;;;;;;',
      '1;Nobody;draft;2026-01-31;2026-01-01;EUR;A;x;-1;abc;S;1;1;;2',
      '2;Alba;open;31.1.26;;EURO;;1,5;abc;;;101;;;',
      '2;Twin;draft;2026-01-31;;EUR;B;1;5;19;S;;;;',
      '3;Twin;sent;2026-01-31;2026-01-01;EUR;C;0;99999999999999999;19;O;;;;shop:9',
      '4;;draft;;;;D;1;1;;;;;;',
      '5;Alba;paid;2026-01-31;2026-01-01;EUR;E;1;1.23456789012;19;S;;;2026-01-32;',
    ],
  ],
  [
    'recurring_invoices',
    [
      'recurring;name;customer_name;action;schedule.unit;schedule.every;schedule.start_date;schedule.days;schedule.end.after;schedule.end.on;schedule.time;mail.to;description;unit_price;notes',
      'a;;Alba;post;decade;0;soon;40;0;x;25:00;nobody;A;x;',
      'b;B;Nobody;draft;month;1;2020-01-01;1;;;;;B;1;{nothing}',
      'c;C;Alba;send;month;x;2026-01-01;1 two;x;2025-01-01;;;;1;',
      ';D;Alba;draft;month;1;2026-01-01;1;;;;;D;1;',
      'e;E;Alba;send;month;1;2026-01-01;1;3;2025-01-01;;;E;1;',
    ],
  ],
  [
    'payments',
    [
      'invoice_number;invoice_id;amount;paid_at;method;reference',
      'none;;5;2026-01-31;;',
      ';x;5;2026-01-31;;',
      ';;5;2026-01-31;;',
      'none;inv_019aa5d2-7c00-7000-8000-0123456789ab;abc;31.01.2026;;',
      'none;;0;2999-01-01;;',
      'none;;1.234;;;',
    ],
  ],
]

describe('what an import says about broken files', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    const given = givens(app)
    await given.customer({ name: 'Alba' })
    await given.customer({ name: 'Twin', address: { city: 'Ulm' } })
    await given.customer({ name: 'Twin', address: { city: 'Bonn' } })
  })
  afterAll(() => app.close())

  /** The titles are those of a file in German: no field has the name of its column. */
  const faultsOf = async (kind: string, [header = '', ...rows]: readonly string[]) => {
    const fields = header.split(';')
    const columns = Object.fromEntries(fields.map((field, at) => [`Spalte ${at + 1}`, field]))
    const lines = [Object.keys(columns).join(';'), ...rows]
    const query = new URLSearchParams({ kind, columns: JSON.stringify(columns) })
    const answer = await app.call('POST', `/imports?${query}`, Buffer.from(lines.join('\n')), {
      'content-type': 'text/csv',
    })
    if (answer.statusCode === 422) return { titles: [], faults: answer.json().errors as Json[] }
    expect(answer.statusCode, answer.body).toBe(201)
    await app.services.jobRunner.runDue()
    const path = `/imports/${answer.json().id}/records?status=faulty&limit=100`
    const { data } = (await app.call('GET', path)).json()
    return {
      titles: Object.keys(columns),
      faults: data.flatMap(({ faults }: Json) => faults) as Json[],
    }
  }

  test.each(BROKEN)('%s: each fault has a sentence and no path', async (kind, lines) => {
    const { titles, faults } = await faultsOf(kind, lines)
    expect(faults.length).toBeGreaterThan(5)
    const shown = faults.map(({ line, column }) => ({
      line,
      column: columnText(column, titles, words),
    }))
    expect(faults.filter((fault) => !hasSentence(fault))).toEqual([])
    expect(shown.filter(({ column }) => /_|\w\.\w/.test(column))).toEqual([])
  })
})

/** In English, where no form of the console says it. */
function hasSentence({ code, value, params = {} }: Json): boolean {
  const given = value === null ? params : { value, ...params }
  const sentences = [en[`${code}.${params.reason}`] ?? en[code] ?? []].flat() as Sentence[]
  return sentences.some((it) => namesIn(it).every((name) => name in given))
}
