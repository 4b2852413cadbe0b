import { templateExists } from './company/settings/ports.ts'
import { currentTemplateVersion } from './company/templates/read.ts'
import { checkIssued as checkEInvoice } from './einvoicing/documents/validation.ts'
import type { MessageKind } from './messages/mail/message.ts'
import { type MessageHooks, messageHooks } from './messages/mail/ports.ts'
import { reasonNotToNotify } from './messages/recurring/read.ts'
import {
  billCharges,
  claimedCharges,
  claimReturnFee,
  dropReturnFee,
} from './messages/reminders/charges.ts'
import { reminderHooks } from './messages/reminders/hooks.ts'
import { pauseUntilResumed } from './messages/reminders/pause.ts'
import { planExists } from './messages/reminders/plans.ts'
import { reminderLevelOf } from './messages/reminders/read.ts'
import { reminders } from './sales/customers/ports.ts'
import { checkIssued } from './sales/invoices/ports.ts'

const MESSAGE_HOOKS: Readonly<Partial<Record<MessageKind, MessageHooks>>> = {
  renewal_notice: { cause: reasonNotToNotify },
  reminder: reminderHooks,
  payment_notice: reminderHooks,
}

/** Connects each port of a lower room to the function of the higher room that it stands for. */
export function connectPorts(): void {
  templateExists.connect(async (scope, id) => (await currentTemplateVersion(scope, id)) !== null)
  reminders.connect({
    planExists,
    levelOf: reminderLevelOf,
    claimedCharges,
    billCharges,
    claimReturnFee,
    dropReturnFee,
    pause: pauseUntilResumed,
  })
  checkIssued.connect(checkEInvoice)
  messageHooks.connect((kind) => MESSAGE_HOOKS[kind])
}
