import { expect, test } from 'vitest'
import { printOnly } from './print-only.ts'

const page = (head: string, body = '') => `<html><head>${head}</head><body>${body}</body></html>`

test('a document is hidden from the screen', () => {
  expect(printOnly(page('<title>Invoice</title>', '<img src="data:,">'))).toBe(
    page(
      '<title>Invoice</title><style>@media screen { html { display: none } }</style>',
      '<img src="data:,">',
    ),
  )
})

test.each([
  page('<style>@font-face { font-family: Own; src: local("Own") }</style>'),
  page('<style>body { background: URL("data:,") }</style>'),
  page('', '<svg><image href="data:," /></svg>'),
  page('', '<img src="data:," loading="lazy">'),
])('a document that is read by its layout stays as it is: %s', (html) => {
  expect(printOnly(html)).toBe(html)
})
