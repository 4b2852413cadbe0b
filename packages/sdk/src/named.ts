import type { components } from './schema.ts'

/* The resources by their names. */

type Schemas = components['schemas']

export type Invoice = Schemas['Invoice']
export type InvoiceEntry = Schemas['InvoiceEntry']
export type InvoiceCreate = Schemas['InvoiceCreate']
export type InvoiceUpdate = Schemas['InvoiceUpdate']
export type Customer = Schemas['Customer']
export type CustomerCreate = Schemas['CustomerCreate']
export type Product = Schemas['Product']
export type Payment = Schemas['Payment']
export type Quote = Schemas['Quote']
export type RecurringInvoice = Schemas['RecurringInvoice']
export type Webhook = Schemas['Webhook']
export type Event = Schemas['Event']
export type Settings = Schemas['Settings']
