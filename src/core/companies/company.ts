import type { CompanyDb } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'

/** The company of a new installation. */
export const FIRST_COMPANY = 1n as CompanyId

/**
 * `importing` is not visible yet. `moving` is about to be active in another installation.
 * `deleting` can be restored until its rows are deleted. `deleted` keeps its id and its handles
 * forever.
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

/** The limits of a company; a missing name means no limit. */
export type Limits = Readonly<Record<string, number>>

/** A company in the directory of the installation. */
export interface Company {
  readonly number: CompanyId
  /** `com_` and a UUID. */
  readonly id: string
  readonly version: number
  /** Its name in links: 8 characters of base32. */
  readonly handle: string
  readonly name: string
  readonly status: CompanyStatus
  readonly limits: Limits
  /** The hash before the first revision; null: derived from number and id. */
  readonly genesis: string | null
  /** The last archive; null: none. */
  readonly archive: TakenArchive | null
  /** The head of a deleted company. */
  readonly lastHead: LastHead | null
  /** When the rows of a company in deletion are deleted, or those of an incomplete import. */
  readonly deleteAt: string | null
  /** The previous status of a company in deletion. */
  readonly statusBefore: CompanyStatus | null
  /** The host name for new links; null: that of the service. */
  readonly domain: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** An archive of a company, and the head of its chain. */
interface TakenArchive extends LastHead {
  readonly sha256: string
  readonly at: string
}

/** The head of a company's record; numbers as text. */
interface LastHead {
  readonly revisions: string
  readonly hash: string
  readonly events: string
}

/** Whether people and links can find it. */
export const isThere = ({ status }: Pick<Company, 'status'>): boolean =>
  status !== 'importing' && status !== 'deleted'

/** Whether anything in it may change. */
export const isOpen = ({ status }: Pick<Company, 'status'>): boolean =>
  status === 'active' || status === 'suspended'

/** A scope, and the company of it. */
export interface CompanyScope extends CompanyDb {
  readonly company: Company
}

/** A template's version in URLs: `<version>@<handle>`, and only the version in company 1. */
export const versionInLinks = (company: Company, version: string): string =>
  isFirst(company) ? version : `${version}@${company.handle}`

/** The version in such a URL, which has the company's current or an earlier handle. */
export const versionFromLink = (version: string): string => version.replace(/@[a-z2-7]{8}$/, '')

export const isFirst = ({ number }: Pick<Company, 'number'>): boolean => number === FIRST_COMPANY
