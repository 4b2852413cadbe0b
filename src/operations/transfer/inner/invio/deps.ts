import type { SettingsService } from '../../../../company/settings/service.ts'
import type { TemplateService } from '../../../../company/templates/service.ts'
import type { CustomerService } from '../../../../sales/customers/service.ts'
import type { InvoiceService } from '../../../../sales/invoices/service.ts'

export interface InvioDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly invoices: Pick<InvoiceService, 'import' | 'delete' | 'get'>
  readonly templates: Pick<TemplateService, 'currentVersion' | 'pinVersion'>
}
