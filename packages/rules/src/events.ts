/** Every type of event and its meaning; the part before the dot is the kind of resource. */
export const EVENTS = {
  'invoice.created': 'A draft was created, by hand or by a copy, a quote or a schedule.',
  'invoice.updated': 'An invoice changed in a way that no other event names.',
  'invoice.issued': 'An invoice or credit note got its number.',
  'invoice.published': 'A share link was created.',
  'invoice.unpublished': 'The share link was revoked.',
  'invoice.viewed': 'A person opened the share link; at most once an hour.',
  'invoice.payment_recorded': 'A payment was recorded. Deprecated: use `payment.recorded`.',
  'invoice.paid': 'Nothing is due anymore.',
  'invoice.overdue': 'The due date has passed; once per invoice.',
  'invoice.voided': 'An issued invoice was voided. Its number stays used.',
  'invoice.credited': 'A credit note lowered the amount due.',
  'invoice.written_off': 'The invoice became uncollectible.',
  'invoice.reopened': 'A paid or written-off invoice is open again.',
  'invoice.deleted': 'A draft was deleted.',
  'payment.recorded': 'A payment was recorded.',
  'payment.refunded': 'Money was refunded.',
  'payment.reversed': 'The bank took a payment back.',
  'payment.returned': 'A provider took money of a payment back: it failed later, or is disputed.',
  'payment.reinstated': 'Money that was refunded or taken back has returned.',
  'payment.deleted': 'A payment was removed, by hand or because its invoice is not paid after all.',
  'customer.created': 'A customer was created.',
  'customer.updated': 'A customer or one of its prices changed.',
  'customer.deleted': 'A customer without documents was deleted.',
  'customer.credit_changed': 'The balance on account of a customer changed.',
  'product.created': 'A product was created.',
  'product.updated': 'A product changed.',
  'product.deleted': 'A product was deleted.',
  'entry.created': 'Time or an expense was entered.',
  'entry.updated': 'An entry changed.',
  'entry.deleted': 'An entry was deleted.',
  'template.installed': 'A template or a new version of it was installed.',
  'template.deleted': 'A template was deleted.',
  'recurring.created': 'A recurring invoice was created.',
  'recurring.updated': 'A recurring invoice changed.',
  'recurring.paused': 'A recurring invoice was paused.',
  'recurring.resumed': 'A recurring invoice was resumed.',
  'recurring.ended': 'A recurring invoice created its last invoice or was ended.',
  'recurring.deleted': 'A recurring invoice was deleted.',
  'recurring.run': 'A recurring invoice created an invoice, or skipped a day.',
  'recurring.attention': 'A recurring invoice waits for a person.',
  'recurring.upcoming': 'A recurring invoice will create an invoice in some days.',
  'quote.created': 'A quote was drafted.',
  'quote.updated': 'A quote changed.',
  'quote.opened': 'A quote got its number and its link.',
  'quote.viewed': 'A person opened the link of a quote; at most once an hour.',
  'quote.accepted': 'A quote was accepted.',
  'quote.declined': 'A quote was declined.',
  'quote.withdrawn': 'A quote was withdrawn.',
  'quote.expired': 'The last day of a quote has passed.',
  'quote.superseded': 'A newer revision replaced a quote.',
  'quote.deleted': 'A draft of a quote was deleted.',
  'delivery_note.issued': 'A delivery note was issued.',
  'delivery_note.voided': 'A delivery note was voided.',
  'reminder.sent': 'The mail server accepted a reminder to a customer.',
  'invoice.promise_broken':
    'The customer promised to pay by a day, and it has passed without payment.',
  'invoice.charged': 'A charge for late payment was added.',
  'supplier_invoice.received': 'An e-invoice of a supplier was received.',
  'supplier_invoice.accepted': 'A supplier invoice was accepted.',
  'supplier_invoice.rejected': 'A supplier invoice was rejected.',
  'supplier_invoice.paid': 'A supplier invoice was marked as paid.',
  'supplier_invoice.reopened': 'A decision on a supplier invoice was undone.',
  'supplier_invoice.deleted': 'A new supplier invoice was deleted.',
  'transmission.queued': 'An invoice waits for the access point.',
  'transmission.sent': 'The access point accepted an invoice.',
  'transmission.delivered': 'The recipient got an invoice through the access point.',
  'transmission.failed': 'The access point refused an invoice, or could not deliver it.',
  'transmission.lost': 'The access point did not report the result for an invoice.',
  'bank_file.imported': 'The entries of a bank file were stored.',
  'bank_file.undone':
    'The entries of a bank file were deleted, and what the service had booked of them.',
  'bank_entry.booked': 'An entry of the bank was booked, by hand or by the service.',
  'bank_entry.unbooked': 'What was booked of an entry of the bank was taken back.',
  'bank_entry.ignored': 'An entry of the bank concerns no invoice.',
  'checkout.created': 'A customer is about to pay online.',
  'checkout.pending': 'Money of a checkout is on its way.',
  'checkout.paid': 'A checkout was paid.',
  'checkout.failed': 'The payment of a checkout failed.',
  'checkout.expired': 'Nobody paid a checkout in time.',
  'checkout.canceled': 'The service ended a checkout, for example because of a bank transfer.',
  'payment_method.activated': 'A payment method of a customer can be used.',
  'payment_method.suspended':
    'A payment method was suspended. Nothing is collected from it until a person resumes it.',
  'payment_method.ended': 'A payment method was canceled, expired or used up.',
  'collection.planned': 'An invoice will be collected. The customer must be told first.',
  'collection.announced': 'The customer was told when and how much is collected.',
  'collection.submitted': 'A collection was submitted to the bank or the payment provider.',
  'collection.collected': 'The money of a collection arrived.',
  'collection.failed': 'A collection was refused.',
  'collection.returned': 'The money of a collection was taken back.',
  'collection.given_up': 'A collection failed, and the service does not try again.',
  'collection.canceled': 'A collection ended before it was submitted.',
  'direct_debit_run.approved': 'A person approved a direct debit run. Its files can be downloaded.',
  'direct_debit_run.submitted': 'The bank has the files of a direct debit run.',
  'direct_debit_run.refused': 'The bank refused all files of a direct debit run.',
  'direct_debit_run.settled': 'Every collection of a direct debit run has an outcome.',
  'payment.unassigned': 'A provider has money that the service could not assign to an invoice.',
  'refund.failed': 'A refund at a payment provider failed.',
  'dispute.opened': 'A customer disputes a payment at its provider.',
  'dispute.won': 'A dispute was won.',
  'dispute.lost': 'A dispute was lost.',
  'import.ready': 'A file was checked and can be imported.',
  'import.done': 'A file was imported.',
  'import.undone': 'The records of an imported file were deleted.',
  'support_grant.created': 'An owner gave the operators of the installation access to the company.',
  'support_grant.used': 'An operator made a request in the company. The actor says who.',
  'support_grant.revoked': 'The support access was ended early.',
  'limit.near': 'The company has used 80 percent of a limit.',
  'limit.reached': 'A limit of the company is used up.',
  'settings.updated': 'Settings changed: their names, without the values.',
  'books.closed': 'The books were closed until a day.',
  'books.reopened': 'Closed books were opened again, with a reason.',
  'webhook.paused': 'A webhook stopped: its receiver failed for days or is gone.',
  'message.queued': 'A message waits to be sent.',
  'message.sent': 'A mail server accepted a message.',
  'message.failed': 'The service gave up on a message.',
  'message.bounced': 'A message bounced.',
  'message.canceled': 'A message was canceled before it was sent.',
} as const
export type EventType = keyof typeof EVENTS
/** They are still sent. */
export const DEPRECATED_EVENTS: readonly string[] = [
  'invoice.payment_recorded',
] satisfies EventType[]
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[]

/** The part of a type of event before the dot. */
export type ResourceType = EventType extends `${infer Resource}.${string}` ? Resource : never

export const resourceTypeOf = (type: EventType): ResourceType =>
  type.slice(0, type.indexOf('.')) as ResourceType

/** Whether a webhook with these types or patterns wants events of a type. */
export const isWanted = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => isMatch(pattern, type))

/** Whether a type or pattern matches any event. */
export const isKnownPattern = (pattern: string): boolean =>
  EVENT_TYPES.some((type) => isMatch(pattern, type))

/** The types that patterns match; none: all. */
export const typesLike = (patterns: readonly string[]): readonly EventType[] =>
  patterns.includes('*') ? [] : EVENT_TYPES.filter((type) => isWanted(patterns, type))

const isMatch = (pattern: string, type: string): boolean =>
  pattern === '*' ||
  pattern === type ||
  (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
