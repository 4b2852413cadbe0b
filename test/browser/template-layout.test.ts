import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM } from '../givens.ts'
import { type ConsoleSite, type Opened, signIn, skipped, startConsole } from './console-site.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const LONG_REFERENCE = `PO/2026/${'0815-4711/'.repeat(18)}A`

describe.skipIf(skipped !== '')(`Professional Modern in a browser${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let opened: Opened
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    await given.settings({ templateId: 'professional-modern', logo: PNG })
    opened = await site.open({ viewport: { width: 1100, height: 1000 } })
    await signIn(opened.page)
  })
  afterAll(() => site?.close())

  const boxOf = async (it: Locator) => {
    const box = await it.boundingBox()
    if (!box) throw new Error('It is not on the page.')
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  const open = async (fields: object) => {
    const { id } = await given.invoice({ items: [ITEM, ITEM], status: 'sent', ...fields })
    await opened.page.goto(`/api/v1/invoices/${id}/html`)
    return opened.page
  }

  test('totals are aligned with the amounts of the items', async () => {
    const page = await open({})
    const edges = await page.locator('.item .sum, .sums > div > dd').evaluateAll((all) =>
      all.map((it) => {
        const range = it.ownerDocument.createRange()
        range.selectNodeContents(it)
        return Math.round(range.getBoundingClientRect().right)
      }),
    )
    expect(edges.length).toBeGreaterThan(4)
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(1)
  })

  test('a long reference wraps, and the amount due beside it stays whole', async () => {
    const page = await open({ order_reference: LONG_REFERENCE.slice(0, 200) })
    const strip = await boxOf(page.locator('.facts'))
    for (const fact of await page.locator('.facts > div').all()) {
      const { x, right } = await boxOf(fact)
      expect(x).toBeGreaterThanOrEqual(strip.x)
      expect(right).toBeLessThanOrEqual(strip.right)
    }
    const due = page.locator('.facts .due')
    const end = await page.locator('.items').boundingBox()
    expect((await boxOf(due)).right).toBeCloseTo((end?.x ?? 0) + (end?.width ?? 0), 0)
    const isWhole = (it: Locator) => it.evaluate((it) => it.scrollWidth <= it.clientWidth + 1)
    expect(await isWhole(due.locator('dd'))).toBe(true)
    expect(await isWhole(page.locator('html'))).toBe(true)
  })

  test('a logo is on the paper’s color, which fills its part of the band from edge to edge', async () => {
    const page = await open({})
    const [brand, band] = [await boxOf(page.locator('.brand')), await boxOf(page.locator('.band'))]
    expect([brand.x, brand.y, brand.bottom].map(Math.round)).toEqual(
      [band.x, band.y, band.bottom].map(Math.round),
    )
    const colorOf = (it: Locator) =>
      it.evaluate((it) => it.ownerDocument.defaultView?.getComputedStyle(it).backgroundColor)
    expect(await colorOf(page.locator('.brand'))).toBe('rgb(255, 255, 255)')
    // No tile of its own around it.
    expect(await colorOf(page.locator('.logo'))).toBe('rgba(0, 0, 0, 0)')
  })
})
