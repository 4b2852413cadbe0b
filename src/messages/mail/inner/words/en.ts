import type { InvoiceKind } from '../../../../paper/printing/view.ts'
import type { CustomerKind } from '../../message.ts'

/** The built-in texts of one language. */
export interface MailWords {
  /** The label of the button, by the target of the link. */
  readonly view: {
    readonly invoice: string
    readonly credit_note: string
    readonly quote: string
  }
  /** What an invoice is called in the first sentence, for `{the_document}`. */
  readonly documents: Readonly<Record<InvoiceKind, string>>
  readonly kinds: Readonly<Record<CustomerKind, KindWords>>
}

interface KindWords {
  readonly subject: string
  /** Paragraphs. A line with an empty placeholder is left out. */
  readonly text: readonly string[]
}

export const en: MailWords = {
  view: { invoice: 'View invoice', credit_note: 'View credit note', quote: 'View quote' },
  documents: { invoice: 'invoice', deposit: 'deposit invoice', final: 'final invoice' },
  kinds: {
    invoice: {
      subject: '{document} {number} from {company_name}',
      text: ['Here is {the_document} {number} for {total}.', 'Please pay by {pay_by}.'],
    },
    credit_note: {
      subject: 'Credit note {number} from {company_name}',
      text: ['Here is credit note {number} for {total}.', 'It corrects invoice {corrects}.'],
    },
    quote: {
      subject: 'Quote {number} from {company_name}',
      text: [
        'Here is our quote {number} for {total}.',
        'We ask for a deposit of {deposit} once you accept it.',
        'The quote is valid until {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Delivery note {number} from {company_name}',
      text: ['Here is delivery note {number} for the delivery on {date}.'],
    },
    payment_notice: {
      subject: 'Invoice {number} is due on {due_date}',
      text: [
        'This is a friendly notice: invoice {number} is due on {due_date}.',
        'The amount due is {due}.',
        'If you have already paid, please ignore this message.',
      ],
    },
    reminder: {
      subject: 'Reminder: invoice {number}',
      text: [
        'We have not yet received your payment for invoice {number}.',
        'It was due on {due_date}. The amount due is {due}.',
        'Charges for late payment: {charges}.',
        'Please pay by {pay_by}.',
        'If you have already paid, please ignore this message.',
      ],
    },
    charge_failed: {
      subject: 'Payment failed: invoice {number}',
      text: [
        'We could not collect your payment for invoice {number} from {method}.',
        'The amount due is {due}.',
        'We will try again on {collect_on} or shortly after.',
        'You can also pay on the page of the invoice at any time.',
      ],
    },
    mandate_copy: {
      subject: 'Your SEPA direct debit mandate {mandate}',
      text: [
        'This is a copy of the mandate {mandate} that you signed on {date} for the account {method}.',
        'You can revoke it on the page of the invoice at any time.',
      ],
    },
    receipt: {
      subject: 'Payment received for invoice {number}',
      text: [
        'Thank you. We received your payment of {amount} for invoice {number}.',
        'Still to pay: {due}.',
      ],
    },
    statement: {
      subject: 'Statement of account from {company_name}',
      text: ['Here is your statement of account for {period}.'],
    },
    renewal_notice: {
      subject: 'Upcoming invoice from {company_name}',
      text: ['On {date} we will invoice you {total}.', 'You do not need to do anything.'],
    },
  },
}
