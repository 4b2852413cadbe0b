import { describe, expect, test } from 'vitest'
import { missingGlyphs, printable } from './font-coverage.ts'
import {
  DOCUMENT_FONT_STACK,
  documentFontStack,
  fontConfiguration,
  fontFiles,
  missingFontFamilies,
} from './fonts.ts'

describe('the fonts of documents', () => {
  test('are all installed, regular and bold', () => {
    expect(missingFontFamilies()).toEqual([])
    const files = fontFiles()
    expect(files.filter((it) => it.endsWith('_400Regular.ttf'))).toHaveLength(14)
    expect(files.filter((it) => it.endsWith('_700Bold.ttf'))).toHaveLength(11)
    expect(files.filter((it) => it.endsWith('_600SemiBold.ttf'))).toHaveLength(2)
  })

  test.each([
    ['ja-JP', '"Noto Sans", "Noto Sans JP", '],
    ['ko', '"Noto Sans", "Noto Sans KR", '],
    ['zh-CN', '"Noto Sans", "Noto Sans Arabic", '],
    ['', '"Noto Sans", "Noto Sans Arabic", '],
  ])('Han characters are drawn as readers of "%s" know them', (language, start) => {
    const stack = documentFontStack(language)
    expect(stack.startsWith(start)).toBe(true)
    expect(stack.split(', ').sort()).toEqual(DOCUMENT_FONT_STACK.split(', ').sort())
  })

  test.each([
    ['instrument_sans', '"Instrument Sans", "Noto Sans", '],
    ['source_serif', '"Source Serif Four", "Noto Sans", '],
    ['noto_sans', '"Noto Sans", "Noto Sans Arabic", '],
  ] as const)('%s comes before the fonts of other scripts', (face, start) => {
    expect(documentFontStack('en', face).startsWith(start)).toBe(true)
  })

  test('a folder whose name needs escaping does not break the configuration', () => {
    const configuration = fontConfiguration(['/a<b>&c/x.ttf', '/a<b>&c/y.ttf'], '/cache')
    expect(configuration.match(/<dir>.*<\/dir>/g)).toEqual(['<dir>/a&lt;b&gt;&amp;c</dir>'])
  })
})

describe('characters without a glyph', () => {
  test.each([
    'Grüße, façade, Łódź, ½ × 3 = 1,5 €',
    'Ελληνικά Русский Українська Tiếng Việt',
    'العربية עברית हिन्दी ภาษาไทย',
    '发票 發票 請求書ひらがなカタカナ 청구서',
    '₹ ₩ ₽ ₺ ₫ ₴ ¥ £ – — “ ” … • № ™',
    'line\nbreak\ttab\u00a0space\u200djoiner\ufe0fselector\u200fmark',
  ])('none in: %s', (text) => {
    expect(missingGlyphs(text)).toEqual([])
  })

  test('each is named once, beyond the first plane too', () => {
    expect(missingGlyphs('aՀbՀ ጤና')).toEqual(['Հ', 'ጤ', 'ና'])
    expect(missingGlyphs('✔ ☑ ☐ ✗ ❤ ❤️ ✅ ★ ☎ 😀 👍🏽')).toEqual([])
  })
})

describe('printable text', () => {
  test('is unchanged if the fonts have it, with its joiners, selectors and line breaks', () => {
    const text = 'Größe\n\tŁódź 株式会社 שלום a\u200db\ufe0f\u2028c\u00ad\u3000d\ufffd'
    expect(printable(text)).toBe(text)
  })

  test.each([
    ['controls are left out', 'a\u0000\u0007b\u007f\u0085c', 'abc'],
    ['what no font has is replaced', 'aՀb', 'a\ufffdb'],
    [
      'what is for private use, or not a character, too',
      '\ue000\u{f8ff0}\u0378\uffff',
      '\ufffd'.repeat(4),
    ],
    ['half a surrogate pair too', 'a\ud83db', 'a\ufffdb'],
    ['a space that no font has is a space', 'a\u1680b', 'a b'],
  ])('%s', (_promise, text, expected) => {
    expect(printable(text)).toBe(expected)
  })
})
