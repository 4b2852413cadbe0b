import type { Ajv } from 'ajv'
import formats from 'ajv-formats'

const { validate: isIsoDate } = formats.default.get('date') as {
  readonly validate: (text: string) => boolean
}

/** The formats of schemas. The dates of e-invoices have no year 0 (XML Schema 1.0, 3.2.9). */
export function withFormats(ajv: Ajv): Ajv {
  formats.default(ajv, ['email', 'uri', 'date-time'])
  ajv.addFormat('date', (text) => !text.startsWith('0000') && isIsoDate(text))
  return ajv
}
