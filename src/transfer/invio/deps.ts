import type { CustomerService } from '../../customers/service.ts'
import type { InvoiceService } from '../../invoices/service.ts'
import type { SettingsService } from '../../settings/service.ts'
import type { TemplateService } from '../../templates/service.ts'

export interface InvioDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly invoices: Pick<InvoiceService, 'import' | 'delete' | 'get'>
  readonly templates: Pick<TemplateService, 'currentVersion' | 'pinVersion'>
}
