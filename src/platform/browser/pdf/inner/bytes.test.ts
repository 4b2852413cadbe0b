import { describe, expect, test } from 'vitest'
import { countPages, normalisePdf } from './bytes.ts'

const normal = (text: string) =>
  Buffer.from(normalisePdf(Buffer.from(text, 'latin1'))).toString('latin1')

describe('normalising a PDF', () => {
  test.each([
    [
      'the time of printing goes',
      "/CreationDate (D:20261121053751+00'00')\n/ModDate (D:20261121053751-05'30')",
      "/CreationDate (D:20000101000000+00'00')\n/ModDate (D:20000101000000+00'00')",
    ],
    [
      'ids count from one, in their order, wherever they are used',
      '/ID (node00000718)>> /Headers [(node00000718) (node00000725)]>> [(node00000725) 4 0 R (node00000718)',
      '/ID (node00000001)>> /Headers [(node00000001) (node00000002)]>> [(node00000002) 4 0 R (node00000001)',
    ],
    [
      'a title that looks like an id stays',
      '/Title (node00000718) /ID (node00000700)',
      '/Title (node00000718) /ID (node00000001)',
    ],
    [
      'text that looks like an id in an array stays, its brackets being escaped',
      '/Title (a [\\(node00000718\\))',
      '/Title (a [\\(node00000718\\))',
    ],
    ['bytes above 127 stay', '\xff\x00\x80', '\xff\x00\x80'],
  ])('%s', (_name, before, after) => {
    expect(normal(before)).toBe(after)
  })

  test('ids of a page used long ago and of a new one come out alike', () => {
    expect(normal('/ID (node09999999) /ID (node10000000)')).toBe(
      normal('/ID (node00000009) /ID (node00000010)'),
    )
  })
})

test('counts pages without the page tree', () => {
  const pdf = '<</Type /Pages /Count 2>> <</Type /Page\n/Parent 1 0 R>> <</Type /Page /X 1>>'
  expect(countPages(Buffer.from(pdf))).toBe(2)
})
