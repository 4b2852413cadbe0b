import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM } from '../givens.ts'
import { type ConsoleSite, type Opened, signIn, skipped, startConsole } from './console-site.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Large enough for every height. */
const LARGE = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#123456"/></svg>').toString('base64')}`
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
    const strip = await boxOf(page.locator('.four'))
    const facts = page.locator('.four .known > div')
    expect(await facts.count()).toBeGreaterThan(1)
    for (const fact of await facts.all()) {
      const { x, right } = await boxOf(fact)
      expect(x).toBeGreaterThanOrEqual(strip.x)
      expect(right).toBeLessThanOrEqual(strip.right)
    }
    const due = page.locator('.ask .amount')
    expect((await boxOf(due)).right).toBeLessThanOrEqual(strip.right)
    const isWhole = (it: Locator) => it.evaluate((it) => it.scrollWidth <= it.clientWidth + 1)
    expect(await isWhole(due)).toBe(true)
    expect(await isWhole(page.locator('html'))).toBe(true)
  })

  test('a logo is as high as the settings say, and has no tile of its own', async () => {
    const heights: number[] = []
    for (const logoSize of ['small', 'large']) {
      await given.settings({ logo: LARGE, letterhead: { logoSize } })
      const page = await open({})
      const logo = page.locator('.logo')
      heights.push(Math.round((await boxOf(logo)).height))
      const color = await logo.evaluate(
        (it) => it.ownerDocument.defaultView?.getComputedStyle(it).backgroundColor,
      )
      expect(color).toBe('rgba(0, 0, 0, 0)')
    }
    // At most 9 and 18 mm; 1 mm is 3.78 px.
    expect(heights).toEqual([34, 68])
  })
})
