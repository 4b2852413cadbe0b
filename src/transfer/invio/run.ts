import type { CustomerService } from '../../customers/service.ts'
import type { InvoiceService } from '../../invoices/service.ts'
import type { SettingsService } from '../../settings/service.ts'
import type { TemplateService } from '../../templates/service.ts'
import type { ImportOptions } from '../dry-run.ts'
import type { Prepared } from '../prepare-settings.ts'
import type { InvioSource } from './source.ts'

/** The number of records after which other work gets a turn. */
export const PROGRESS_STEP = 100

export interface InvioImportDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly invoices: Pick<InvoiceService, 'import'>
  readonly templates: Pick<TemplateService, 'currentVersion' | 'pinVersion'>
}

/** One import: its source, and the state that its steps share. */
export interface Run {
  readonly source: InvioSource
  readonly settings: Prepared
  readonly options: ImportOptions
}
