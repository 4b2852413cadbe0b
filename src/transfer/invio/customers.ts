import { CustomerInput } from '../../customers/input.ts'
import { findCustomerIds } from '../../customers/lookups.ts'
import type { Fault } from '../../errors.ts'
import type { Work } from '../../record/work.ts'
import { schemaCheck, toFaults } from '../checks.ts'
import type { ImportFault } from '../report.ts'
import { sourceId } from '../source-id.ts'
import { instantOf } from '../source-values.ts'
import { toCustomerInput } from './customer.ts'
import { type InvioImportDeps, PROGRESS_STEP, type Run } from './run.ts'

const check = schemaCheck(CustomerInput)

/** Our id for a customer of Invio. */
export const customerIdOf = (id: string): string => sourceId('cus', `invio:customer:${id}`)

export async function importCustomers(
  work: Work,
  { customers }: InvioImportDeps,
  { source, options }: Pick<Run, 'source' | 'options'>,
) {
  const all = source.customers.map((row) => ({ ...toCustomerInput(row), row }))
  const ids = all.map((it) => customerIdOf(it.sourceId))
  const there = await findCustomerIds(work, ids)
  const open = all.filter((it) => !there.has(customerIdOf(it.sourceId)))
  const faults: ImportFault[] = []
  for (const [index, { sourceId: id, input, row }] of open.entries()) {
    if (index > 0 && index % PROGRESS_STEP === 0) await options.onProgress?.(index, open.length)
    const createdAt = instantOf(row, 'created_at') ?? work.at
    const origin = { id: customerIdOf(id), createdAt, updatedAt: createdAt }
    const found = check(input)
    const further =
      found.length > 0 ? found : await faultsIn(() => customers.create(work, input, { origin }))
    faults.push(...further.map((fault) => toImportFault(`customer ${input.name || id}`, fault)))
  }
  return {
    counts: { imported: open.length, alreadyThere: there.size },
    faults,
    notes: open.flatMap(({ notes }) => notes),
  }
}

export const toImportFault = (
  where: string,
  { pointer, code, message, params }: Fault,
): ImportFault => ({
  where,
  field: pointer.slice(1),
  code,
  message,
  params,
})

async function faultsIn(run: () => Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await run()
    return []
  } catch (error) {
    return toFaults(error)
  }
}
