import { DEFAULT_TEMPLATE_ID } from '../../company/settings/fields.ts'
import { currentSettings } from '../../company/settings/read.ts'
import type { Settings } from '../../company/settings/settings.ts'
import { pinTemplateVersion } from '../../company/templates/change.ts'
import { currentTemplateVersion } from '../../company/templates/read.ts'
import type { FileOwner } from '../../core/files/file.ts'
import { listShownFiles } from '../../core/files/read.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import type { Customer } from '../customers/customer.ts'
import { requireCustomer, requireCustomerToName } from '../customers/read.ts'
import type { Contents, LiveContents, TemplateRef } from './contents.ts'
import { sellerIncomplete } from './errors.ts'
import { toBuyer, toSeller } from './parties.ts'

/** How versions of templates are read. */
interface TemplateVersions {
  readonly currentVersion: typeof currentTemplateVersion
  readonly pinVersion: typeof pinTemplateVersion
}

const STORED: TemplateVersions = {
  currentVersion: currentTemplateVersion,
  pinVersion: pinTemplateVersion,
}

/** Data that the caller has already read. */
export interface KnownContents {
  readonly settings?: Settings | undefined
  readonly customer?: Customer | undefined
  /** Reads each template once, for several documents together. */
  readonly templates?: TemplateVersions
}

/** Contents with what is read live: a draft's seller and buyer, and the template. */
export interface ContentsDetails<C extends Contents = Contents> {
  readonly contents: C & LiveContents
  /** The current template. */
  readonly template: TemplateRef
  readonly today: string
}

export async function describeContents<C extends Contents>(
  work: ReadWork,
  stored: C,
  { settings, customer, templates = STORED }: KnownContents = {},
): Promise<ContentsDetails<C>> {
  const current = settings ?? (await currentSettings(work))
  const seller = stored.seller ?? toSeller(current)
  const buyer =
    stored.buyer ?? toBuyer(await customerOf(work, stored, { customer }), stored.contactId)
  return {
    contents: { ...stored, seller, buyer },
    template: await resolveTemplate(stored.template, current, (id) =>
      templates.currentVersion(work, id),
    ),
    today: dayOf(work.at, current.timeZone),
  }
}

/** The contents with everything that issuing fixes: seller, buyer and the version of the template. */
export async function freezeContents(
  work: Work,
  contents: Contents,
  owner: FileOwner,
): Promise<Contents> {
  const current = await currentSettings(work)
  if (current.companyName.trim() === '') throw sellerIncomplete(['companyName'])
  const shown = await listShownFiles(work, owner)
  const customer = await requireCustomerToName(work, contents.customerId)
  return {
    ...contents,
    ...(shown.length > 0 ? { files: shown } : {}),
    seller: toSeller(current),
    buyer: toBuyer(customer, contents.contactId),
    template: await pinTemplate(work, contents.template, current),
  }
}

export async function customerOf(
  work: ReadWork,
  { customerId }: Contents,
  { customer }: KnownContents = {},
): Promise<Customer> {
  return customer?.id === customerId ? customer : requireCustomer(work, customerId)
}

/** The template of a newly issued document: its version is kept even if it is deleted. */
export function pinTemplate(
  work: Work,
  choice: Contents['template'],
  current: Settings,
  { templates = STORED }: KnownContents = {},
): Promise<TemplateRef> {
  return resolveTemplate(choice, current, (id) => templates.pinVersion(work, id))
}

async function resolveTemplate(
  choice: Contents['template'],
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
