import type { EInvoice } from '../model/document.ts'
import type { Rule } from '../rules/rule.ts'

/**
 * The additions of a country to EN 16931. The core does not name countries: it asks
 * `countries.ts`.
 */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  /** Peppol BIS 3's rules for sellers of this country. */
  readonly onPeppol?: readonly Rule[]
  /** The document of its sellers with the terms that Peppol requires, derived from the data. */
  readonly completeOnPeppol?: (document: EInvoice) => EInvoice
  /** Codes of UNTDID 1001 in its own profile; undefined: all that we write. */
  readonly types?: ReadonlySet<string>
  /** The rules of its own profile besides those of EN 16931. */
  readonly rules?: readonly Rule[]
  /** The document with the terms of its profile, derived from the data. */
  readonly complete?: (document: EInvoice) => EInvoice
}
