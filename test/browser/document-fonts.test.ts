import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FONTS_PATH } from '../../src/paper/printing/document.ts'
import { fontFaces } from '../../src/platform/browser/web-fonts.ts'
import { givens } from '../givens.ts'
import { type ConsoleSite, skipped, startConsole } from './console-site.ts'

const TEXTS = {
  en: 'Amount due 1,234.50 € – fi ffi Łódź',
  el: 'Σύνολο Итого',
  hi: 'कुल राशि क्ष',
  ar: 'المبلغ المستحق',
  he: 'סכום לתשלום',
  th: 'ยอดรวม',
  zh: '应付金额',
  ja: '請求書の合計',
  ko: '합계 금액',
}

describe.skipIf(skipped !== '')(`the fonts of documents in a browser${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
  })
  afterAll(() => site?.close())

  test('are taken by the browser in every script', async () => {
    const { page } = await site.open({ bypassCSP: true })
    await page.goto('/healthz')
    for (const [lang, text] of Object.entries(TEXTS)) {
      const html = `<html lang="${lang}"><body>${text}<b>${text}</b></body></html>`
      const faces = fontFaces(html, FONTS_PATH)
      const families = [...new Set(faces.match(/Noto[\w ]+(?=";)/g))].map((name) => `"${name}"`)
      await page.setContent(
        `<style>${faces} body { font-family: ${families.join()} }</style>${text}<b>${text}</b>`,
      )
      const states = await page.evaluate<string[]>(
        `Promise.allSettled([...document.fonts].map((it) => it.load())).then(() => [...document.fonts].map((it) => it.status))`,
      )
      expect(new Set(states), lang).toEqual(new Set(['loaded']))
    }
  })

  test('come with a document, and are kept by the browser', async () => {
    const given = givens(site.app)
    const { id } = await given.invoice({ status: 'sent' })
    const { share_token: token } = await given.publish(id)
    const { page, bad } = await site.open()
    const loaded = page.waitForResponse((it) =>
      it.url().includes('InstrumentSans-400Regular-latin'),
    )
    await page.goto(`/i/${token}`)
    const font = await loaded
    expect(font.status()).toBe(200)
    expect(font.headers()).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(bad).toEqual([])
  })
})
