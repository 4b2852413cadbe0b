import { CustomerInput } from '../../customers/input.ts'
import type { Fault } from '../../errors.ts'
import { instant } from '../../platform/clock.ts'
import { schemaCheck, toFaults } from '../checks.ts'
import { IMPORT_ACTOR } from '../dry-run.ts'
import type { ImportFault } from '../report.ts'
import * as repository from '../repository.ts'
import { sourceId } from '../source-id.ts'
import { instantOf } from '../source-values.ts'
import { toCustomerInput } from './customer.ts'
import type { InvioImportDeps, Run } from './import.ts'

const check = schemaCheck(CustomerInput)

/** The id here of a customer of Invio. */
export const customerIdOf = (id: string): string => sourceId('cus', `invio:customer:${id}`)

export async function bringCustomers(
  { customers, clock }: InvioImportDeps,
  { trx, source }: Pick<Run, 'trx' | 'source'>,
) {
  const all = source.customers.map((row) => ({ ...toCustomerInput(row), row }))
  const ids = all.map((it) => customerIdOf(it.sourceId))
  const there = await repository.findIds(trx, 'customers', ids)
  const open = all.filter((it) => !there.has(customerIdOf(it.sourceId)))
  const faults: ImportFault[] = []
  for (const { sourceId: id, input, row } of open) {
    const createdAt = instantOf(row, 'created_at') ?? instant(clock)
    const origin = { id: customerIdOf(id), createdAt, updatedAt: createdAt, actor: IMPORT_ACTOR }
    const found = check(input)
    const further =
      found.length > 0 ? found : await faultsIn(() => customers.bring(trx, input, origin))
    faults.push(...further.map((fault) => toImportFault(`customer ${input.name || id}`, fault)))
  }
  return {
    counts: { imported: open.length, alreadyThere: there.size },
    faults,
    notes: open.flatMap(({ notes }) => notes),
  }
}

export const toImportFault = (where: string, { pointer, code, message }: Fault): ImportFault => ({
  where,
  field: pointer.slice(1),
  code,
  message,
})

async function faultsIn(work: () => Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await work()
    return []
  } catch (error) {
    return toFaults(error)
  }
}
