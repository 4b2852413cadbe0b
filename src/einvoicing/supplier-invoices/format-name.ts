import { RECEIVED_PROFILE_NAMES } from '@billwright/einvoice/profiles'
import type { SupplierInvoiceEntry } from './supplier-invoice.ts'

const SYNTAXES: Readonly<Record<SupplierInvoiceEntry['format'], string | null>> = {
  ubl: 'UBL',
  cii: 'CII',
  pdf: 'PDF',
  fatturapa: null,
  ksef: null,
}

type Received = Pick<SupplierInvoiceEntry, 'profile' | 'format'> & {
  /** BT-24. */
  readonly specification: string | null
}

/** The format as accountants call it: `XRechnung 3.0 (UBL)`. */
export function formatName({ profile, format, specification }: Received): string {
  const version = /[:_]v?(\d+(?:\.\d+)+)(?:#|$)/.exec(specification ?? '')?.[1]
  const name = [RECEIVED_PROFILE_NAMES[profile], version].filter(Boolean).join(' ')
  const syntax = SYNTAXES[format]
  return syntax === null ? name : `${name} (${syntax})`
}
