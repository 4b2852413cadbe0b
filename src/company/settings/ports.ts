import { port } from '../../kernel/port.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'

/** Whether a company has a template. Templates read the settings, so they are a higher room. */
export const templateExists =
  port<(scope: CompanyDb, id: string) => Promise<boolean>>('templateExists')
