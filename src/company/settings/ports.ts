import { port } from '../../kernel/port.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import type { NumberedKind, SeriesPattern } from './settings.ts'

/** Whether a company has a template. Templates read the settings, so they are a higher room. */
export const templateExists =
  port<(scope: CompanyDb, id: string) => Promise<boolean>>('templateExists')

/**
 * A series of its own that could give the numbers of a pattern. Series are a part of invoices,
 * which read the settings.
 */
export const findSameNumbers =
  port<
    (scope: CompanyDb, kind: NumberedKind, pattern: string) => Promise<SeriesPattern | undefined>
  >('findSameNumbers')
