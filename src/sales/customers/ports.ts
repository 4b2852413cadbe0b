import { port } from '../../kernel/port.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'

/** Whether a company has a reminder plan. Reminders are about invoices of customers. */
export const planExists = port<(scope: CompanyDb, id: string) => Promise<boolean>>('planExists')
