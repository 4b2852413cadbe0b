import { describe, expect, test } from 'vitest'
import { fontFaces, webFont } from './web-fonts.ts'

const page = (lang: string, text: string) => `<html lang="${lang}"><body>${text}</body></html>`
const filesOf = (css: string) =>
  [...css.matchAll(/url\("\/f\/([^"]+)"\)/g)].map(([, file = '']) => decodeURIComponent(file))
const regular = (css: string) => filesOf(css).filter((file) => file.includes('400Regular-'))

describe('the fonts of a page', () => {
  test.each([
    ['en', 'Total 3 × 80.00 € – Łódź', ['NotoSans-400Regular-latin.woff2']],
    ['el', 'Σύνολο', ['NotoSans-400Regular-latin.woff2', 'NotoSans-400Regular-greek.woff2']],
    ['hi', 'कुल', ['NotoSans-400Regular-latin.woff2', 'NotoSans-400Regular-other.woff2']],
    ['ar', 'المجموع', ['NotoSans-400Regular-latin.woff2', 'NotoSansArabic-400Regular-all.woff2']],
    [
      'zh',
      '总计',
      ['NotoSans-400Regular-latin.woff2', 'NotoSansSC-400Regular-text.woff2?text=总计'],
    ],
    [
      'ja',
      '合計',
      ['NotoSans-400Regular-latin.woff2', 'NotoSansJP-400Regular-text.woff2?text=合計'],
    ],
  ])('in %s are those that its characters need', (lang, text, files) => {
    expect(regular(fontFaces(page(lang, text), '/f/'))).toEqual(files)
  })

  test('are those of the face that it names, and Noto Sans for what the face lacks', () => {
    const html = page(
      'en',
      '<style>p { font-family: Source Serif Four, Noto Sans }</style>Total हि',
    )
    expect(regular(fontFaces(html, '/f/'))).toEqual([
      'SourceSerif4-400Regular-latin.woff2',
      'NotoSans-400Regular-other.woff2',
    ])
  })

  test('name all styles, and many characters in several files', () => {
    expect(filesOf(fontFaces(page('en', ''), '/f/'))).toEqual([
      'NotoSans-400Regular-latin.woff2',
      'NotoSans-700Bold-latin.woff2',
      'NotoSans-400Regular_Italic-latin.woff2',
      'NotoSans-700Bold_Italic-latin.woff2',
    ])
    const many = Array.from({ length: 450 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
    const texts = regular(fontFaces(page('zh', many), '/f/')).filter((it) => it.includes('text='))
    expect(texts).toHaveLength(3)
    expect(texts.map((it) => it.split('=')[1]).join('')).toBe(many)
  })

  test('are WOFF 2.0 of the characters alone, and kept', async () => {
    const font = await webFont('NotoSansJP-400Regular-text.woff2', '請求書')
    expect(Buffer.from(font ?? []).toString('latin1', 0, 4)).toBe('wOF2')
    expect(font?.length).toBeLessThan(20_000)
    expect(await webFont('NotoSansJP-400Regular-text.woff2', '書求請')).toBe(font)
    const latin = await webFont('NotoSans-700Bold-latin.woff2', undefined)
    expect(latin?.length).toBeLessThan(110_000)
  })

  test.each([
    ['NotoSans-400Regular-text.woff2', 'a'],
    ['NotoSansJP-400Regular-text.woff2', undefined],
    [
      'NotoSansJP-400Regular-text.woff2',
      Array.from({ length: 201 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(''),
    ],
    ['NotoSansArabic-400Regular_Italic-all.woff2', undefined],
    ['NotoSans-400Regular-latin.woff2', 'a'],
    ['NotoSans-400Regular-__proto__.woff2', undefined],
    ['../package.json', undefined],
  ])('there is none of %s with the text %s', async (name, text) => {
    expect(await webFont(name, text)).toBeNull()
  })
})
