import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  firstXml,
  hasTool,
  inspect,
} from '../../../../../packages/einvoice/src/hybrid/factur-x.testing.ts'
import {
  expectNamedGlyphs,
  expectPdfA3,
} from '../../../../../packages/einvoice/src/hybrid/pdf-a.testing.ts'
import {
  expectReadByOthers,
  WITHOUT_PDF_LIBRARIES,
} from '../../../../../packages/einvoice/src/hybrid/pdf-readers.testing.ts'
import { BUYER, SELLER } from '../../../../../test/einvoice-parties.ts'
import { type Givens, givens } from '../../../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../../../test/harness.ts'

/** Words in which letters join, stack or change places, by ISO 15924, with the language of the invoice. */
const SCRIPTS: Readonly<Record<string, readonly [language: string, words: string]>> = {
  Latn: ['vi', 'Hóa đơn: ế ẩ, Łódź, Åse, ﬁ ffi, ẞ, a\u00adb'],
  Grek: ['el', 'Τιμολόγιο: ἀρχή, ΰ, Ῥόδος, ςΣ'],
  Cyrl: ['uk', 'Рахунок-фактура: їжак, ґанок, Ёлка, Ђорђе'],
  Arab: ['ar', 'مؤسسة الأمل: لله الحمد، لا إله إلا الله، اَلْعَرَبِيَّةُ'],
  Aran: ['ur', 'ٹیکس: گاہک کا نام، بھائی، اُردُو، پتہ ۴۵۶'],
  Hebr: ['he', 'חשבונית: שָׁלוֹם, בְּרֵאשִׁית ₪'],
  Deva: ['hi', 'हिन्दी क्षेत्र: ज्ञान, श्री, कर्म, विद्यार्थी, र्‍य, स्त्री ₹'],
  Thai: ['th', 'ใบแจ้งหนี้: น้ำ กี่ ปี่ ญี่ปุ่น ผู้ซื้อ ฐุ กำ'],
  Hans: ['zh', '发票：设计服务，数量，网页'],
  Hant: ['zh', '發票：設計服務，數量，網頁'],
  Hira: ['ja', 'せいきゅうしょ：ひらがな、が゙'],
  Kana: ['ja', 'カタカナ：デザイン、ガ゙、ﾊﾝｶｸ'],
  Jpan: ['ja', '請求書：デザイン、葛󠄀城'],
  Kore: ['ko', '청구서: 디자인, 한글 한, 請求'],
  Zsye: ['en', '✔ ☐ ❤ ✅ 😀 🧾'],
  Armn: ['en', 'Հաշիվ'],
  Geor: ['en', 'ინვოისი'],
  Beng: ['en', 'চালান ক্ষ'],
  Guru: ['en', 'ਚਲਾਨ ਸ਼੍ਰੀ'],
  Gujr: ['en', 'ભરતિયું'],
  Orya: ['en', 'ଚାଲାଣ'],
  Taml: ['en', 'விலைப்பட்டியல்'],
  Telu: ['en', 'ఇన్వాయిస్'],
  Knda: ['en', 'ಸರಕುಪಟ್ಟಿ'],
  Mlym: ['en', 'ഇൻവോയ്സ്'],
  Sinh: ['en', 'ඉන්වොයිසිය'],
  Laoo: ['en', 'ໃບແຈ້ງໜີ້'],
  Khmr: ['en', 'វិក្កយបត្រ'],
  Mymr: ['en', 'ပြေစာ'],
  Tibt: ['en', 'རྩིས་ཤོག'],
  Ethi: ['en', 'ደረሰኝ'],
  Mong: ['en', 'ᠮᠣᠩᠭᠣᠯ'],
  Thaa: ['en', 'ދިވެހި'],
  Cher: ['en', 'ᏣᎳᎩ'],
}

/**
 * `HYBRIDS=all` takes every script; `VERAPDF=/path/to/verapdf` has veraPDF judge each file, and
 * `PDF_READERS=/path/to/node_modules` has libraries of others read it.
 */
const { HYBRIDS, VERAPDF } = process.env
const CHOSEN = Object.entries(SCRIPTS).filter(
  ([script]) => HYBRIDS === 'all' || ['Deva', 'Zsye', 'Beng'].includes(script),
)
/** Scripts without a font of ours: a hybrid PDF is refused, since PDF/A has no place for them. */
const WITHOUT_FONT = new Set(Object.keys(SCRIPTS).slice(15))
const missing = ['qpdf', 'pdftotext'].filter((tool) => !hasTool(tool))
const skipped = missing.length > 0 ? ` (skipped: ${missing.join(', ')} not installed)` : ''

describe.skipIf(missing.length > 0)(`an invoice in each script${skipped}`, () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
    await given.settings(SELLER)
  })
  afterAll(() => app?.close())

  const issued = (language: string, words: string) =>
    given.invoice({
      customer: { ...BUYER, name: words },
      language,
      items: [{ description: words, details: words, unit_price: '80', tax: { rate: '19' } }],
      terms: words,
      notes: words,
      status: 'sent',
    })

  test.each(
    CHOSEN.filter(([script]) => !WITHOUT_FONT.has(script)),
  )(`%s: the hybrid is PDF/A-3a, carries the XML, and others read it${WITHOUT_PDF_LIBRARIES}`, async (_script, [
    language,
    words,
  ]) => {
    const { id, number, issued_at: at } = await issued(language, words)
    const { body: xml } = await app.call('GET', `/invoices/${id}/xml?format=factur-x`)
    const answer = await app.call('GET', `/invoices/${id}/pdf?format=factur-x`)
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200)
    const hybrid = answer.rawPayload
    expect(Buffer.from(firstXml(hybrid) ?? []).toString()).toBe(xml)
    expectPdfA3(hybrid, { xml, language, madeAt: at.slice(0, 19) })
    expectNamedGlyphs(hybrid)
    expect(inspect(hybrid, ['qpdf', '--check', 'in.pdf']).text).not.toMatch(/warning|error:/i)
    // Poppler reads it without a complaint about fonts or syntax.
    expect(inspect(hybrid, ['pdftotext', 'in.pdf', '-']).text).not.toMatch(/ (?:Error|Warning)/)
    await expectReadByOthers(hybrid, { xml, number, words })
    if (VERAPDF !== undefined) expect(verdictOf(VERAPDF, hybrid)).toMatch(/^PASS /m)
  })

  test.each(
    CHOSEN.filter(([script]) => WITHOUT_FONT.has(script)),
  )('%s: no font has its characters, so the hybrid is refused and names each', async (_script, [
    language,
    words,
  ]) => {
    const { id } = await issued(language, words)
    const answer = await app.call('GET', `/invoices/${id}/pdf?format=factur-x`)
    expect(answer.json()).toMatchObject({ status: 422, code: 'einvoice_glyph_missing' })
    const letters = new Set(
      words.match(/[^\s\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/gu),
    )
    for (const letter of letters) expect(answer.json().detail).toContain(letter)
  })
})

const verdictOf = (program: string, pdf: Uint8Array): string =>
  inspect(pdf, [program, '--flavour', '3a', '--format', 'text', 'in.pdf']).text
