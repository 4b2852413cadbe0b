import { expect, test } from 'vitest'
import { mailHtml } from './layout.ts'

const LAYOUT = {
  language: 'en',
  link: { url: 'https://bills.example/i/a-1', label: 'View invoice' },
  accentColor: '#1f5f5b',
  sender: 'Atelier Nord',
  logo: null,
} as const
const kept = (text: string) => `<span style="white-space:nowrap">${text}</span>`

test.each([
  ['Here is INV-2026-0042.', `Here is ${kept('INV-2026-0042')}.`],
  ['Pay by 2026-11-21 & thanks', `Pay by ${kept('2026-11-21')} &amp; thanks`],
  ['A well-known name', 'A well-known name'],
  [`${'A-'.repeat(12)}1`, `${'A-'.repeat(12)}1`],
])('a number stays on one line: %s', (text, html) => {
  expect(mailHtml({ ...LAYOUT, text })).toContain(`<p style="margin:0 0 16px">${html}</p>`)
})

test('a link within a sentence is left as it is', () => {
  const { url } = LAYOUT.link
  const html = mailHtml({ ...LAYOUT, text: `See ${url} for INV-7.` })
  const link = `<a href="${url}" style="color:inherit">${url}</a>`
  expect(html).toContain(`See ${link} for ${kept('INV-7')}.`)
})

test('the amount stands above the button, between perforated lines; without a button below the text', () => {
  const figure = { caption: 'Amount due · Due date: <b>', amount: '€1,200.00' }
  const { url } = LAYOUT.link
  const html = mailHtml({ ...LAYOUT, figure, text: `Hello\n\n${url}\n\nBye` })
  const order = ['Hello', 'Due date: &lt;b&gt;', '€1,200.00', 'View invoice', 'Bye']
  const places = order.map((it) => html.indexOf(it))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(html.split('€1,200.00')).toHaveLength(2)
  const below = mailHtml({ ...LAYOUT, link: null, figure, text: 'Hello\n\nBye' })
  expect(below.indexOf('Bye')).toBeLessThan(below.indexOf('€1,200.00'))
})
