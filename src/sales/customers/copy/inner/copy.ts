import type { Access } from '../../../../company/access/access.ts'
import { workInCompany } from '../../../../company/access/companies/companies.ts'
import { companyNotFound } from '../../../../core/companies/errors.ts'
import { requireScope } from '../../../../core/http/actor.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { view } from '../../../../kernel/fields/field.ts'
import { createCustomer } from '../../change.ts'
import { FIELDS } from '../../fields.ts'
import { requireCustomer } from '../../read.ts'

interface Copy {
  readonly id: string
  /** Id or handle of the other company. */
  readonly company: string
}

/** Identifies the copy, so that a customer is copied into a company only once. */
const SYSTEM = 'billwright'

/**
 * Copies a customer into another company of the person. From then on they are two customers: a change of
 * one never changes the documents of the other company.
 *
 * @throws AppError `external_id_taken` with the copy that is there already
 */
export async function copyCustomer(
  access: Access,
  work: ReadWork,
  { id, company }: Copy,
): Promise<{ readonly id: string; readonly company: string }> {
  const source = await requireCustomer(work, id)
  // Operators with access to the company do not belong to it.
  await workInCompany(access, work.actor, work.company.id)
  const into = await workInCompany(access, work.actor, company)
  if (into.companyId === work.companyId) throw companyNotFound()
  requireScope(into.actor, 'write')
  // Plan and series belong to the source company.
  const own = { reminderPlan: null, numberSeries: null, archived: false }
  const content = { ...source, ...own, externalIds: [{ system: SYSTEM, id }] }
  const copy = await createCustomer(into, { ...view(FIELDS, content), name: source.name })
  return { id: copy.id, company: into.company.id }
}
