import type { Customer } from '../customers/customer.ts'
import type { CustomerService } from '../customers/service.ts'
import { type Clock, today } from '../platform/clock.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { DEFAULT_TEMPLATE_ID } from '../settings/defaults.ts'
import type { SettingsService } from '../settings/service.ts'
import type { Settings } from '../settings/settings.ts'
import { toBuyer, toSeller } from './draft.ts'
import type { StoredInvoice, TemplateRef } from './invoice.ts'
import * as repository from './repository.ts'
import type { ShareTokens } from './share-token.ts'
import type { InvoiceDetails } from './view.ts'

export interface DetailDeps {
  readonly clock: Clock
  readonly settings: SettingsService
  readonly customers: CustomerService
  /** The newest version of a template that is installed, or null. */
  readonly templateVersion: (db: Db, id: string) => Promise<string | null>
  readonly shareTokens: ShareTokens
  /** Origin that share links begin with. */
  readonly publicUrl: string
}

/** What the caller has read already, in the same transaction. */
export interface Known {
  readonly settings?: Settings
  readonly customer?: Customer
}

/** What is not stored in an invoice: read live for its reader, or kept beside it to find it by. */
export function createDetails(deps: DetailDeps) {
  const { clock, settings, customers, shareTokens } = deps

  const resolveTemplate = async (
    on: Db,
    choice: StoredInvoice['template'],
    current: Settings,
  ): Promise<TemplateRef> => {
    if (choice?.version != null) return { id: choice.id, version: choice.version }
    // What a draft asked for may have been deleted since, and the default after the settings were
    // read; deleting it makes the built-in one the default.
    const ids = [...(choice ? [choice.id] : []), current.templateId, DEFAULT_TEMPLATE_ID]
    for (const id of ids) {
      const version = await deps.templateVersion(on, id)
      if (version !== null) return { id, version }
    }
    return { id: DEFAULT_TEMPLATE_ID, version: '' }
  }

  /** Adds to a stored invoice what is read live: a draft's seller and buyer, its template, its link. */
  const complete = async (
    on: Db,
    stored: StoredInvoice,
    known: Known = {},
  ): Promise<InvoiceDetails> => {
    const current = known.settings ?? (await settings.current(on))
    const buyer = stored.buyer ?? toBuyer(await customerOf(on, stored, known))
    const token =
      stored.shareNonce === null ? null : shareTokens.derive(stored.id, stored.shareNonce)
    return {
      invoice: { ...stored, seller: stored.seller ?? toSeller(current), buyer },
      template: await resolveTemplate(on, stored.template, current),
      today: today(clock, current.timeZone),
      creditNotes: await creditNotesOf(on, stored),
      shareToken: token,
      shareUrl: token === null ? null : `${deps.publicUrl}/i/${token}`,
    }
  }

  const creditNotesOf = async (on: Db, { id, type, status }: StoredInvoice) =>
    type === 'invoice' && status !== 'draft' ? repository.listCreditNoteRefs(on, id) : []

  const customerOf = async (on: Db, { customerId }: StoredInvoice, { customer }: Known) =>
    customer?.id === customerId ? customer : customers.require(on, customerId)

  const extras = async (
    trx: Trx,
    invoice: StoredInvoice,
    known: Known = {},
  ): Promise<repository.SaveExtras> => {
    const { id, shareNonce, buyer } = invoice
    const name = buyer?.name ?? (await customerOf(trx, invoice, known)).name
    const hash = shareNonce === null ? null : shareTokens.hash(shareTokens.derive(id, shareNonce))
    return { customerName: name, shareHash: hash }
  }

  return { complete, extras, resolveTemplate }
}
