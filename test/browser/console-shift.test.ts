import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../src/entry/demo/demo.ts'
import {
  type ConsoleSite,
  MEASURE_SHIFTS,
  runFirst,
  settled,
  signIn,
  skipped,
  slowDown,
  startConsole,
} from './console-site.ts'

const WIDTHS = [1440, 768, 390]

describe.skipIf(skipped !== '')(`pages that load slowly${skipped}`, () => {
  let site: ConsoleSite
  let paths: readonly string[]
  beforeAll(async () => {
    site = await startConsole()
    await fillDemo(site.app.work())
    const first = async (path: string) =>
      (await site.app.call('GET', `${path}&limit=1`)).json().data[0].id
    const [draft, late, quote] = await Promise.all([
      first('/invoices?status=draft'),
      first('/invoices?overdue=true'),
      first('/quotes?status=accepted'),
    ])
    paths = [
      ...['/invoices', '/quotes', '/customers', '/mail', '/invoices/new'],
      ...[`/invoices/${late}`, `/quotes/${quote}`, `/invoices/${draft}/edit`],
    ]
  })
  afterAll(() => site?.close())

  test.each(WIDTHS)('nothing moves at %d pixels', async (width) => {
    const opened = await site.open({ viewport: { width, height: 900 } })
    const { page } = opened
    await signIn(page)
    await runFirst(page, MEASURE_SHIFTS)
    await slowDown(page)
    for (const path of paths) {
      await page.goto(path)
      await settled(opened)
      expect(await page.evaluate('shifts'), path).toEqual([])
    }
  })
})
