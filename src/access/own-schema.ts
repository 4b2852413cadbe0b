import { Type } from 'typebox'
import { CachedHeaders } from '../http/etag.ts'
import { pageOf } from '../http/pagination.ts'
import { problems } from '../http/problem.ts'
import { closed } from '../http/shapes.ts'
import { AnyCode, AnyPassword, Code, INSTANT, nothing } from './fields.ts'
import { RECOVERY_CODES } from './second-factor/recovery-codes.ts'

const own = { tags: ['Own account'] }
const OptionalText = Type.Union([Type.String(), Type.Null()])

const OwnSessionView = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'Whether this request comes from it.' }),
    browser: OptionalText,
    address: OptionalText,
    created_at: Type.String(),
    last_used_at: Type.String({ description: 'To the minute.' }),
    expires_at: Type.String(),
  },
  {
    title: 'OwnSession',
    examples: [
      {
        id: 'ses_5f0c0e6f2a9d4b7c8e1f3a5b7d9c0e2f',
        current: true,
        browser: 'Firefox 144 on Linux',
        address: '203.0.113.7',
        created_at: INSTANT,
        last_used_at: INSTANT,
        expires_at: '2026-11-21T21:30:00.000Z',
      },
    ],
  },
)

const SecondFactorView = Type.Object(
  {
    enabled: Type.Boolean(),
    confirmed_at: OptionalText,
    recovery_codes_left: Type.Integer(),
  },
  {
    title: 'SecondFactor',
    examples: [{ enabled: true, confirmed_at: INSTANT, recovery_codes_left: RECOVERY_CODES }],
  },
)

const EnrolmentView = Type.Object(
  {
    secret: Type.String({ description: 'Base32, to be typed into an app. Shown this once.' }),
    uri: Type.String({ description: '`otpauth://…`, as apps read it.' }),
    qr_svg: Type.String({ description: 'The address as a picture, for a camera.' }),
  },
  {
    title: 'SecondFactorEnrollment',
    examples: [
      {
        secret: 'A4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYH',
        uri: 'otpauth://totp/Billwright:ada%40example.org?secret=A4DQOBYH…&issuer=Billwright',
        qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">…</svg>',
      },
    ],
  },
)

const RecoveryCodesView = Type.Object(
  {
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each opens the account once without the app. Shown this once.',
    }),
  },
  { title: 'RecoveryCodes', examples: [{ recovery_codes: ['7q2m4x-9k3dvt-c8w5ha-n0f6rz'] }] },
)

const Proof = Type.Object(
  { password: Type.Optional(AnyPassword), code: Type.Optional(AnyCode) },
  {
    title: 'Reauthentication',
    ...closed,
    minProperties: 1,
    maxProperties: 1,
    examples: [{ code: '492039' }],
  },
)

export const listSessions = {
  ...own,
  operationId: 'listOwnSessions',
  summary: 'List the browsers one is signed in with',
  description: 'The newest session first. `current` marks the session that sends the request.',
  response: { 200: pageOf(OwnSessionView), ...problems(401, 403) },
}

export const endOtherSessions = {
  ...own,
  operationId: 'endOtherSessions',
  summary: 'Sign out everywhere else',
  description: 'Ends every session of this person except the one that sends the request.',
  response: { 204: nothing('Only this session is left.'), ...problems(401, 403) },
}

export const endSession = {
  ...own,
  operationId: 'endOwnSession',
  summary: 'Sign out one browser',
  description: 'The browser that held the session is signed out with its next request.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the session.' }),
  }),
  response: { 204: nothing('Ended.'), ...problems(401, 403, 404) },
}

export const getSecondFactor = {
  ...own,
  operationId: 'getOwnSecondFactor',
  summary: 'Read whether a code is asked for at sign-in',
  description: 'Whether an authenticator app is set up, and how many recovery codes are left.',
  headers: CachedHeaders,
  response: { 200: SecondFactorView, ...problems(401, 403) },
}

export const enrol = {
  ...own,
  operationId: 'enrolSecondFactor',
  summary: 'Set up an authenticator app',
  description:
    'Answers a secret for the app. It is asked for once a code has confirmed it. Needs the ' +
    'password of those who have one.',
  body: Type.Object(
    { password: Type.Optional(AnyPassword) },
    { ...closed, examples: [{ password: 'nine quiet lighthouses' }] },
  ),
  response: { 201: EnrolmentView, ...problems(400, 401, 403, 409, 415, 422, 429) },
}

export const confirm = {
  ...own,
  operationId: 'confirmSecondFactor',
  summary: 'Turn the second factor on with a first code',
  description: 'Ends all other sessions and gives this one a new cookie.',
  body: Type.Object({ code: Code }, closed),
  response: { 200: RecoveryCodesView, ...problems(400, 401, 403, 409, 415, 422, 429) },
}

export const renewCodes = {
  ...own,
  operationId: 'renewRecoveryCodes',
  summary: 'Make new recovery codes',
  description: 'Those of before stop. Needs the password or a code.',
  body: Proof,
  response: { 200: RecoveryCodesView, ...problems(400, 401, 403, 409, 415, 422, 429) },
}

export const disable = {
  ...own,
  operationId: 'disableSecondFactor',
  summary: 'Turn the second factor off',
  description: 'Needs the password or a code. Ends all other sessions.',
  body: Proof,
  response: { 204: nothing('Off.'), ...problems(400, 401, 403, 409, 415, 422, 429) },
}
