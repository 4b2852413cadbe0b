import { notSupported } from './bank-file-error.ts'

export type TextFormat = 'xml' | 'mt940' | 'coda' | 'gpc' | 'table'

/** Enough for an envelope and the first fields. */
const HEAD_LENGTH = 4096

/** Others that people export from a bank, by their beginning. */
const OTHERS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^%PDF-/, 'PDF'],
  [/^PK\p{Cc}/u, 'ZIP'],
  [/^OFXHEADER:|^<\?OFX|^<OFX>/i, 'OFX'],
  [/^!(?:Type|Account|Option):/i, 'QIF'],
  [/^\s*\{1:[^}]*\}\s*\{2:[IO]942/, 'MT942'],
]

/**
 * What a text is, by its first records.
 *
 * @throws BankFileError `format_not_supported` for a known format that nobody reads
 */
export function formatOf(text: string): TextFormat {
  const head = text.slice(0, HEAD_LENGTH).trimStart()
  const other = OTHERS.find(([start]) => start.test(head))
  if (other) throw notSupported(other[1])
  if (head.startsWith('<')) return 'xml'
  const isSwift = /(?:^|[\r\n])\s?:20:/.test(head) && /[\r\n]:25P?:/.test(head)
  if (isSwift) {
    if (/[\r\n]:(?:34F|13D):/.test(head)) throw notSupported('MT942')
    return 'mt940'
  }
  if (/^0000[0 ][0-9 ]{6}[0-9 ]{3}05/.test(head)) return 'coda'
  return /^074\d{16}/.test(head) ? 'gpc' : 'table'
}
