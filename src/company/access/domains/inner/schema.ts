import { Type } from 'typebox'
import { closed, nullable } from '../../../../kernel/fields/shapes.ts'
import { INSTANT, nothing } from '../../inner/fields.ts'

const HOST = 'bills.example.org'
const STATUSES = ['pending', 'verified', 'failing'] as const
export type DomainStatus = (typeof STATUSES)[number]

const DomainView = Type.Object(
  {
    host: Type.String(),
    links: Type.Boolean({
      description: 'Whether links open under it. False: it only proves addresses of e-mail.',
    }),
    status: Type.String({
      enum: [...STATUSES],
      description: '`failing`: the TXT record is missing. After a week the domain stops working.',
    }),
    record: Type.Object(
      { type: Type.String(), name: Type.String(), value: Type.String() },
      { description: 'The record in DNS that proves the domain.' },
    ),
    created_at: Type.String(),
    verified_at: nullable(Type.String()),
    checked_at: nullable(Type.String()),
  },
  {
    title: 'Domain',
    examples: [
      {
        host: HOST,
        links: true,
        status: 'pending',
        record: {
          type: 'TXT',
          name: `_billwright.${HOST}`,
          value: 'billwright-domain=Vn3cX0wq9sVdZ1bA7mJr2kT5yUe8oHgLfPiQxC4tN6E',
        },
        created_at: INSTANT,
        verified_at: null,
        checked_at: null,
      },
    ],
  },
)
const DomainPage = Type.Object({
  data: Type.Array(DomainView),
  has_more: Type.Boolean(),
  next_cursor: Type.Null(),
})
const params = Type.Object({
  host: Type.String({ maxLength: 253, description: 'Host name.', examples: [HOST] }),
})
const domains = { tags: ['Companies'] }

export const listDomains = {
  ...domains,
  operationId: 'listDomains',
  summary: 'List the domains of the company',
  description: 'All of them, the oldest first; at most five.',
  response: { 200: DomainPage },
}

export const addDomain = {
  ...domains,
  operationId: 'addDomain',
  summary: 'Add a domain',
  description:
    'Add the TXT record of the response to DNS, then verify the domain. For links, also point the name to this service.',
  body: Type.Object(
    {
      host: Type.String({ minLength: 1, maxLength: 253, examples: [HOST] }),
      links: Type.Optional(
        Type.Boolean({
          default: true,
          description:
            'False: the domain only proves the addresses of your e-mail, and no link opens under it.',
        }),
      ),
    },
    { ...closed, examples: [{ host: HOST }] },
  ),
  response: { 201: DomainView },
}

export const verifyDomain = {
  ...domains,
  operationId: 'verifyDomain',
  summary: 'Verify a domain',
  description:
    'Looks up the TXT record. If it is right, e-mail may come from addresses of this domain over a shared mail server. Unless `links` is false, the links of the company work with it, and new links use the first domain of the company.',
  params,
  response: { 200: DomainView },
}

export const deleteDomain = {
  ...domains,
  operationId: 'deleteDomain',
  summary: 'Delete a domain',
  description:
    'Links with this domain stop working at once. They still work with the other addresses of the company.',
  params,
  response: { 204: nothing('Deleted.') },
}
