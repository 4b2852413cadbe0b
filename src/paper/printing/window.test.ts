import { compile } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import { type PlacedText, placedTexts } from '../../../test/pdf-positions.ts'
import { openRenderer } from '../../../test/printer.ts'
import { builtInTemplates } from '../../company/templates/inner/builtin.ts'
import { traitsOf } from '../../company/templates/traits.ts'
import { reminderPage } from './reminder/page.ts'
import { sampleSource } from './samples/sample.ts'
import { sampleCase } from './samples/sample-cases.ts'
import { documentView } from './view.ts'

/**
 * What the window of an envelope shows of the sheet, wherever the sheet lies in it, in millimeters:
 * DIN 5008 forms A and B (DIN lang), SN 010130 (C5, window on the right), and #10 of the US.
 */
const WINDOWS = {
  'form A': { left: 20, right: 105, top: 27, bottom: 72 },
  'form B': { left: 20, right: 105, top: 45, bottom: 90 },
  'SN 010130': { left: 117, right: 198, top: 57, bottom: 90 },
  '#10': { left: 22.2, right: 111, top: 51.8, bottom: 80.4 },
}

const SOURCES = {
  de: () => sampleSource('de'),
  ch: () => sampleCase('swiss'),
  us: () => sampleSource('en-US'),
}

const renderer = openRenderer({ path: null, remoteUrl: null })

const near = (given: number | undefined, wanted: number) =>
  expect(Math.abs((given ?? Number.NaN) - wanted)).toBeLessThan(1)

const found = (texts: readonly PlacedText[], text: string) =>
  texts.find((it) => it.text.startsWith(text))

describe('the address stands in the window of an envelope', () => {
  test.each([
    ['minimalist-clean', 'de', 'form B', { x: 25, from: 59.3, to: 66.1 }],
    ['minimalist-clean', 'us', '#10', { x: 25, from: 55.3, to: 62.1 }],
    ['minimalist-clean', 'ch', 'SN 010130', { x: 118, from: 61.7, to: 68.5 }],
    ['professional-modern', 'de', 'form B', { x: 25, from: 59.3, to: 66.1 }],
    ['professional-modern', 'us', '#10', { x: 25, from: 55.3, to: 62.1 }],
    ['professional-modern', 'ch', 'SN 010130', { x: 118, from: 61.7, to: 68.5 }],
    ['compact', 'de', 'form A', { x: 25, from: 38.8, to: 45 }],
  ] as const)('%s, %s: %s', async (id, country, window, { x, from, to }) => {
    const { html } = builtInTemplates().find((it) => it.id === id) ?? { html: '' }
    const source = SOURCES[country]()
    const view = documentView({ ...source, traits: traitsOf(html) })
    const texts = placedTexts(await renderer.print(compile(html).render(view)))
    const { seller, buyer } = source.invoice
    const sender = found(texts, `${seller.name} · `)
    const name = found(texts, buyer.name)
    near(sender?.x, x)
    near(sender?.y, from)
    near(name?.x, x)
    near(name?.y, to)
    const { left, right, top, bottom } = WINDOWS[window]
    const first = texts.indexOf(name ?? { text: '', x: 0, y: 0 })
    const address = texts.slice(first, first + 4)
    expect(address).toHaveLength(4)
    for (const line of address) {
      expect(line.x).toBeGreaterThan(left)
      expect(line.x).toBeLessThan(right)
      expect(line.y).toBeGreaterThan(top)
      expect(line.y).toBeLessThan(bottom)
    }
  })

  test('of a reminder, too', async () => {
    const { invoice } = sampleSource('de')
    const html = reminderPage({
      title: 'reminder',
      name: null,
      day: '2026-11-28',
      payBy: '2026-12-05',
      seller: { ...invoice.seller, paymentReference: null },
      buyer: invoice.buyer,
      language: 'de',
      currency: 'EUR',
      invoices: [],
      logo: null,
    })
    const texts = placedTexts(await renderer.print(html))
    near(found(texts, `${invoice.seller.name} · `)?.y, 59.3)
    near(found(texts, invoice.buyer.name)?.y, 66.1)
    near(found(texts, invoice.buyer.name)?.x, 25)
  })
})
