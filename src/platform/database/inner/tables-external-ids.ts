/** Ids of other systems; see `tables.ts` for the conventions. */
export interface ExternalIdTables {
  readonly external_ids: ExternalIdsTable
  readonly metadata_pairs: MetadataPairsTable
}

/** Each id of a system belongs to one resource of a kind; the resource also stores its list. */
interface ExternalIdsTable {
  readonly kind: string
  readonly system: string
  readonly external_id: string
  readonly resource_id: string
}

/** Each pair of the metadata of a resource. */
interface MetadataPairsTable {
  readonly kind: string
  readonly name: string
  readonly value: string
  readonly resource_id: string
}
