import { Type } from 'typebox'
import { SCOPES } from '../../../../core/http/actor.ts'
import { CachedHeaders } from '../../../../core/http/etag.ts'
import { problems } from '../../../../core/http/problem.ts'
import { closed, nullable } from '../../../../kernel/fields/shapes.ts'
import {
  AnyCode,
  AnyPassword,
  EMAIL_LENGTH_MAX,
  Email,
  INSTANT,
  NewPassword,
  nothing,
  OptionalName,
  USER_ID,
} from '../../inner/fields.ts'

const TOKEN_LENGTH_MAX = 200
const CHALLENGE_LENGTH_MAX = 500
const PARAMETER_LENGTH_MAX = 8_000
const CHALLENGE = 'Vn3cX0…'

const session = { tags: ['Session'] }

const SessionView = Type.Object(
  {
    kind: Type.String({ enum: ['user', 'key'] }),
    id: Type.String(),
    name: nullable(Type.String()),
    email: nullable(Type.String()),
    role: nullable(Type.String()),
    scopes: Type.Array(Type.String()),
    company: Type.Union(
      [Type.Object({ id: Type.String(), handle: Type.String(), name: Type.String() }), Type.Null()],
      { description: 'The company of this request. Null: name one in `Billwright-Company`.' },
    ),
    companies: Type.Integer({ description: 'How many companies you belong to.' }),
    expires_at: Type.Union([Type.String(), Type.Null()], { description: 'When the session ends.' }),
  },
  {
    title: 'Session',
    examples: [
      {
        kind: 'user',
        id: USER_ID,
        name: 'Ada Example',
        email: 'ada@example.org',
        role: 'owner',
        scopes: [...SCOPES],
        company: {
          id: 'com_019aa5d2-7c00-7000-8000-0123456789ab',
          handle: 'k7q2m4xa',
          name: 'Atelier Nord',
        },
        companies: 1,
        expires_at: '2026-11-21T21:30:00.000Z',
      },
    ],
  },
)

const ChallengeView = Type.Object(
  {
    challenge: Type.String({
      description: 'Send it with the code. It grants no access by itself.',
    }),
    answers: Type.Array(Type.String()),
    expires_at: Type.String(),
  },
  {
    title: 'SecondFactorChallenge',
    description: 'The password is correct; a code is required too.',
    examples: [{ challenge: CHALLENGE, answers: ['totp', 'recovery_code'], expires_at: INSTANT }],
  },
)

export const listWays = {
  ...session,
  operationId: 'listSignInWays',
  summary: 'List the sign-in methods',
  description: 'Password and, if configured, the OpenID Connect provider with its button label.',
  headers: CachedHeaders,
  response: {
    200: Type.Object(
      {
        password: Type.Boolean(),
        oidc: nullable(
          Type.Object({
            label: Type.String({ description: 'Label of the button.' }),
            url: Type.String({ description: 'Link of the button.' }),
          }),
        ),
      },
      {
        examples: [
          { password: true, oidc: { label: 'Example accounts', url: '/api/v1/auth/oidc' } },
        ],
      },
    ),
  },
}

export const beginOidc = {
  ...session,
  operationId: 'beginOidc',
  summary: 'Start single sign-on',
  description:
    'For browsers: redirects to the provider and sets a cookie that binds the response to this browser.',
  response: { 302: nothing('Redirect to the provider.'), ...problems(404) },
}

export const finishOidc = {
  ...session,
  operationId: 'finishOidc',
  summary: 'Finish single sign-on',
  description:
    'The provider redirects the browser here. The response redirects to `/`, signed in; to `/#second-factor=…` with a challenge; or to `/#sign-in-error=…` with the reason.',
  // Providers add their own parameters.
  querystring: Type.Object(
    {},
    { additionalProperties: Type.String({ maxLength: PARAMETER_LENGTH_MAX }) },
  ),
  response: { 302: nothing('Redirect to the console.'), ...problems(404) },
}

export const signIn = {
  ...session,
  operationId: 'signIn',
  summary: 'Sign in with e-mail address and password',
  description:
    'Sets the session cookie: `__Host-sid` with TLS, `sid` without. It expires 30 minutes after its last use and after 12 hours at the latest. With a second factor, the response is 202 with a `challenge` for `POST /session/second-factor`.',
  body: Type.Object(
    { email: Type.String({ minLength: 1, maxLength: EMAIL_LENGTH_MAX }), password: AnyPassword },
    { ...closed, examples: [{ email: 'ada@example.org', password: 'nine quiet lighthouses' }] },
  ),
  response: {
    201: SessionView,
    202: ChallengeView,
    ...problems(401, 403),
  },
}

export const answerChallenge = {
  ...session,
  operationId: 'answerChallenge',
  summary: 'Finish signing in with a code',
  description: 'Takes an app code or a recovery code and returns the session.',
  body: Type.Object(
    {
      challenge: Type.String({ minLength: 1, maxLength: CHALLENGE_LENGTH_MAX }),
      code: AnyCode,
    },
    { ...closed, examples: [{ challenge: CHALLENGE, code: '492039' }] },
  ),
  response: { 201: SessionView, ...problems(401, 403) },
}

export const getSession = {
  ...session,
  operationId: 'getSession',
  summary: 'Read the current caller',
  description: 'The person or API key that sends the request, with its scopes.',
  headers: CachedHeaders,
  response: { 200: SessionView },
}

export const signOut = {
  ...session,
  operationId: 'signOut',
  summary: 'Sign out',
  description: 'Ends the session of this browser and clears its cookie.',
  response: { 204: nothing('Signed out.') },
}

const SETUP_TOKEN = 'Vn3cX0wq9sVdZ1bA7mJr2kT5yUe8oHgLfPiQxC4tN6E'
const SetupToken = Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX })

export const lookAtSetup = {
  tags: ['Session'],
  operationId: 'lookAtSetup',
  summary: 'Check a setup link',
  description: 'Whether `setUp` would accept this `token`. It changes nothing.',
  body: Type.Object({ token: SetupToken }, { ...closed, examples: [{ token: SETUP_TOKEN }] }),
  response: { 204: nothing('The link can be used.'), ...problems(403, 409) },
}

export const setUp = {
  tags: ['Session'],
  operationId: 'setUp',
  summary: 'Set up the service',
  description:
    'Creates the first owner and signs them in. `token` is the part after `#` of the link that the first start prints.',
  body: Type.Object(
    {
      token: SetupToken,
      email: Email,
      password: NewPassword,
      name: Type.Optional(OptionalName),
      company_name: Type.Optional(OptionalName),
    },
    {
      ...closed,
      examples: [
        {
          token: SETUP_TOKEN,
          email: 'ada@example.org',
          password: 'nine quiet lighthouses',
          name: 'Ada Example',
          company_name: 'Fernweh Books GmbH',
        },
      ],
    },
  ),
  response: { 201: SessionView, ...problems(403, 409) },
}
