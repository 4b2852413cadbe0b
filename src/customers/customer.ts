import type { CustomerContent } from './fields.ts'

/** Whom invoices are addressed to. */
export interface Customer extends CustomerContent {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}
