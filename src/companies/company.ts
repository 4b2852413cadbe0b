import type { CompanyId } from '../platform/database/tables.ts'

/** The company of a new installation. */
export const FIRST_COMPANY = 1n as CompanyId
