import { AppError } from '../../kernel/errors.ts'
import type { Company, CompanyScope } from './company.ts'

/** One answer for a missing company and for one to which the caller does not belong. */
export const companyNotFound = (): AppError =>
  new AppError(
    'not_found',
    'company_not_found',
    'There is no such company, or you do not belong to it. GET /companies lists yours.',
  )

export const companyRequired = (): AppError =>
  new AppError(
    'malformed',
    'company_required',
    'You belong to several companies. Name one in the header `Billwright-Company`.',
  )

const companyDeleting = (): AppError =>
  new AppError(
    'conflict',
    'company_deleting',
    'This company is being deleted: nothing in it can change. An owner can restore it.',
  )

const MOVE_SECONDS = 5

export const companyMoving = (): AppError =>
  new AppError(
    'unavailable',
    'company_moving',
    'This company is moving to another installation. Try again in a few seconds.',
    { retryAfterSeconds: MOVE_SECONDS },
  )

/** Why nothing can change in a company that is not open. */
export function companyClosed({ status }: Pick<Company, 'status'>): AppError {
  if (status === 'moving') return companyMoving()
  return status === 'deleting' ? companyDeleting() : companyNotFound()
}

/** Throws 409 in a suspended company, which issues no numbered documents. */
export function requireIssuing({ company }: Pick<CompanyScope, 'company'>): void {
  if (company.status !== 'suspended') return
  throw new AppError(
    'conflict',
    'company_suspended',
    'This company is suspended: it cannot issue anything new. Ask the operator to resume it.',
  )
}
