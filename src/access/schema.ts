import { Type } from 'typebox'
import { SCOPES, type Scope } from '../http/actor.ts'
import { CachedHeaders, ConditionalHeaders } from '../http/etag.ts'
import { listQuery, pageOf } from '../http/pagination.ts'
import { problems } from '../http/problem.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './password.ts'
import { ROLES, type Role } from './user.ts'

const NAME_LENGTH_MAX = 200
const EMAIL_LENGTH_MAX = 254
const TOKEN_LENGTH_MAX = 200
const INSTANT = '2026-11-21T09:30:00.000Z'
const KEY_ID = 'key_019aa5d2-7c00-7000-8000-0123456789ab'
const USER_ID = 'usr_019aa5d2-7c00-7000-8000-0123456789ab'

const closed = { additionalProperties: false }
const Instant = Type.String({ format: 'date-time', examples: [INSTANT] })
const OptionalInstant = Type.Union([Instant, Type.Null()])
const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, examples: ['Ada Example'] })
const OptionalName = Type.Union([Name, Type.Null()])
const Email = Type.String({
  format: 'email',
  maxLength: EMAIL_LENGTH_MAX,
  examples: ['ada@example.org'],
})
const NewPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description: 'Neither one of the commonest nor one that holds the e-mail address or host name.',
  examples: ['nine quiet lighthouses'],
})
const AnyPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_LENGTH_MAX,
  examples: ['nine quiet lighthouses'],
})
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
const KeyView = Type.Object(KEY_FIELDS, { examples: [KEY_EXAMPLE] })
const NewKeyView = Type.Object(
  { ...KEY_FIELDS, key: Type.String({ description: 'The key. Shown this once, stored nowhere.' }) },
  { examples: [{ ...KEY_EXAMPLE, key: `${KEY_EXAMPLE.hint}_…` }] },
)
const UserView = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    role: Type.String({ enum: [...ROLES] }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    examples: [
      {
        id: USER_ID,
        email: 'ada@example.org',
        name: 'Ada Example',
        role: 'member',
        created_at: INSTANT,
        updated_at: INSTANT,
      },
    ],
  },
)
const SessionView = Type.Object(
  {
    kind: Type.String({ enum: ['user', 'key'] }),
    id: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
    role: Type.Union([Type.String(), Type.Null()]),
    scopes: Type.Array(Type.String()),
    expires_at: Type.Union([Type.String(), Type.Null()], { description: 'Of the session.' }),
  },
  {
    examples: [
      {
        kind: 'user',
        id: USER_ID,
        name: 'Ada Example',
        email: 'ada@example.org',
        role: 'owner',
        scopes: [...SCOPES],
        expires_at: '2026-11-28T09:30:00.000Z',
      },
    ],
  },
)

const nothing = (description: string) => Type.Null({ description })
const params = Type.Object({ id: Type.String({ maxLength: 100 }) })
const keys = { tags: ['API keys'] }
const users = { tags: ['Users'] }
const session = { tags: ['Session'] }

export const listKeys = {
  ...keys,
  operationId: 'listApiKeys',
  summary: 'List API keys',
  description: 'Those in force; with `revoked=true` those that were revoked.',
  querystring: listQuery({ revoked: Type.Optional(Type.Boolean()) }, ['created_at']),
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
      name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, examples: ['Nightly export'] }),
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
  params,
  response: { 200: KeyView, ...problems(401, 403, 404) },
}

export const revokeKey = {
  ...keys,
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'It stops with the next request. Revoking twice is the same as once.',
  params,
  response: { 204: nothing('Revoked.'), ...problems(401, 403, 404) },
}

export const listUsers = {
  ...users,
  operationId: 'listUsers',
  summary: 'List users',
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
    'A new password ends all other sessions.',
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
  response: { 204: nothing('Deleted.'), ...problems(401, 403, 404, 409) },
}

export const signIn = {
  ...session,
  operationId: 'signIn',
  summary: 'Sign in with e-mail address and password',
  description:
    'Sets the session cookie: `__Host-sid` behind TLS, `sid` without. ' +
    'It serves 12 hours after its last use and 7 days in all.',
  body: Type.Object(
    { email: Type.String({ minLength: 1, maxLength: EMAIL_LENGTH_MAX }), password: AnyPassword },
    { ...closed, examples: [{ email: 'ada@example.org', password: 'nine quiet lighthouses' }] },
  ),
  response: { 201: SessionView, ...problems(400, 401, 403, 415, 422, 429) },
}

export const getSession = {
  ...session,
  operationId: 'getSession',
  summary: 'Read who one is',
  response: { 200: SessionView, ...problems(401) },
}

export const signOut = {
  ...session,
  operationId: 'signOut',
  summary: 'Sign out',
  response: { 204: nothing('Signed out.'), ...problems(401, 403) },
}

export const setUp = {
  tags: ['Session'],
  operationId: 'setUp',
  summary: 'Set the service up',
  description:
    'Makes the first owner and signs them in. `token` is the part after `#` of the link that ' +
    'the first start prints.',
  body: Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX }),
      email: Email,
      password: NewPassword,
      name: Type.Optional(OptionalName),
      company_name: Type.Optional(OptionalName),
    },
    closed,
  ),
  response: { 201: SessionView, ...problems(400, 403, 409, 415, 422) },
}
