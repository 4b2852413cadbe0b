import { Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { deleting, reading } from '../../../core/http/operations.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed, nullable, STAMPS } from '../../../kernel/fields/shapes.ts'
import { FORMATS, STATUSES } from './transmission.ts'

const text = Type.String()
const orNull = nullable(text)
const tags = ['Access point']

const AccessPointView = Type.Object(
  {
    url: nullable(Type.String({ description: 'Null: none is set up.' })),
    refused: nullable(
      Type.Object(
        { since: text, detail: text },
        { description: 'Why received documents could not be accepted.' },
      ),
    ),
    version: Type.Integer(),
    updated_at: orNull,
  },
  {
    title: 'AccessPoint',
    examples: [
      {
        url: 'https://peppol.example.org/v1',
        refused: null,
        version: 1,
        updated_at: '2026-11-20T16:00:00.000Z',
      },
    ],
  },
)

const TransmissionView = Type.Object(
  {
    id: Type.String({
      description: 'The key by which the provider recognizes a repeated request.',
    }),
    invoice_id: text,
    invoice_number: text,
    format: Type.String({ enum: [...FORMATS] }),
    recipient: Type.String({ description: 'Scheme and number of the electronic address.' }),
    status: Type.String({
      enum: [...STATUSES],
      description:
        '`sent`: the provider accepted the invoice. `failed`: the provider refused it or could not deliver it. `lost`: the provider did not report the result.',
    }),
    detail: nullable(Type.String({ description: 'In the words of the provider.' })),
    ...STAMPS,
  },
  {
    title: 'Transmission',
    examples: [
      {
        id: 'trm_019aa5d2-7c00-7000-8000-0123456789ab',
        invoice_id: 'inv_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
        invoice_number: 'INV-2026-0042',
        format: 'peppol',
        recipient: '9930:DE136695976',
        status: 'delivered',
        detail: null,
        version: 3,
        created_at: '2026-11-20T16:00:00.000Z',
        updated_at: '2026-11-20T16:02:00.000Z',
      },
    ],
  },
)

export const getAccessPoint = {
  operationId: 'getAccessPoint',
  summary: 'Read the access point',
  description: 'No answer contains the token.',
  tags,
  ...reading(AccessPointView),
}

export const putAccessPoint = {
  operationId: 'putAccessPoint',
  summary: 'Set up the access point',
  description:
    'The provider, or a bridge to it, implements the HTTP interface of docs/access-point.md.',
  tags,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 500, description: 'Address of the interface.' }),
      token: Type.Optional(
        Type.String({
          pattern: '^[\\x21-\\x7e]{1,2000}$',
          description: 'Sent as bearer token. If you omit it, the stored token stays.',
        }),
      ),
    },
    {
      title: 'AccessPointInput',
      ...closed,
      examples: [{ url: 'https://peppol.example.org/v1', token: 'a-long-secret' }],
    },
  ),
  response: { 200: AccessPointView },
}

export const deleteAccessPoint = {
  operationId: 'deleteAccessPoint',
  summary: 'Delete the access point',
  description: 'Invoices that are not sent yet wait until you set up an access point again.',
  tags,
  ...deleting,
}

export const lookUpRecipient = {
  operationId: 'lookUpRecipient',
  summary: 'Look up a recipient',
  description: 'Asks the access point whether the network delivers invoices to an address.',
  tags,
  params: Type.Object({
    address: Type.String({
      maxLength: 120,
      pattern: '^[0-9A-Z]{2,4}:[^\\s/]{1,100}$',
      description: 'Scheme and number, such as `9930:DE136695976`.',
    }),
  }),
  response: {
    200: Type.Object(
      { address: text, reachable: Type.Boolean() },
      { title: 'Recipient', examples: [{ address: '9930:DE136695976', reachable: true }] },
    ),
    ...problems(409, 502),
  },
}

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the invoice.' }),
})

export const transmitInvoice = {
  operationId: 'transmitInvoice',
  summary: 'Send an invoice through the access point',
  description:
    'Checks the e-invoice and the recipient, then sends it in the background, once. After `failed` or `lost` you may send it again.',
  tags,
  params,
  body: Type.Object(
    {
      format: Type.Optional(
        Type.String({
          enum: [...FORMATS],
          description: 'Default: `xrechnung` if the customer requires it, else `peppol`.',
        }),
      ),
    },
    { title: 'InvoiceTransmit', ...closed, examples: [{ format: 'peppol' }] },
  ),
  response: {
    201: TransmissionView,
    ...problems(502),
  },
}

export const getTransmission = {
  operationId: 'getTransmission',
  summary: 'Read the transmission of an invoice',
  description: 'The last attempt. Each step is an event, too.',
  tags,
  params,
  ...reading(TransmissionView),
}
