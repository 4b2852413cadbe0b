import type { Metadata } from '../../../../core/external-ids/metadata.ts'
import { flag, required, text, type Values } from '../../../../kernel/fields/field.ts'

/* A saved view: a named search in the list of invoices. */

export const FIELDS = {
  name: required(text('name', 60), 1),
  shared: flag('shared'),
}

/** Query parameters of the list, as in the request. */
export type Filters = Readonly<Record<string, string | boolean | Metadata>>

export interface SavedView extends Values<typeof FIELDS> {
  readonly id: string
  /** Its creator: a person or a key. */
  readonly ownerId: string
  readonly filters: Filters
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}
