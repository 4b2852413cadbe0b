import type { Scope } from '../platform/database/scope.ts'
import type { CompanyId } from '../platform/database/tables.ts'

/** The company of a new installation. */
export const FIRST_COMPANY = 1n as CompanyId

export const COMPANY_STATUSES = ['active', 'suspended'] as const
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
  readonly createdAt: string
  readonly updatedAt: string
}

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
