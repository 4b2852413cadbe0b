import { onePerApp } from '../../../core/record/app.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { customerKind } from '../csv/inner/customers.ts'
import { entryKind } from '../csv/inner/entries.ts'
import { invoiceKind } from '../csv/inner/invoices.ts'
import { paymentKind } from '../csv/inner/payments.ts'
import { productKind } from '../csv/inner/products.ts'
import { recurringKind } from '../csv/inner/recurring.ts'
import { invioKind } from '../inner/invio/kind.ts'
import type { ImportKind, ProgramKind, TableKind } from '../inner/kind.ts'
import { type Import, type ImportKindName, PROGRAMS, type ProgramName } from './import.ts'
import { EMPTY, isPassing } from './inner/outcome.ts'
import * as repository from './inner/repository.ts'

interface ImportKinds {
  readonly tables: Readonly<Record<Exclude<ImportKindName, ProgramName>, TableKind>>
  readonly programs: Readonly<Record<ProgramName, ProgramKind>>
}

/** A test replaces them in an app of its own. */
export const importKinds = onePerApp(
  (): { -readonly [Part in keyof ImportKinds]: ImportKinds[Part] } => ({
    tables: {
      customers: customerKind(),
      products: productKind(),
      entries: entryKind(),
      invoices: invoiceKind(),
      recurring_invoices: recurringKind(),
      payments: paymentKind(),
    },
    programs: { invio: invioKind() },
  }),
)

export const isProgram = (name: ImportKindName): name is ProgramName =>
  PROGRAMS.some((program) => program === name)

export async function kindOf(work: ReadWork, { id, kind }: Import): Promise<ImportKind> {
  const { tables, programs } = importKinds(work.app)
  if (!isProgram(kind)) return tables[kind]
  const first = (await repository.readFirst(work, id)) ?? EMPTY
  return programs[kind].open(work, first).catch((error: unknown) => {
    if (isPassing(error)) throw error
    return unopened(error)
  })
}

/** A kind that refuses every record, because the common part of the file is unreadable. */
const unopened = (error: unknown): ImportKind => {
  const fail = () => {
    throw error
  }
  return { check: fail, find: fail, create: fail, delete: fail }
}
