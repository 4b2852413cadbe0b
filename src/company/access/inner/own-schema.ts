import { Type } from 'typebox'
import { CachedHeaders } from '../../../core/http/etag.ts'
import { pageOf } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'
import { RECOVERY_CODES } from '../second-factor/inner/recovery-codes.ts'
import { AnyCode, AnyPassword, Code, INSTANT, nothing } from './fields.ts'

const own = { tags: ['Own account'] }
const OptionalText = nullable(Type.String())

const OwnSessionView = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'True for the session that sends this request.' }),
    browser: OptionalText,
    address: OptionalText,
    created_at: Type.String(),
    last_used_at: Type.String({ description: 'Accurate to the minute.' }),
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
    secret: Type.String({ description: 'Base32, to type into an app. Shown only once.' }),
    uri: Type.String({ description: 'The `otpauth://…` URL for apps.' }),
    qr_svg: Type.String({ description: 'The URL as a QR code, for scanning.' }),
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
      description: 'Each code replaces the app for one sign-in. Shown only once.',
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
  summary: 'List your sessions',
  description: 'Newest first. `current` marks the session that sends this request.',
  response: { 200: pageOf(OwnSessionView), ...problems(403) },
}

export const endOtherSessions = {
  ...own,
  operationId: 'endOtherSessions',
  summary: 'End all other sessions',
  description: 'Ends all your sessions except the one that sends this request.',
  response: { 204: nothing('All other sessions ended.') },
}

export const endSession = {
  ...own,
  operationId: 'endOwnSession',
  summary: 'End a session',
  description: 'The browser with this session is signed out at its next request.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the session.' }),
  }),
  response: { 204: nothing('Ended.') },
}

export const getSecondFactor = {
  ...own,
  operationId: 'getOwnSecondFactor',
  summary: 'Read your second factor',
  description: 'Whether an authenticator app is set up, and how many recovery codes are left.',
  headers: CachedHeaders,
  response: { 200: SecondFactorView, ...problems(403) },
}

export const enrol = {
  ...own,
  operationId: 'enrolSecondFactor',
  summary: 'Set up an authenticator app',
  description:
    'Returns a secret for the app. The second factor becomes active when you confirm a code. Needs your password if you have one.',
  body: Type.Object(
    { password: Type.Optional(AnyPassword) },
    { ...closed, examples: [{ password: 'nine quiet lighthouses' }] },
  ),
  response: { 201: EnrolmentView },
}

export const confirm = {
  ...own,
  operationId: 'confirmSecondFactor',
  summary: 'Turn on the second factor',
  description:
    'Needs a code from the app. Ends all your other sessions and gives this one a new cookie.',
  body: Type.Object({ code: Code }, { ...closed, examples: [{ code: '492 039' }] }),
  response: { 200: RecoveryCodesView },
}

export const renewCodes = {
  ...own,
  operationId: 'renewRecoveryCodes',
  summary: 'Create new recovery codes',
  description: 'The previous recovery codes stop working. Needs your password or a code.',
  body: Proof,
  response: { 200: RecoveryCodesView },
}

export const disable = {
  ...own,
  operationId: 'disableSecondFactor',
  summary: 'Turn off the second factor',
  description: 'Needs your password or a code. Ends all your other sessions.',
  body: Proof,
  response: { 204: nothing('Off.') },
}
