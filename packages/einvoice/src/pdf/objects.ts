/** A value of a PDF file (ISO 32000-1, 7.3). Text is Latin-1: one character for each byte. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfReference
  | PdfDictionary
  | readonly PdfValue[]

export interface PdfName {
  readonly kind: 'name'
  readonly name: string
}

export interface PdfString {
  readonly kind: 'string'
  readonly bytes: string
}

export interface PdfReference {
  readonly kind: 'reference'
  readonly number: number
  readonly generation: number
}

export interface PdfDictionary {
  readonly kind: 'dictionary'
  readonly entries: ReadonlyMap<string, PdfValue>
}

export const pdfName = (name: string): PdfName => ({ kind: 'name', name })

export const pdfReference = (number: number): PdfReference => ({
  kind: 'reference',
  number,
  generation: 0,
})

/** ASCII unchanged; anything else as UTF-16 with a byte order mark (7.9.2.2). */
export const pdfText = (text: string): PdfString => ({
  kind: 'string',
  bytes: /^[ -~]*$/.test(text)
    ? text
    : Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1'),
})

export const pdfDictionary = (entries: Readonly<Record<string, PdfValue>>): PdfDictionary => ({
  kind: 'dictionary',
  entries: new Map(Object.entries(entries)),
})

export const withEntries = (
  { entries }: PdfDictionary,
  changes: Readonly<Record<string, PdfValue>>,
): PdfDictionary => ({
  kind: 'dictionary',
  entries: new Map([...entries, ...Object.entries(changes)]),
})

const isKind = (value: PdfValue | undefined, kind: string): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind

export const isName = (value: PdfValue | undefined): value is PdfName => isKind(value, 'name')
export const isString = (value: PdfValue | undefined): value is PdfString => isKind(value, 'string')
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  isKind(value, 'reference')
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  isKind(value, 'dictionary')
export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] =>
  Array.isArray(value)

/** Without characters that need an escape. */
const PLAIN = /^[ -'*-[\]-~]*$/

/**
 * The value in PDF syntax. Plain strings are literal, because some readers find no others; the
 * rest is hexadecimal.
 */
export function writeValue(value: PdfValue): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') {
    return String(value)
  }
  if (isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  switch (value.kind) {
    case 'name':
      return writeName(value.name)
    case 'string':
      return PLAIN.test(value.bytes)
        ? `(${value.bytes})`
        : `<${Buffer.from(value.bytes, 'latin1').toString('hex').toUpperCase()}>`
    case 'reference':
      return `${value.number} ${value.generation} R`
    case 'dictionary': {
      const entries = [...value.entries].map(([key, it]) => `${writeName(key)} ${writeValue(it)}`)
      return `<<${entries.join('\n')}>>`
    }
  }
}

const writeName = (name: string): string =>
  `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (it) => `#${hexByte(it)}`)}`

const hexByte = (character: string): string =>
  character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
