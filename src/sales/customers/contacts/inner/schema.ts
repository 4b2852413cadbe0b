import { Type } from 'typebox'
import { ConditionalHeaders } from '../../../../core/http/etag.ts'
import { reading } from '../../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../../core/http/pagination.ts'
import { type Fields, inputOf, outputOf } from '../../../../kernel/fields/field.ts'
import { closed, nullable, STAMPS } from '../../../../kernel/fields/shapes.ts'
import { FIELDS } from '../../fields.ts'
import { ADDRESS_FIELDS, CONTACT_FIELDS } from '../fields.ts'

const OWN_EXAMPLE = {
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  deleted_at: null,
}

const CONTACT = {
  name: 'Ida Brandt',
  email: 'ida.brandt@northwind.example',
  phone: null,
  role: 'billing',
  language: 'de',
  default: true,
}

const DELIVERY = {
  kind: 'delivery',
  label: 'Warehouse',
  name: 'Northwind Robotics, Gate 3',
  address: {
    line1: 'Kaistraße 4',
    line2: null,
    city: 'Bremen',
    postal_code: '28217',
    region: null,
    country_code: 'DE',
  },
  identifier: null,
  default: false,
}

interface Words<F> {
  readonly title: string
  readonly plural: string
  /** With its article: "a contact". */
  readonly one: string
  readonly many: string
  readonly prefix: string
  readonly fields: F
  readonly example: Readonly<Record<string, unknown>>
  readonly list: string
}

const contacts = schemasOf({
  title: 'Contact',
  plural: 'Contacts',
  one: 'a contact',
  many: 'contacts',
  prefix: 'cnt',
  fields: CONTACT_FIELDS,
  example: CONTACT,
  list: `At most 50. Those with the role \`billing\` are the \`${FIELDS.billingEmails.wire}\` of the customer.`,
})

const addresses = schemasOf({
  title: 'CustomerAddress',
  plural: 'CustomerAddresses',
  one: 'an address',
  many: 'addresses',
  prefix: 'adr',
  fields: ADDRESS_FIELDS,
  example: DELIVERY,
  list: 'At most 50, besides the `address` of the customer.',
})

export const BOOK = { contacts, addresses } as const

function schemasOf<F extends Fields>(words: Words<F>) {
  const { title, plural, one, many, prefix, fields, example } = words
  const tags = ['Customers']
  const customer = { id: Type.String({ description: 'Id of the customer.' }) }
  const params = Type.Object(customer)
  const ofEntry = Type.Object({
    ...customer,
    entry_id: Type.String({
      description: `Id of the ${title === 'Contact' ? 'contact' : 'address'}.`,
    }),
  })
  const own = { id: `${prefix}_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47`, ...OWN_EXAMPLE }
  const View = Type.Object(
    {
      id: Type.String(),
      ...outputOf(fields),
      ...STAMPS,
      deleted_at: nullable(Type.String({ description: 'Only documents still name it.' })),
    },
    { title, examples: [{ ...own, ...example }] },
  )
  const Create = Type.Object(inputOf(fields), {
    title: `${title}Create`,
    ...closed,
    minProperties: 1,
    examples: [example],
  })
  const Put = Type.Partial(Create, { title: `${title}Put`, ...closed, examples: [example] })
  return {
    list: {
      operationId: `list${plural}`,
      summary: `List the ${many} of a customer`,
      description: words.list,
      tags,
      params,
      querystring: listQuery({}, ['created_at']),
      response: { 200: pageOf(entryOf(View)) },
    },
    create: {
      operationId: `create${title}`,
      summary: `Add ${one} to a customer`,
      description: `With \`default: true\`, it replaces the former default of the ${many}.`,
      tags,
      params,
      body: Create,
      response: { 201: View },
    },
    get: {
      operationId: `get${title}`,
      summary: `Read ${one} of a customer`,
      description: 'You can also read a deleted one, because documents may refer to it.',
      tags,
      params: ofEntry,
      ...reading(View),
    },
    put: {
      operationId: `put${title}`,
      summary: `Update ${one} of a customer`,
      description: 'Replaces each field you send as a whole. Other fields keep their value.',
      tags,
      params: ofEntry,
      headers: ConditionalHeaders,
      body: Put,
      response: { 200: View },
    },
    delete: {
      operationId: `delete${title}`,
      summary: `Delete ${one} of a customer`,
      description: 'New documents cannot use it. You can still read it by its id.',
      tags,
      params: ofEntry,
      headers: ConditionalHeaders,
      response: {
        204: Type.Null({ description: 'Deleted.' }),
      },
    },
  }
}
