import type { OnFault } from '../../../kernel/errors.ts'
import {
  addressOf,
  contactOf,
  defaultContact,
  defaultDelivery,
} from '../../customers/contacts/book.ts'
import type { Customer } from '../../customers/customer.ts'
import type { Contents } from '../contents.ts'
import { OPTIONAL_FIELDS } from '../fields.ts'
import type { ContentsBody } from '../input-schema.ts'

const CONTACT = OPTIONAL_FIELDS.contactId.wire
const ADDRESS = OPTIONAL_FIELDS.deliveryAddressId.wire

type Content = Pick<Contents, 'contactId' | 'deliveryAddressId' | 'delivery' | 'language'>

/** The body of a new draft, or of one with another customer. Missing fields get their default. */
export function withBookDefaults<Body extends ContentsBody>(
  body: Body,
  before: Pick<Contents, 'deliveryAddressId'>,
  customer: Customer,
): Body {
  const { [CONTACT]: contactId = defaultContact(customer)?.id ?? null } = body
  const isElsewhere = body.delivery !== undefined && body.delivery !== null
  const usual = isElsewhere ? null : (defaultDelivery(customer)?.id ?? null)
  const { [ADDRESS]: addressId = usual } = body
  const isLeft = before.deliveryAddressId !== null && addressId === null && !isElsewhere
  return {
    ...body,
    [CONTACT]: contactId,
    [ADDRESS]: addressId,
    ...(isLeft ? { delivery: null } : {}),
  }
}

/**
 * The copies of a contact and an address that a change puts into the draft, so that the draft
 * keeps them.
 */
export function fromBook<C extends Content>(
  before: Content,
  after: C,
  { body, customer, onFault }: Given,
): C {
  return { ...after, ...fromContact(), ...fromAddress() }

  function fromContact(): Partial<Content> {
    if (after.contactId === null || after.contactId === before.contactId) return {}
    const contact = contactOf(customer, after.contactId)
    if (contact?.deletedAt !== null) {
      onFault(`/${CONTACT}`, 'unknown_contact', UNKNOWN_CONTACT)
      return {}
    }
    const isNamed = body.language !== undefined || contact.language === null
    return isNamed ? {} : { language: contact.language }
  }

  function fromAddress(): Partial<Content> {
    if (after.deliveryAddressId === null || after.deliveryAddressId === before.deliveryAddressId)
      return {}
    const place = addressOf(customer, after.deliveryAddressId)
    if (place?.deletedAt !== null) {
      onFault(`/${ADDRESS}`, 'unknown_address', UNKNOWN_ADDRESS)
      return {}
    }
    const { name, identifier, address } = place
    return { delivery: { name, identifier, address } }
  }
}

const UNKNOWN_CONTACT = 'Unknown contact: use the id of a contact of this customer.'
const UNKNOWN_ADDRESS = 'Unknown address: use the id of an address of this customer.'

interface Given {
  readonly body: ContentsBody
  readonly customer: Customer
  readonly onFault: OnFault
}
