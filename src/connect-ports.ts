import { findSameNumbers, templateExists } from './company/settings/ports.ts'
import { currentTemplateVersion } from './company/templates/service.ts'
import { checkIssued as checkEInvoice } from './einvoicing/documents/validation.ts'
import type { MessageKind } from './messages/mail/message.ts'
import { type MessageHooks, messageHooks } from './messages/mail/ports.ts'
import { reasonNotToNotify } from './messages/recurring/service.ts'
import { planExists as reminderPlanExists } from './messages/reminders/plans.ts'
import { reminderHooks, reminderLevelsOf } from './messages/reminders/service.ts'
import { checkSeries, hasMoneyOnAccount, planExists } from './sales/customers/ports.ts'
import { checkIssued, reminderLevels } from './sales/invoices/ports.ts'
import * as series from './sales/invoices/series/service.ts'
import * as ledger from './sales/ledger/lookups.ts'

const MESSAGE_HOOKS: Readonly<Partial<Record<MessageKind, MessageHooks>>> = {
  renewal_notice: { cause: reasonNotToNotify },
  reminder: reminderHooks,
  payment_notice: reminderHooks,
}

/** Connects each port of a lower room to the function of the higher room that it stands for. */
export function connectPorts(): void {
  templateExists.connect(async (scope, id) => (await currentTemplateVersion(scope, id)) !== null)
  findSameNumbers.connect(series.findSameNumbers)
  planExists.connect(reminderPlanExists)
  hasMoneyOnAccount.connect(ledger.hasMoneyOnAccount)
  checkSeries.connect((scope, key, pointer) => series.checkSeries(scope, 'invoice', key, pointer))
  checkIssued.connect(checkEInvoice)
  reminderLevels.connect(reminderLevelsOf)
  messageHooks.connect((kind) => MESSAGE_HOOKS[kind])
}
