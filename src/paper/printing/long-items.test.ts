import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM } from '../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { builtInTemplates } from '../../company/templates/inner/builtin.ts'
import { hasPoppler } from './payment-code/printed-code.testing.ts'

const LINES = Array.from({ length: 80 }, (_, at) => `Line ${at + 1} of the details`)
const SIGNS = 'Assembled ✔ ☑ ☐ ✗ ❤ ✅ 😀'
const ITEMS = [
  { ...ITEM, description: SIGNS },
  { ...ITEM, description: 'Design', details: LINES.join('\n') },
]

describe.skipIf(!hasPoppler())('long items, printed (skipped: poppler is not installed)', () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
  })
  afterAll(() => app?.close())

  const pagesOf = async (path: string): Promise<readonly string[]> => {
    const { statusCode, rawPayload } = await app.call('GET', path)
    expect(statusCode).toBe(200)
    const input = { input: rawPayload, maxBuffer: 64 * 1024 * 1024 }
    return execFileSync('pdftotext', ['-layout', '-', '-'], input).toString().split('\f')
  }
  /** Items begin on page 1, and the long one goes on to the last, without losing a line. */
  const expectBroken = (pages: readonly string[]) => {
    expect(pages[0]).toContain(SIGNS)
    for (const line of ['Design', ...LINES.slice(0, 3)]) expect(pages[0]).toContain(line)
    const shown = pages.join('\n').match(/Line \d+ of the details/g)
    expect(shown).toEqual(LINES)
    expect(pages.filter((page) => page.trim() !== '')).toHaveLength(2)
    // Never one line alone.
    for (const page of pages.slice(0, 2))
      expect(page.match(/Line \d+ of/g)?.length).toBeGreaterThan(2)
  }

  test.each([
    ['a sentence', 'Registered office Hamburg, court HRB 12345, managing directors Mia Brandt. '],
    ['capitals', 'AMTSGERICHT MÜNCHEN HRB 12345 GESCHÄFTSFÜHRER MIA WOLFGANG MÖWE '],
    ['Chinese', '有限責任公司登記於漢堡地方法院商業登記簿編號一二三四五董事長為王小明 '],
    ['lines', 'HRB 12345\nMia Brandt\nJonas Weber\n'],
  ])('a long legal form of %s ends above the edge of the page', async (_, part) => {
    const companyLegalForm = `${part.repeat(40).slice(0, 980).trim()} THEEND`
    await given.settings({ companyLegalForm })
    const { id } = await given.invoice({ items: [ITEM], status: 'sent' })
    const { rawPayload } = await app.call('GET', `/invoices/${id}/pdf`)
    const boxes = execFileSync('pdftotext', ['-bbox', '-l', '1', '-', '-'], { input: rawPayload })
    const places = [...boxes.toString().matchAll(/yMax="([\d.]+)">([^<]*)</g)]
    expect(Math.max(...places.map(([, yMax]) => Number(yMax)))).toBeLessThan(842 - 22)
    if (part.length > 40) expect(places.map(([, , word]) => word)).toContain('THEEND')
    await given.settings({ companyLegalForm: null })
  })

  test.each(builtInTemplates().map(({ id }) => id))('%s: invoice and quote', async (templateId) => {
    await given.settings({ templateId })
    const { id } = await given.invoice({ items: ITEMS, status: 'sent' })
    expectBroken(await pagesOf(`/invoices/${id}/pdf`))
    const { customer_id } = (await app.call('GET', `/invoices/${id}`)).json()
    const quote = (await app.call('POST', '/quotes', { customer_id, items: ITEMS })).json()
    expectBroken(await pagesOf(`/quotes/${quote.id}/pdf`))
  })

  test.each(
    builtInTemplates().map(({ id }) => id),
  )('%s: items begin on page 1, although the sums do not fit there', async (templateId) => {
    await given.settings({ templateId })
    for (const count of [30, 34, 46, 50]) {
      const long = { ...ITEM, description: 'Design', details: LINES.slice(0, count).join('\n') }
      for (const items of [[long], [{ ...ITEM, description: 'First' }, long]]) {
        const { id } = await given.invoice({ items })
        const [first] = await pagesOf(`/invoices/${id}/pdf`)
        expect(first, `${count} lines`).toContain(items[0]?.description)
      }
    }
  })

  test('a delivery note', async () => {
    const { id } = await given.invoice({ items: ITEMS, status: 'sent' })
    expectBroken(await pagesOf(`/invoices/${id}/pdf?as=delivery-note`))
  })
})
