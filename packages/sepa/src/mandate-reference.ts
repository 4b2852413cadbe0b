export type MandateReferenceFault = 'length' | 'characters' | 'blanks' | 'slash'

const LENGTH_MAX = 35

/** Why a text is no mandate reference (EPC130-08, unique mandate reference); null: it is one. */
export function faultOfMandateReference(text: string): MandateReferenceFault | null {
  if (text.length === 0 || text.length > LENGTH_MAX) return 'length'
  if (!/^[A-Za-z0-9+?/\-:().,' ]+$/.test(text)) return 'characters'
  if (text !== text.trim() || text.includes('  ')) return 'blanks'
  if (text.startsWith('/') || text.endsWith('/') || text.includes('//')) return 'slash'
  return null
}

/** References with the same key are the same mandate for banks: neither case nor blanks count. */
export const mandateReferenceKey = (reference: string): string =>
  reference.replaceAll(' ', '').toUpperCase()
