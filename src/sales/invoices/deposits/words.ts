import { signsOf, withRegion, writtenWith } from '../../../kernel/signs.ts'

/* The words of deposits in the document languages. */

interface Words {
  /** An item of a deposit: `{percent}` is empty if an amount was agreed. */
  readonly deposit: string
  /** An item of a final invoice that deducts a deposit. */
  readonly deducted: string
}

const WORDS = {
  en: { deposit: 'Deposit {percent}', deducted: 'Less deposit {number} of {date}' },
  de: { deposit: 'Anzahlung {percent}', deducted: 'Abzüglich Anzahlung {number} vom {date}' },
  fr: { deposit: 'Acompte {percent}', deducted: 'Déduction de l’acompte {number} du {date}' },
  es: { deposit: 'Anticipo {percent}', deducted: 'Deducción del anticipo {number} del {date}' },
  it: { deposit: 'Acconto {percent}', deducted: 'Detrazione acconto {number} del {date}' },
  nl: { deposit: 'Aanbetaling {percent}', deducted: 'Af: aanbetaling {number} van {date}' },
  pt: { deposit: 'Adiantamento {percent}', deducted: 'Dedução do adiantamento {number} de {date}' },
  pl: { deposit: 'Zaliczka {percent}', deducted: 'Rozliczenie zaliczki {number} z dnia {date}' },
  sv: { deposit: 'Förskott {percent}', deducted: 'Avgår förskott {number} av den {date}' },
  ar: { deposit: 'دفعة مقدمة {percent}', deducted: 'خصم الدفعة المقدمة {number} بتاريخ {date}' },
  he: { deposit: 'מקדמה {percent}', deducted: 'בניכוי מקדמה {number} מיום {date}' },
  zh: { deposit: '预付款 {percent}', deducted: '扣除 {date} 的预付款 {number}' },
  ja: { deposit: '前受金 {percent}', deducted: '{date} 付の前受金 {number} の控除' },
} satisfies Record<string, Words>

const isKnown = (code: string): code is keyof typeof WORDS => Object.hasOwn(WORDS, code)

function wordsIn(language: string): Words {
  const code = language.split(/[-_]/, 1)[0]?.toLowerCase() ?? 'en'
  return WORDS[isKnown(code) ? code : 'en']
}

/** `percent`: as a decimal; null if an amount was agreed. */
export const depositText = (language: string, percent: string | null): string =>
  wordsIn(language)
    .deposit.replace('{percent}', percent === null ? '' : percentIn(language, percent))
    .trim()

/** With the month as a word, so that no reader confuses day and month. */
export const deductionText = (
  language: string,
  { number, issueDate }: { readonly number: string; readonly issueDate: string },
): string =>
  wordsIn(language)
    .deducted.replace('{number}', () => number)
    .replace('{date}', longDate(language, issueDate))

function longDate(language: string, day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = Date.UTC(year, month - 1, date)
  return new Intl.DateTimeFormat(withRegion(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(at)
}

/** The decimal stays text, so the percentage is never a binary float. */
const percentIn = (language: string, percent: string): string =>
  writtenWith(
    signsOf(new Intl.NumberFormat(withRegion(language), { style: 'currency', currency: 'EUR' })),
    new Intl.NumberFormat(withRegion(language), {
      style: 'unit',
      unit: 'percent',
      maximumFractionDigits: 6,
    }),
    percent,
  ).replace(/\u00a0/g, ' ')
