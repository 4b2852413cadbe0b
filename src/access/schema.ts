import { Type } from 'typebox'
import { SCOPES, type Scope } from '../http/actor.ts'
import { CachedHeaders, ConditionalHeaders } from '../http/etag.ts'
import { listQuery, pageOf } from '../http/pagination.ts'
import { problems } from '../http/problem.ts'
import { closed } from '../http/shapes.ts'
import {
  AnyPassword,
  Email,
  INSTANT,
  NAME_LENGTH_MAX,
  NewPassword,
  nothing,
  OptionalInstant,
  OptionalName,
  USER_ID,
} from './fields.ts'
import { ROLES, type Role } from './people/user.ts'

const KEY_ID = 'key_019aa5d2-7c00-7000-8000-0123456789ab'

const ScopeName = Type.Unsafe<Scope>({ type: 'string', enum: [...SCOPES] })
const Scopes = Type.Array(ScopeName, {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description:
    '`read` sees; `write` drafts; `issue` numbers, voids, publishes and pays; ' +
    '`admin` changes settings and access.',
  examples: [['read', 'write']],
})
const RoleName = Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] })

const KeyName = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  examples: ['Nightly export'],
})

const KEY_FIELDS = {
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'How the key begins. No secret.' }),
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  expires_at: Type.Union([Type.String(), Type.Null()]),
  last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'To the minute.' }),
  revoked_at: Type.Union([Type.String(), Type.Null()]),
}
const KEY_EXAMPLE = {
  id: KEY_ID,
  name: 'Nightly export',
  hint: 'bw_live_03Dv8Zr2kq7yT1pXcM4nWb',
  scopes: ['read', 'write'],
  created_at: INSTANT,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
}
const KeyView = Type.Object(KEY_FIELDS, { title: 'ApiKey', examples: [KEY_EXAMPLE] })
const NewKeyView = Type.Object(
  { ...KEY_FIELDS, key: Type.String({ description: 'The key. Shown this once, stored nowhere.' }) },
  { title: 'ApiKeyWithSecret', examples: [{ ...KEY_EXAMPLE, key: `${KEY_EXAMPLE.hint}_…` }] },
)
const UserView = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    role: Type.String({ enum: [...ROLES] }),
    second_factor: Type.Boolean({ description: 'Whether a code is asked for when they sign in.' }),
    password: Type.Boolean({ description: 'False: they sign in with another provider only.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: 'User',
    examples: [
      {
        id: USER_ID,
        email: 'ada@example.org',
        name: 'Ada Example',
        role: 'member',
        second_factor: true,
        password: true,
        created_at: INSTANT,
        updated_at: INSTANT,
      },
    ],
  },
)
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the key or the user.' }),
})
const keys = { tags: ['API keys'] }
const users = { tags: ['Users'] }

export const listKeys = {
  ...keys,
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: 'Those in force; with `revoked=true` those that were revoked.',
  querystring: listQuery(
    {
      revoked: Type.Optional(
        Type.Boolean({ description: '`true`: only revoked keys; else only those that work.' }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(KeyView), ...problems(401, 403, 422) },
}

export const createKey = {
  ...keys,
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'The answer shows the key once; only its hash is kept. Nobody gives scopes they do not have.',
  body: Type.Object(
    {
      name: KeyName,
      scopes: Scopes,
      expires_at: Type.Optional(OptionalInstant),
    },
    closed,
  ),
  response: { 201: NewKeyView, ...problems(400, 401, 403, 415, 422) },
}

export const getKey = {
  ...keys,
  operationId: 'getApiKey',
  summary: 'Read an API key',
  description: 'The secret is not part of it: it is shown once, when the key is created.',
  params,
  headers: CachedHeaders,
  response: { 200: KeyView, ...problems(401, 403, 404) },
}

export const changeKey = {
  ...keys,
  operationId: 'updateApiKey',
  summary: "Change an API key's name, scopes or end",
  description:
    'The key itself stays. Nobody makes it do, or do for longer, what they may not do themselves. ' +
    'Its last use is no change: `If-Match` does not heed it.',
  params,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      name: Type.Optional(KeyName),
      scopes: Type.Optional(Scopes),
      expires_at: Type.Optional(OptionalInstant),
    },
    { ...closed, minProperties: 1 },
  ),
  response: { 200: KeyView, ...problems(400, 401, 403, 404, 409, 412, 415, 422) },
}

export const revokeKey = {
  ...keys,
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'It stops with the next request. Revoking twice is the same as once.',
  params,
  headers: ConditionalHeaders,
  response: { 204: nothing('Revoked.'), ...problems(401, 403, 404, 412) },
}

export const listUsers = {
  ...users,
  operationId: 'listUsers',
  summary: 'List users',
  description: 'The people who may sign in, with their roles.',
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(UserView), ...problems(401, 403, 422) },
}

export const createUser = {
  ...users,
  operationId: 'createUser',
  summary: 'Create a user',
  description: 'Only an owner (or the `API_KEY` of the environment) can make owners.',
  body: Type.Object(
    { email: Email, password: NewPassword, role: RoleName, name: Type.Optional(OptionalName) },
    closed,
  ),
  response: { 201: UserView, ...problems(400, 401, 403, 409, 415, 422) },
}

export const getUser = {
  ...users,
  operationId: 'getUser',
  summary: 'Read a user',
  description: 'One person, with role and second factor.',
  params,
  headers: CachedHeaders,
  response: { 200: UserView, ...problems(401, 403, 404) },
}

export const changeUser = {
  ...users,
  operationId: 'updateUser',
  summary: "Change a user's name, role or password",
  description:
    'Everybody may change their own name and, with `current_password`, their own password; ' +
    'the rest needs the scope `admin`, and owners are changed by owners. ' +
    'A new password ends all other sessions, and gives one’s own a new cookie.',
  params,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      name: Type.Optional(OptionalName),
      role: Type.Optional(RoleName),
      password: Type.Optional(NewPassword),
      current_password: Type.Optional(AnyPassword),
    },
    { ...closed, minProperties: 1 },
  ),
  response: { 200: UserView, ...problems(400, 401, 403, 404, 409, 412, 415, 422, 429) },
}

export const deleteUser = {
  ...users,
  operationId: 'deleteUser',
  summary: 'Delete a user',
  description: 'Ends their sessions. The last owner cannot be deleted.',
  params,
  headers: ConditionalHeaders,
  response: { 204: nothing('Deleted.'), ...problems(401, 403, 404, 409, 412) },
}

export const resetSecondFactor = {
  ...users,
  operationId: 'resetUserSecondFactor',
  summary: 'Take the second factor of somebody who lost it',
  description:
    'They sign in with the password alone then, and their sessions end. ' +
    'Owners are helped by owners; for oneself there is `POST /me/totp/disable`.',
  params,
  headers: ConditionalHeaders,
  response: { 204: nothing('There is none any more.'), ...problems(401, 403, 404, 412) },
}
