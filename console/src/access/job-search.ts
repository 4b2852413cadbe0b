const STATUSES = ['failed', 'retrying', 'waiting', 'running'] as const
export type JobStatus = (typeof STATUSES)[number]

/** The status filter in the URL; default: `failed`. */
export interface JobSearch {
  readonly status?: JobStatus
}

/** Keeps the known values of a URL and drops the rest. */
export function toJobSearch(search: Readonly<Record<string, unknown>>): JobSearch {
  const status = STATUSES.find((it) => it === search.status)
  return status ? { status } : {}
}
