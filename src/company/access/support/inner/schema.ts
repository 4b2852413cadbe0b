import { Type } from 'typebox'
import { listQuery, pageOf } from '../../../../core/http/pagination.ts'
import { closed, nullable } from '../../../../kernel/fields/shapes.ts'
import { INSTANT, nothing } from '../../inner/fields.ts'
import { SUPPORT_ACCESSES, type SupportAccess } from './grant.ts'

const UNTIL = '2026-11-23T09:30:00.000Z'

const Access = {
  type: 'string',
  enum: [...SUPPORT_ACCESSES],
  description: '`read` reads, `write` also edits drafts and customers. Operators never issue.',
} as const

const GrantView = Type.Object(
  {
    id: Type.String(),
    access: Type.Unsafe<SupportAccess>(Access),
    created_at: Type.String(),
    expires_at: Type.String(),
    revoked_at: nullable(Type.String({ description: 'The time at which it was revoked.' })),
  },
  {
    title: 'SupportGrant',
    examples: [
      {
        id: 'sup_019aa5d2-7c00-7000-8000-0123456789ab',
        access: 'read',
        created_at: INSTANT,
        expires_at: UNTIL,
        revoked_at: null,
      },
    ],
  },
)
const support = { tags: ['Users'] }

export const listGrants = {
  ...support,
  operationId: 'listSupportGrants',
  summary: 'List support grants',
  description: 'Includes ended grants. The events `support_grant.used` show what operators did.',
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(GrantView) },
}

export const createGrant = {
  ...support,
  operationId: 'createSupportGrant',
  summary: 'Give operators access to the company',
  description:
    'For owners. Until `expires_at`, in at most 30 days, the operators of the installation can access this company. Each of their requests is an event. A new grant replaces the active one.',
  body: Type.Object(
    {
      access: Type.Unsafe<SupportAccess>(Access),
      expires_at: Type.String({ format: 'date-time', examples: [UNTIL] }),
    },
    { ...closed, examples: [{ access: 'read', expires_at: UNTIL }] },
  ),
  response: { 201: GrantView },
}

export const revokeGrant = {
  ...support,
  operationId: 'revokeSupportGrant',
  summary: 'Revoke the access of operators',
  description: 'Operators cannot access the company from the next request on.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the grant.' }),
  }),
  response: { 204: nothing('Revoked.') },
}
