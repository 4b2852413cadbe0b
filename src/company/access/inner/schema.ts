import { Type } from 'typebox'
import { SCOPES, type Scope } from '../../../core/http/actor.ts'
import { CachedHeaders, ConditionalHeaders } from '../../../core/http/etag.ts'
import { deleting } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'
import { ROLES, type Role } from '../people/user.ts'
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

const LOGIN_HASH = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
const KEY_ID = 'key_019aa5d2-7c00-7000-8000-0123456789ab'

const ScopeName = Type.Unsafe<Scope>({ type: 'string', enum: [...SCOPES] })
const Scopes = Type.Array(ScopeName, {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description:
    '`read` reads; `write` edits drafts; `issue` issues, voids and publishes; `admin` manages settings and access.',
  examples: [['read', 'write']],
})
const RoleName = Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] })

const KeyName = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  examples: ['Nightly export'],
})

const KeyInput = Type.Object(
  { name: KeyName, scopes: Scopes, expires_at: Type.Optional(OptionalInstant) },
  { ...closed, examples: [{ name: 'Nightly export', scopes: ['read', 'write'] }] },
)

const KEY_FIELDS = {
  id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'The first characters of the key. Not secret.' }),
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  expires_at: nullable(Type.String()),
  last_used_at: Type.Union([Type.String(), Type.Null()], {
    description: 'Accurate to the minute.',
  }),
  revoked_at: nullable(Type.String()),
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
  {
    ...KEY_FIELDS,
    key: Type.String({ description: 'The key. Shown only once; the service stores a hash.' }),
  },
  { title: 'ApiKeyWithSecret', examples: [{ ...KEY_EXAMPLE, key: `${KEY_EXAMPLE.hint}_…` }] },
)
const UserView = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: nullable(Type.String()),
    role: Type.String({ enum: [...ROLES] }),
    second_factor: Type.Boolean({ description: 'Whether the person needs a code to sign in.' }),
    password: Type.Boolean({ description: 'False: the person can only use single sign-on.' }),
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
  description: 'Active keys; with `revoked=true`, revoked ones.',
  querystring: listQuery(
    {
      revoked: Type.Optional(
        Type.Boolean({ description: '`true`: only revoked keys. Default: only active keys.' }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(KeyView)) },
}

export const createKey = {
  ...keys,
  operationId: 'createApiKey',
  summary: 'Create an API key',
  description:
    'Only this response contains the key; the service stores a hash. You cannot grant scopes you do not have.',
  body: KeyInput,
  response: { 201: NewKeyView },
}

export const confirmLogin = {
  ...keys,
  operationId: 'confirmLogin',
  summary: 'Confirm a login of the command line',
  description:
    'Creates the API key that `billwright login` waits for. Its secret stays on that machine; the service gets only the hash. You cannot grant scopes you do not have.',
  body: Type.Object(
    {
      secret_hash: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'The SHA-256 of the secret, in hexadecimal, from the link of the login.',
        examples: [LOGIN_HASH],
      }),
      code: Type.String({
        maxLength: 20,
        description: 'The code that the terminal shows.',
        examples: ['KQPF-RTMB'],
      }),
      name: KeyName,
      scopes: Scopes,
      expires_at: Type.Optional(OptionalInstant),
    },
    {
      ...closed,
      examples: [
        {
          secret_hash: LOGIN_HASH,
          code: 'KQPF-RTMB',
          name: 'Command line of Ada',
          scopes: ['read', 'write'],
        },
      ],
    },
  ),
  response: { 201: KeyView },
}

export const getKey = {
  ...keys,
  operationId: 'getApiKey',
  summary: 'Read an API key',
  description: 'The secret is shown only when you create the key.',
  params,
  headers: CachedHeaders,
  response: { 200: KeyView },
}

export const changeKey = {
  ...keys,
  operationId: 'updateApiKey',
  summary: "Change an API key's name, scopes or expiry",
  description:
    'The key itself stays the same. You cannot give a key scopes you do not have, or extend a key that has more scopes than you. Using a key does not change its `ETag`.',
  params,
  headers: ConditionalHeaders,
  body: Type.Partial(KeyInput, {
    ...closed,
    minProperties: 1,
    examples: [{ scopes: ['read'] }],
  }),
  response: { 200: KeyView },
}

export const revokeKey = {
  ...keys,
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description: 'The key stops working at the next request. Revoking it again has no effect.',
  params,
  headers: ConditionalHeaders,
  response: { 204: nothing('Revoked.') },
}

export const listUsers = {
  ...users,
  operationId: 'listUsers',
  summary: 'List users',
  description: 'The people who can sign in, with their roles.',
  querystring: listQuery({}, ['created_at']),
  response: { 200: pageOf(entryOf(UserView)) },
}

export const createUser = {
  ...users,
  operationId: 'createUser',
  summary: 'Create a user',
  description: 'Only an owner (or `API_KEY` from the environment) can create owners.',
  body: Type.Object(
    { email: Email, password: NewPassword, role: RoleName, name: Type.Optional(OptionalName) },
    {
      ...closed,
      examples: [
        {
          email: 'grace@example.org',
          password: 'nine quiet lighthouses',
          role: 'member',
          name: 'Grace Example',
        },
      ],
    },
  ),
  response: { 201: UserView },
}

export const getUser = {
  ...users,
  operationId: 'getUser',
  summary: 'Read a user',
  description: 'One person, with role and second factor.',
  params,
  headers: CachedHeaders,
  response: { 200: UserView },
}

export const changeUser = {
  ...users,
  operationId: 'updateUser',
  summary: "Change a user's name, role or password",
  description:
    'You can change your own name and, with `current_password`, your own password. Everything else needs the scope `admin`, and only owners can change owners. A new password ends all other sessions of that person.',
  params,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      name: Type.Optional(OptionalName),
      role: Type.Optional(RoleName),
      password: Type.Optional(NewPassword),
      current_password: Type.Optional(AnyPassword),
    },
    { ...closed, minProperties: 1, examples: [{ name: 'Grace Example', role: 'member' }] },
  ),
  response: { 200: UserView },
}

export const deleteUser = {
  ...users,
  operationId: 'deleteUser',
  summary: 'Delete a user',
  description: 'Ends their sessions. You cannot delete the last owner.',
  params,
  ...deleting,
}

export const resetSecondFactor = {
  ...users,
  operationId: 'resetUserSecondFactor',
  summary: "Reset a person's second factor",
  description:
    'The person then signs in with the password only, and their sessions end. Only owners can do this for owners. For yourself, use `POST /me/totp/disable`.',
  params,
  headers: ConditionalHeaders,
  response: { 204: nothing('The person has no second factor.') },
}
