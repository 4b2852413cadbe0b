import { Type } from 'typebox'
import { externalIdQuery, metadataQuery } from '../../core/external-ids/field.ts'
import { puttingByExternalId } from '../../core/external-ids/operations.ts'
import { createdBetween, updatedSince } from '../../core/http/filters.ts'
import { changing, deleting, reading } from '../../core/http/operations.ts'
import { entryOf, listQuery, pageOf, searched } from '../../core/http/pagination.ts'
import { bulkOf } from '../../core/record/bulk.ts'
import { FIELDS } from './fields.ts'
import { CustomerInput, CustomerPatch, CustomerPut } from './input.ts'
import { CustomerView } from './view-schema.ts'

const CustomerEntry = entryOf(CustomerView)

const tags = ['Customers']
const params = Type.Object({ id: Type.String({ description: 'Id of the customer.' }) })

export const listCustomers = {
  operationId: 'listCustomers',
  summary: 'List customers',
  description: 'Includes archived customers unless you filter by `archived`.',
  tags,
  querystring: listQuery(
    {
      q: searched('Words; each must begin a word of name, contact, e-mail, city or tax id.'),
      country: Type.Optional(
        Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2.' }),
      ),
      archived: Type.Optional(
        Type.Boolean({ description: '`true`: only archived. `false`: only active. Default: all.' }),
      ),
      on_account: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{3}$',
          description: 'Only customers with money on account in this currency.',
        }),
      ),
      email: Type.Optional(
        Type.String({ maxLength: 254, description: 'Only this e-mail address, in any case.' }),
      ),
      [FIELDS.taxId.wire]: Type.Optional(
        Type.String({ maxLength: 50, description: 'Only this tax id.' }),
      ),
      external_id: externalIdQuery,
      metadata: metadataQuery,
      ...createdBetween,
      updated_since: updatedSince,
    },
    ['name', 'created_at', 'updated_at'],
  ),
  response: { 200: pageOf(CustomerEntry) },
}

export const createCustomer = {
  operationId: 'createCustomer',
  summary: 'Create a customer',
  description: 'Only `name` is required.',
  tags,
  body: CustomerInput,
  response: { 201: CustomerView },
}

export const createCustomers = bulkOf(CustomerInput, CustomerView, {
  title: 'Customer',
  operationId: 'createCustomers',
  summary: 'Create many customers',
  description: 'At most 1000 in 5 MiB. The answer has a result for each, in the same order.',
  tags,
})

export const getCustomer = {
  operationId: 'getCustomer',
  summary: 'Read a customer',
  description: 'Issued invoices keep their own copy of the customer.',
  tags,
  params,
  ...reading(CustomerView),
}

const update = {
  tags,
  params,
  ...changing(CustomerView),
}

export const putCustomer = {
  operationId: 'putCustomer',
  summary: 'Update a customer',
  description: 'Replaces each field you send as a whole. Other fields keep their value.',
  body: CustomerPut,
  ...update,
}

export const putCustomerByExternalId = {
  operationId: 'putCustomerByExternalId',
  summary: 'Create or update a customer by its external id',
  description:
    'Changes the customer that has this external id (200), or creates it with that id (201). Safe to repeat.',
  tags,
  body: CustomerInput,
  ...puttingByExternalId(CustomerView),
}

export const patchCustomer = {
  operationId: 'patchCustomer',
  summary: 'Patch a customer',
  description: 'JSON Merge Patch (RFC 7396): omitted parts keep their value, `null` clears.',
  body: CustomerPatch,
  ...update,
}

export const checkTaxId = {
  operationId: 'checkTaxId',
  summary: 'Ask VIES about the tax id of a customer',
  description:
    'Asks VIES, the service of the EU, and stores the answer in `tax_id_status`. If VIES cannot answer, the result is `unavailable`, never `invalid`. With your VAT number in the settings, you get a consultation number.',
  tags,
  params,
  ...changing(CustomerView),
}

export const resumeMail = {
  operationId: 'resumeCustomerMail',
  summary: 'Let automatic messages go to a customer again',
  description: 'Removes `mail_stop`. Messages that were canceled meanwhile stay canceled.',
  tags,
  params,
  ...changing(CustomerView),
}

export const deleteCustomer = {
  operationId: 'deleteCustomer',
  summary: 'Delete a customer',
  description: 'Refused if the customer has invoices. Archive the customer instead.',
  tags,
  params,
  ...deleting,
}
