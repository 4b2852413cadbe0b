const STATUSES = ['failed', 'retrying', 'waiting', 'running'] as const
export type JobStatus = (typeof STATUSES)[number]

/** Which jobs the page shows, as written in the address; `failed` unless given. */
export interface JobSearch {
  readonly status?: JobStatus
}

/** Takes the known values of an address and drops the rest. */
export function toJobSearch(search: Readonly<Record<string, unknown>>): JobSearch {
  const status = STATUSES.find((it) => it === search.status)
  return status ? { status } : {}
}
