/** Ids of other systems; see `tables.ts` for the conventions. */
export interface ExternalIdTables {
  readonly external_ids: ExternalIdsTable
}

/** Each id of a system belongs to one resource of a kind; the resource itself lists its own, too. */
interface ExternalIdsTable {
  readonly kind: string
  readonly system: string
  readonly external_id: string
  readonly resource_id: string
}
