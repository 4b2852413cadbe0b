/** The event log; see `tables.ts` for the conventions. */
export interface EventTables {
  readonly events: EventsTable
}

interface EventsTable {
  /** Position in the log, from 1 without gaps, in commit order. */
  readonly sequence: bigint
  readonly id: string
  readonly type: string
  readonly resource_type: string
  readonly resource_id: string
  readonly actor_kind: string
  readonly actor_id: string
  readonly actor_name: string
  readonly at: string
  readonly data: string
}
