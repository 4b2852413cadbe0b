import type { EInvoice } from '../model/document.ts'
import type { Rule } from '../rules/rule.ts'

/** What a country adds to EN 16931. The core names none of them: it asks `countries.ts`. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  /** What Peppol BIS 3 demands of its sellers. */
  readonly onPeppol?: readonly Rule[]
  /** The document of its sellers with what Peppol wants and the data gives. */
  readonly completeOnPeppol?: (document: EInvoice) => EInvoice
  /** Codes of UNTDID 1001 that its own profile knows; undefined: all that we write. */
  readonly types?: ReadonlySet<string>
  /** What its own profile demands on top of EN 16931. */
  readonly rules?: readonly Rule[]
  /** The document with the fields of its profile that follow from its data. */
  readonly complete?: (document: EInvoice) => EInvoice
}
