import { DEFAULT_TEMPLATE_ID } from '../../../company/settings/fields.ts'
import { currentSettings } from '../../../company/settings/read.ts'
import type { Settings } from '../../../company/settings/settings.ts'
import { pinTemplateVersion } from '../../../company/templates/change.ts'
import { currentTemplateVersion } from '../../../company/templates/read.ts'
import { originOfLinks } from '../../../core/companies/links.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { dayOf } from '../../../platform/clock.ts'
import type { TemplateRef } from '../../contents/contents.ts'
import { toBuyer, toSeller } from '../../contents/parties.ts'
import { payableMinor } from '../../contents/totals/payable.ts'
import type { Customer } from '../../customers/customer.ts'
import { requireCustomer } from '../../customers/read.ts'
import { sumPayments } from '../../ledger/payments.ts'
import { settlementOf } from '../credit-notes/settlement.ts'
import { depositIdsOf, isDeposit } from '../deposits/deposits.ts'
import type { StoredInvoice } from '../invoice.ts'
import { deriveShareToken, hashOfToken } from '../share-token.ts'
import type { InvoiceDetails } from '../view.ts'
import * as repository from './repository.ts'

/** How versions of templates are read. */
export interface TemplateVersions {
  readonly currentVersion: typeof currentTemplateVersion
  readonly pinVersion: typeof pinTemplateVersion
}

const STORED: TemplateVersions = {
  currentVersion: currentTemplateVersion,
  pinVersion: pinTemplateVersion,
}

/** Data that the caller has already read. */
export interface Known {
  readonly settings?: Settings | undefined
  readonly customer?: Customer | undefined
  /** The invoice was a draft until now, so it has no credit notes. */
  readonly isNew?: boolean
  /** The invoice is not stored yet, so it has no files. */
  readonly isUnstored?: boolean
  /** Reads each template once, for several invoices together. */
  readonly templates?: TemplateVersions
}

/** The template of a newly issued invoice: its version is kept even if it is deleted. */
export function pinTemplate(
  work: Work,
  choice: StoredInvoice['template'],
  current: Settings,
  { templates = STORED }: Known = {},
): Promise<TemplateRef> {
  return resolveTemplate(choice, current, (id) => templates.pinVersion(work, id))
}

export async function shareLinkOf(
  work: ReadWork,
  { id, shareNonce, publishedAt }: repository.Shared,
) {
  if (shareNonce === null) return null
  const token = await deriveShareToken(work, id, shareNonce)
  return { token, url: `${originOfLinks(work.app.publicUrl, work)}/i/${token}`, publishedAt }
}

/** Adds the values that are read live: a draft's seller and buyer, the template, the link. */
export async function hydrate(
  work: ReadWork,
  stored: StoredInvoice,
  preloaded: Known = {},
): Promise<InvoiceDetails> {
  const current = preloaded.settings ?? (await currentSettings(work))
  const buyer = stored.buyer ?? toBuyer(await customerOf(work, stored, preloaded), stored.contactId)
  const link = await shareLinkOf(work, stored)
  return {
    invoice: { ...stored, seller: stored.seller ?? toSeller(current), buyer },
    template: await resolveTemplate(stored.template, current, (id) =>
      (preloaded.templates ?? STORED).currentVersion(work, id),
    ),
    today: dayOf(work.at, current.timeZone),
    creditNotes: preloaded.isNew ? [] : await creditNotesOf(work, stored),
    settlement: await settlementFor(work, stored),
    ...(await depositsOf(work, stored)),
    shareToken: link?.token ?? null,
    shareUrl: link?.url ?? null,
  }
}

export async function customerOf(
  work: ReadWork,
  { customerId }: StoredInvoice,
  { customer }: Known = {},
): Promise<Customer> {
  return customer?.id === customerId ? customer : requireCustomer(work, customerId)
}

export async function searchColumns(
  work: ReadWork,
  invoice: StoredInvoice,
  preloaded: Known = {},
): Promise<repository.SearchColumns> {
  const { id, shareNonce, buyer } = invoice
  const name = buyer?.name ?? (await customerOf(work, invoice, preloaded)).name
  const token = shareNonce === null ? null : await deriveShareToken(work, id, shareNonce)
  const shareHash = token === null ? null : hashOfToken(work.company, token)
  return { customerName: name, shareHash }
}

async function resolveTemplate(
  choice: StoredInvoice['template'],
  current: Settings,
  findVersion: (id: string) => Promise<string | null>,
): Promise<TemplateRef> {
  if (choice?.version != null) return { id: choice.id, version: choice.version }
  // A draft's template may be deleted, and so may the default since the settings were read.
  // Deleting the default makes the built-in one the default.
  const ids = [...(choice ? [choice.id] : []), current.templateId, DEFAULT_TEMPLATE_ID]
  for (const id of ids) {
    const version = await findVersion(id)
    if (version !== null) return { id, version }
  }
  return { id: DEFAULT_TEMPLATE_ID, version: '' }
}

async function depositsOf(work: ReadWork, stored: StoredInvoice) {
  const ids = depositIdsOf(stored)
  const deductions = isDeposit(stored) ? await repository.listDeductions(work, stored.id) : []
  return {
    deposits: ids.length === 0 ? [] : await repository.listDepositRefs(work, ids),
    deductedBy: deductions[0] ?? null,
  }
}

async function creditNotesOf(work: ReadWork, { id, type, status }: StoredInvoice) {
  return type === 'invoice' && status !== 'draft' ? repository.listCreditNoteRefs(work, id) : []
}

async function settlementFor(work: ReadWork, { id, type, status, corrects }: StoredInvoice) {
  if (type !== 'credit_note' || status !== 'sent' || corrects === null) return null
  const notes = await repository.listCreditNoteRefs(work, corrects.id)
  const issued = notes.filter((note) => note.status === 'sent')
  return settlementOf({
    ...(await sumPayments(work, corrects.id)),
    totalMinor: payableMinor((await repository.requireInvoice(work, corrects.id)).totals),
    noteMinors: issued.slice(0, issued.findIndex((note) => note.id === id) + 1).map(payableMinor),
  })
}
