import { EVENT_TYPES } from '@billwright/rules/events'
import { Type } from 'typebox'
import { reading } from '../../http/operations.ts'
import { listQuery, pageOf } from '../../http/pagination.ts'

const TYPES_LENGTH_MAX = 2000
/** Proxies end requests that take 30 seconds or more. */
const WAIT_MAX_S = 25

const text = Type.String()

const EventView = Type.Object(
  {
    id: text,
    type: Type.String({ enum: EVENT_TYPES, description: 'More types may be added.' }),
    sequence: Type.Integer({ description: 'Position in the log, in commit order.' }),
    company: Type.String({ description: 'Id of the company.' }),
    resource: Type.Object({
      type: Type.String({
        description: 'invoice, customer, product, template, settings or webhook.',
      }),
      id: text,
    }),
    actor: Type.Object({
      kind: Type.String({ description: 'key, user or system.' }),
      id: text,
      name: text,
    }),
    created_at: text,
    data: Type.Record(text, Type.Any(), {
      description: 'A short copy of the resource after the change.',
    }),
  },
  {
    title: 'Event',
    examples: [
      {
        id: 'evt_019a9e2c-7f04-7c3b-9d52-6f5d5b7f2a10',
        type: 'invoice.issued',
        sequence: 42,
        company: 'com_019a9e2c-1f04-7c3b-9d52-6f5d5b7f2a10',
        resource: { type: 'invoice', id: 'inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10' },
        actor: { kind: 'key', id: 'key_019a9e2c-5f04-7c3b-9d52-6f5d5b7f2a10', name: 'Shop' },
        created_at: '2026-11-21T09:05:00.000Z',
        data: {
          id: 'inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10',
          type: 'invoice',
          number: 'INV-2026-0042',
          status: 'sent',
          customer_id: 'cus_019a9e2c-4f04-7c3b-9d52-6f5d5b7f2a10',
          customer_name: 'Fernweh Books',
          issue_date: '2026-11-21',
          due_date: '2026-12-21',
          currency: 'EUR',
          total: '142.80',
          paid: '0.00',
          due: '142.80',
          published: false,
          version: 2,
        },
      },
    ],
  },
)

const tags = ['Events']

export const listEvents = {
  operationId: 'listEvents',
  summary: 'List events',
  description:
    'Oldest first unless you sort by `-created_at`. An event and its change are saved in the same transaction, and new events never appear before one you have read. To follow the log, remember the last id and pass it as `after`. With `wait`, the service holds the request until there is a newer event.',
  tags,
  querystring: listQuery(
    {
      type: Type.Optional(
        Type.String({
          maxLength: TYPES_LENGTH_MAX,
          description:
            'One type, all types of a resource (`invoice.*`), or `*`. Several are separated by commas.',
        }),
      ),
      resource_id: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9._-]{1,100}$',
          description: 'Only events of this resource.',
        }),
      ),
      after: Type.Optional(
        Type.String({ pattern: '^evt_[0-9a-f-]{36}$', description: 'Only events after this one.' }),
      ),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: WAIT_MAX_S,
          description:
            'If there are no events, wait for one up to so many seconds. The list is empty after that time, when the service stops, or at once if many other requests wait.',
        }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(EventView) },
}

export const getEvent = {
  operationId: 'getEvent',
  summary: 'Read an event',
  description: 'One entry of the event log.',
  tags,
  params: Type.Object({ id: Type.String({ description: 'Id of the event.' }) }),
  ...reading(EventView),
}
