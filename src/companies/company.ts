import type { Scope } from '../platform/database/scope.ts'
import type { CompanyId } from '../platform/database/tables.ts'

/** The company of a new installation. */
export const FIRST_COMPANY = 1n as CompanyId

/**
 * `importing` is not there yet, `moving` is about to go on in another installation, `deleting` may be called
 * back until its rows are deleted, and `deleted` leaves its id and its handles behind for ever.
 */
export const COMPANY_STATUSES = [
  'active',
  'suspended',
  'importing',
  'moving',
  'deleting',
  'deleted',
] as const
export type CompanyStatus = (typeof COMPANY_STATUSES)[number]

/** What a company may have at most; a name that is absent has no limit. */
export type Limits = Readonly<Record<string, number>>

/** A company as the directory of the installation knows it. */
export interface Company {
  readonly number: CompanyId
  /** `com_` and a UUID. */
  readonly id: string
  readonly version: number
  /** Names it in links: 8 characters of base32. */
  readonly handle: string
  readonly name: string
  readonly status: CompanyStatus
  readonly limits: Limits
  /** The hash before the first revision; null: it follows from number and id. */
  readonly genesis: string | null
  /** The last archive that was taken; null: none. */
  readonly archive: TakenArchive | null
  /** Where the record of a deleted company ended. */
  readonly lastHead: LastHead | null
  /** When the rows of a company in deletion go, or of one that has not arrived completely by then. */
  readonly deleteAt: string | null
  /** Of a company in deletion: its status until then. */
  readonly statusBefore: CompanyStatus | null
  /** The host name that its links are made with; null: that of the service. */
  readonly domain: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** An archive of a company, and where its record ended in it. */
export interface TakenArchive extends LastHead {
  readonly sha256: string
  readonly at: string
}

/** Where the record of a company ended; numbers as text. */
export interface LastHead {
  readonly revisions: string
  readonly hash: string
  readonly events: string
}

/** Whether people and links find it. */
export const isThere = ({ status }: Pick<Company, 'status'>): boolean =>
  status !== 'importing' && status !== 'deleted'

/** Whether anything in it may change. */
export const isOpen = ({ status }: Pick<Company, 'status'>): boolean =>
  status === 'active' || status === 'suspended'

/** A scope, and the company of it. */
export interface CompanyScope extends Scope {
  readonly entry: Company
}

/** A template's version as addresses name it: `<version>@<handle>`, and in company 1 alone. */
export const versionInLinks = (company: Company, version: string): string =>
  isFirst(company) ? version : `${version}@${company.handle}`

/** The version in such an address, which names its company or an earlier handle of it. */
export const versionFromLink = (version: string): string => version.replace(/@[a-z2-7]{8}$/, '')

export const isFirst = ({ number }: Pick<Company, 'number'>): boolean => number === FIRST_COMPANY
