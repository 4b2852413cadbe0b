import { Type } from 'typebox'
import { listQuery, pageOf } from '../../../../core/http/pagination.ts'
import { problems } from '../../../../core/http/problem.ts'
import { closed, nullable } from '../../../../kernel/fields/shapes.ts'
import { Email, INSTANT, NewPassword, nothing, OptionalName } from '../../inner/fields.ts'
import { ROLES, type Role } from '../../people/user.ts'

const TOKEN = 'Vn3cX0wq9sVdZ1bA7mJr2kT5yUe8oHgLfPiQxC4tN6E'

const FIELDS = {
  id: Type.String(),
  email: Type.String(),
  role: Type.String({ enum: [...ROLES] }),
  created_at: Type.String(),
  expires_at: Type.String(),
}
const EXAMPLE = {
  id: 'ivt_019aa5d2-7c00-7000-8000-0123456789ab',
  email: 'ada@example.org',
  role: 'member',
  created_at: INSTANT,
  expires_at: '2026-11-28T09:30:00.000Z',
}
const InvitationView = Type.Object(FIELDS, { title: 'Invitation', examples: [EXAMPLE] })
const NewInvitationView = Type.Object(
  {
    ...FIELDS,
    token: nullable(
      Type.String({
        description:
          'Give the person the link `/invitation#<token>`. Shown only once, and only in an installation with one company. Null: mail the link with `POST /invitations/{id}/send`.',
      }),
    ),
  },
  { title: 'InvitationWithToken', examples: [{ ...EXAMPLE, token: TOKEN }] },
)
const ChosenCompany = Type.Object({
  id: Type.String(),
  handle: Type.String(),
  name: Type.String(),
})
const CHOSEN = {
  id: 'com_019aa5d2-7c00-7000-8000-0123456789ab',
  handle: 'k7q2m4xa',
  name: 'Atelier Nord',
}
const OfferView = Type.Object(
  {
    company: Type.Object({ name: Type.String() }),
    email: Type.String(),
    role: Type.String({ enum: [...ROLES] }),
    expires_at: Type.String(),
    signed_in_as: nullable(Type.String()),
  },
  {
    title: 'InvitationOffer',
    examples: [
      {
        company: { name: CHOSEN.name },
        email: EXAMPLE.email,
        role: EXAMPLE.role,
        expires_at: EXAMPLE.expires_at,
        signed_in_as: null,
      },
    ],
  },
)
const JoinedView = Type.Object(
  { company: ChosenCompany },
  { title: 'InvitationAccepted', examples: [{ company: CHOSEN }] },
)
const Token = Type.String({ minLength: 1, maxLength: 100, examples: [TOKEN] })
const invitations = { tags: ['Users'] }

export const listInvitations = {
  ...invitations,
  operationId: 'listInvitations',
  summary: 'List open invitations',
  description: 'Invitations of this company that are neither accepted nor deleted nor expired.',
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(InvitationView) },
}

export const createInvitation = {
  ...invitations,
  operationId: 'createInvitation',
  summary: 'Invite a person',
  description:
    'The link works once, within seven days. A new invitation replaces the open one of the same address. Only owners invite owners.',
  body: Type.Object(
    { email: Email, role: Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] }) },
    { ...closed, examples: [{ email: 'grace@example.org', role: 'member' }] },
  ),
  response: { 201: NewInvitationView },
}

export const deleteInvitation = {
  ...invitations,
  operationId: 'deleteInvitation',
  summary: 'Delete an invitation',
  description: 'Its link stops working at once.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the invitation.' }),
  }),
  response: { 204: nothing('Deleted.') },
}

export const lookAtInvitation = {
  ...invitations,
  operationId: 'lookAtInvitation',
  summary: 'Read an invitation by its token',
  description:
    'The company and role that the link offers, and the address that this browser is signed in with.',
  body: Type.Object({ token: Token }, { ...closed, examples: [{ token: TOKEN }] }),
  response: { 200: OfferView, ...problems(403, 404) },
}

export const acceptInvitation = {
  ...invitations,
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation',
  description:
    'If you are signed in, you join the company; with another address only if you send `other_account: true`. Otherwise `password` creates an account for the invited address and signs in.',
  body: Type.Object(
    {
      token: Token,
      name: Type.Optional(OptionalName),
      password: Type.Optional(NewPassword),
      other_account: Type.Optional(
        Type.Boolean({ description: 'Join although the invitation is for another address.' }),
      ),
    },
    {
      ...closed,
      examples: [{ token: TOKEN, name: 'Grace Example', password: 'nine quiet lighthouses' }],
    },
  ),
  response: { 200: JoinedView, ...problems(403, 404, 409) },
}
