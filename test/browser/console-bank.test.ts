import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CamtEntry, camt, OWN_IBAN } from '../../src/receivables/bank/statements.testing.ts'
import type { Json } from '../givens.ts'
import type { TestApp } from '../harness.ts'
import { DESKTOP, inSomeWay, violationsOf, WAYS } from './axe.ts'
import {
  type ConsoleSite,
  fitsWidth,
  type Opened,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env

/** The lines of the statement that the keyboard confirms. */
const LINES = { certain: 80, likely: 28, out: 12 }

describe.skipIf(skipped !== '')(`the bank in the console${skipped}`, () => {
  let site: ConsoleSite
  let customer_id: string
  beforeAll(async () => {
    site = await startConsole()
    site.app.clock.set('2026-11-21T09:00:00.000Z')
    await call('PATCH', '/settings', { bankAccount: { iban: OWN_IBAN } })
    customer_id = (await call('POST', '/customers', { name: 'Fernweh Books GmbH' })).id
  })
  afterAll(() => site?.close())

  let price = 0
  beforeEach(() => {
    price += 1000
  })

  const call: TestApp['json'] = (...request) => site.app.json(...request)

  /** Issued invoices, each of its own amount. */
  async function issued(count: number): Promise<readonly { number: string; amount: string }[]> {
    const items = Array.from({ length: count }, (_, at) => ({
      customer_id,
      status: 'sent',
      issue_date: '2026-11-10',
      items: [{ description: 'Printing', unit_price: String(price + at), tax: UNTAXED }],
    }))
    const { results } = await call('POST', '/invoices/bulk', { mode: 'all', items })
    return results.map(({ resource }: Json) => ({
      number: resource.number,
      amount: resource.totals.total,
    }))
  }
  const UNTAXED = { category: 'Z', rate: '0' }

  const statementOf = (id: string, entries: readonly CamtEntry[]) => ({
    name: `${id}.xml`,
    mimeType: 'application/xml',
    buffer: camt([{ id, entries }], id),
  })
  const matched = () => site.app.services.jobRunner.runDue()

  test('a statement of 120 lines is confirmed by keyboard alone', async () => {
    const invoices = await issued(LINES.certain + LINES.likely)
    const entries = invoices.map(({ number, amount }, at) => ({
      amount,
      reference: `L-${at}`,
      name: 'FERNWEH BOOKS',
      // Without a zero it is not quite the number.
      text: at < LINES.certain ? `Invoice ${number}` : `Invoice ${number.replace('-0', '-')}`,
    }))
    const out = Array.from({ length: LINES.out }, (_, at) => ({
      ...{ amount: '-10.00', reference: `O-${at}`, text: 'Rent' },
    }))
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/bank')
    await page.getByRole('heading', { name: 'No bank statement yet' }).waitFor()
    await page.locator('input[type=file]').setInputFiles(statementOf('S-120', [...entries, ...out]))
    await page.getByText('120 new entries').waitFor()
    await matched()
    await page
      .getByText(`${LINES.certain} payments look right. ${LINES.likely} need checking.`)
      .waitFor()

    let interactions = 0
    const press = async (key: string) => {
      interactions += 1
      await page.keyboard.press(key)
    }
    // All that are certain among those that are shown, until none is left.
    const all = page.getByRole('button', { name: /^Confirm \d+ payments?, / })
    for (let left = LINES.certain; left > 0; ) {
      await all.waitFor()
      const shown = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0])
      await press('a')
      left -= shown
      await page
        .getByText(
          left > 0
            ? new RegExp(`^${left} payments? looks? right`)
            : `${LINES.likely} payments need checking.`,
        )
        .waitFor()
    }
    await press('j')
    let confirmed: string | null = null
    for (let left = LINES.likely - 1; left >= 0; left -= 1) {
      // The count changes before the list: until then, the row is the one that was confirmed.
      const row = page.locator('li:focus-within')
      await expect.poll(() => row.textContent()).not.toBe(confirmed)
      confirmed = await row.textContent()
      await press('y')
      const said =
        left === 0 ? 'Nothing to confirm.' : new RegExp(`^${left} payments? needs? checking`)
      await page.getByText(said).waitFor()
    }
    expect(interactions).toBeLessThan(60)
    const { total } = await call('GET', '/bank-entries?status=booked&include=total')
    expect(total).toBe(LINES.certain + LINES.likely)
    expect((await call('GET', '/invoices?has_due=true&include=total')).total).toBe(0)
    expect(bad).toEqual([])
  })

  test('an entry is split by hand, and a proposal dropped', async () => {
    const [one, other] = await issued(2)
    if (!one || !other) throw new Error('Two invoices are needed.')
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/bank')
    const entries = [
      { amount: '2003.00', reference: 'H-1', name: 'Treuhand Nord', text: 'Sammelzahlung' },
      { amount: other.amount, reference: 'H-2', name: 'Anna', text: 'Danke' },
    ]
    await page.locator('input[type=file]').setInputFiles(statementOf('S-2', entries))
    await page.getByText('2 new entries').waitFor()
    await matched()
    await page.getByRole('button', { name: /^Open/ }).click()
    const row = page.locator('li', { hasText: 'Treuhand Nord' })
    await row.getByRole('button', { name: 'By hand' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Invoice', { exact: true }).fill(one.number)
    await page.getByRole('option', { name: new RegExp(one.number) }).click()
    await dialog.getByLabel('Amount').fill('1990')
    await dialog.getByLabel('€10.00 less than due').selectOption('is a discount')
    await dialog.getByRole('button', { name: 'Add part' }).click()
    await dialog.getByLabel('For').last().selectOption('Something else')
    await dialog.getByLabel('What it is').fill('Deposit of a key')
    expect(await dialog.getByLabel('Amount').last().inputValue()).toBe('13.00')
    await dialog.getByRole('button', { name: 'Book' }).click()
    await row.waitFor({ state: 'detached' })

    const second = page.locator('li', { hasText: 'Danke' })
    await second.getByRole('button', { name: 'Not this' }).click()
    await page.getByText('Proposal dropped').waitFor()

    // The invoice says what paid it, and leads back.
    await page.getByRole('button', { name: /^Booked/ }).click()
    await row.getByRole('link', { name: one.number }).click()
    await page.getByText('€10.00 discount').waitFor()
    await page.getByRole('link', { name: 'From the bank statement' }).click()
    await row.waitFor()
    expect(bad).toEqual([])
  })

  test('a table with unknown columns is read once they are chosen, the next one by itself', async () => {
    const [one, other] = await issued(2)
    if (!one || !other) throw new Error('Two invoices are needed.')
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/bank')
    const send = (name: string, ...rows: readonly string[]) =>
      page.locator('input[type=file]').setInputFiles({
        ...{ name, mimeType: 'text/csv' },
        buffer: Buffer.from(['Wann|Wer|Wofür|Summe', ...rows].join('\n')),
      })
    const rowOf = (day: string, { number, amount }: typeof one) =>
      `${day}|Fernweh|${number}|${amount}`
    await send('first.csv', rowOf('28/11/2026', one), '03/11/2026|Anna|Danke|1,250.00')
    await page.getByRole('button', { name: 'Choose columns' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Choose the column of the day').waitFor()
    for (const [column, role] of [
      ['Wann', 'Day'],
      ['Wer', 'Name'],
      ['Wofür', 'Text'],
      ['Summe', 'Amount'],
    ])
      await dialog.getByLabel(`Meaning: ${column}`).selectOption(role ?? '')
    const preview = dialog.getByRole('table').last()
    await expect.poll(() => preview.innerText()).toMatch(/3\sNov\s2026\s+Anna.*€1,250\.00/s)

    await dialog.getByLabel('Days are written').selectOption('12/31/2026')
    await expect.poll(() => preview.innerText()).toContain('not readable')
    await dialog.getByRole('button', { name: 'Read file' }).click()
    expect(await dialog.getByRole('alert').textContent()).toContain('line 2')
    expect((await call('GET', '/bank-profiles')).data).toEqual([])
    await dialog.getByLabel('Days are written').selectOption('31/12/2026')
    await dialog.getByRole('button', { name: 'Read file' }).click()
    await page.getByText('2 new entries').waitFor()
    expect((await call('GET', '/bank-profiles')).data).toMatchObject([{ name: 'first' }])

    await send('second.csv', rowOf('29/11/2026', other))
    await page.getByText('1 new entry').waitFor()
    await matched()
    await page.locator('li', { hasText: other.number }).first().waitFor()
    expect(bad).toEqual([])
  })

  test('a discount and a rest on the account are booked by hand, and taken back', async () => {
    const [one] = await issued(1)
    if (!one) throw new Error('An invoice is needed.')
    const entry = { amount: `${price + 30}.00`, reference: 'D-1', name: 'Kasse Nord', text: 'Rest' }
    await call('POST', '/bank-files', statementOf('S-3', [entry]).buffer)
    await matched()
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/bank?tab=open')
    const row = page.locator('li', { hasText: 'Kasse Nord' })
    await row.getByRole('button', { name: 'By hand' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Invoice', { exact: true }).fill(one.number)
    await page.getByRole('option', { name: new RegExp(one.number) }).click()
    const [amount, book] = [
      dialog.getByLabel('Amount'),
      dialog.getByRole('button', { name: 'Book', exact: true }),
    ]
    // As much as is due, until a person says otherwise.
    await expect.poll(() => amount.inputValue()).toBe(one.amount)
    await amount.fill(`${price + 10}`)
    await dialog.getByText('is due. Put the rest on the account.').waitFor()
    await amount.fill('much')
    await book.click()
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true')
    await amount.fill(`${price - 20}`)
    await dialog.getByLabel('€20.00 less than due').selectOption('is a discount')
    await dialog.getByRole('button', { name: 'Rest to the account of Fernweh Books GmbH' }).click()
    expect(await amount.last().inputValue()).toBe('50.00')
    await book.click()
    // A notice stays while the pointer is on it.
    await page.getByRole('button', { name: 'Undo' }).hover()
    const [{ id, due }] = (await call('GET', `/invoices?q=${one.number}`)).data
    expect(due).toBe('0.00')
    const [payment] = (await call('GET', `/invoices/${id}/payments`)).data
    expect(payment).toMatchObject({ amount: `${price - 20}.00`, discount: '20.00' })

    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect((await call('GET', `/invoices/${id}`)).totals.due).toBe(one.amount)
    expect(bad).toEqual([])
  })

  test.each([
    ['en', 'Archive', 'Archived', 'Restore'],
    ['de', 'archivieren', 'Archiviert', 'wiederherstellen'],
    ['fr', 'Archiver', 'Archivé', 'Rétablir'],
  ])('in %s: an account is archived, refuses its files, and is restored', async (language, archive, state, restore) => {
    const iban = 'DE33123456780000000101'
    const { id } = await call('POST', '/bank-accounts', { name: 'Altkonto', iban, currency: 'EUR' })
    const opened = await site.open({ viewport: DESKTOP })
    const { page, bad } = opened
    await speak(page, language)
    await signIn(page)
    await page.goto('/bank/accounts')
    const row = page.getByRole('listitem').filter({ hasText: 'Altkonto' })
    await row.getByRole('button', { name: archive }).click()
    await row.getByText(state, { exact: true }).waitFor()
    expect(await call('GET', `/bank-accounts/${id}`)).toMatchObject({ archived: true })
    expect(await violationsOf(page)).toEqual([])
    const entries: CamtEntry[] = [{ amount: '1.00', reference: language }]
    const refused = await site.app.call('POST', '/bank-files', camt([{ iban, entries }], language))
    expect(refused.json()).toMatchObject({ code: 'bank_account_archived' })
    await row.getByRole('button', { name: restore }).click()
    await row.getByText(state, { exact: true }).waitFor({ state: 'detached' })
    expect(await call('GET', `/bank-accounts/${id}`)).toMatchObject({ archived: false })
    await call('DELETE', `/bank-accounts/${id}`)
    expect(bad).toEqual([])
  })

  test('rules are added and moved, an account is renamed, and a statement is undone', async () => {
    const entry = { amount: '19.99', reference: 'Q-1', name: 'Versicherung', text: 'Bonus' }
    const { id } = await call(
      'POST',
      '/bank-files?name=bonus.xml',
      statementOf('S-4', [entry]).buffer,
    )
    await matched()
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/bank/rules')
    const dialog = page.getByRole('dialog')
    const add = async (fill: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await fill()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await add(() => dialog.getByLabel('The name has').fill('Versicherung'))
    await add(async () => {
      await dialog.getByLabel('The text has').fill('B')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      await dialog.getByLabel('The text has').fill('Payout')
      await dialog.getByLabel('What to do').selectOption('It is a payout of a payment provider')
      await dialog.getByLabel('Payment provider').fill('stripe')
    })
    const rules = page.getByRole('main').locator('li')
    await page.getByRole('button', { name: 'Move rule 2 up' }).click()
    await expect.poll(() => rules.first().textContent()).toContain('Payout of stripe')
    await matched()
    await rules.last().getByRole('link', { name: 'Show entries' }).click()
    await page.locator('li', { hasText: 'Versicherung' }).getByText('Your rule').waitFor()

    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await page.getByRole('button', { name: `Edit ${OWN_IBAN}` }).click()
    await dialog.getByLabel('Name').fill('Main account')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Account saved').waitFor()
    expect((await call('GET', '/bank-accounts')).data).toMatchObject([{ name: 'Main account' }])

    await page.getByRole('link', { name: 'Statements', exact: true }).click()
    await page.getByRole('button', { name: 'Undo bonus.xml' }).click()
    await dialog.getByRole('button', { name: 'Undo file' }).click()
    await page.getByText('File undone').waitFor()
    expect(await call('GET', `/bank-files/${id}`)).toMatchObject({ status: 'undone' })
    expect(bad).toEqual([])
  })

  async function look({ page, pending }: Opened, name: string): Promise<void> {
    await settled({ page, pending })
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
    expect(await violationsOf(page), name).toEqual([])
    expect(await fitsWidth(page), name).toBe(true)
  }

  test.each(
    inSomeWay(WAYS),
  )('all screens in $language, $colorScheme, are accessible and fit', async ({
    language,
    ...way
  }) => {
    const [one, two, three, four] = await issued(4)
    if (!one || !two || !three || !four) throw new Error('Four invoices are needed.')
    const named = { name: 'FERNWEH BOOKS GMBH', iban: 'DE33123456780000000101' }
    const entries = [
      { ...named, amount: one.amount, text: `Rechnung ${one.number} vielen Dank` },
      { ...named, amount: two.amount, text: `RG ${two.number.replace('-0', ' ')}` },
      { ...named, amount: '12.50', text: `Rest ${three.number}` },
      { name: 'Anna Beispiel', amount: four.amount, text: 'Danke' },
      { name: 'Stadtkasse', amount: '77.77', text: 'Erstattung 2026' },
      { name: 'Hausverwaltung', amount: '-850.00', text: 'Miete November' },
    ].map((it, at) => ({ ...it, reference: `${language}${way.viewport.width}-${at}` }))
    const id = `S-${language}-${way.viewport.width}`
    await call('POST', '/bank-files', statementOf(id, entries).buffer)
    await matched()
    const opened = await site.open(way)
    const { page, bad } = opened
    await signIn(page)
    await speak(page, language)
    const name = (screen: string) =>
      `${language}-${way.colorScheme}-${way.viewport.width}-${screen}`
    await page.goto('/bank')
    for (const tab of ['confirm', 'open', 'booked', 'ignored'] as const) {
      const at = ['confirm', 'open', 'booked', 'ignored'].indexOf(tab)
      await page.getByRole('main').getByRole('navigation').getByRole('button').nth(at).click()
      await settled(opened)
      await look(opened, name(tab))
    }
    await page.getByRole('main').locator('nav a[href$="/bank/files"]').click()
    await page.waitForURL('**/bank/files')
    await look(opened, name('files'))
    expect(bad).toEqual([])
  })
})
