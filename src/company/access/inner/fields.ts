import { Type } from 'typebox'
import { nullable } from '../../../kernel/fields/shapes.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../people/inner/password.ts'

export const NAME_LENGTH_MAX = 200
export const EMAIL_LENGTH_MAX = 254
const CODE_LENGTH_MAX = 64

export const INSTANT = '2026-11-21T09:30:00.000Z'
export const USER_ID = 'usr_019aa5d2-7c00-7000-8000-0123456789ab'

const Instant = Type.String({ format: 'date-time', examples: [INSTANT] })
export const OptionalInstant = nullable(Instant)
const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, examples: ['Ada Example'] })
export const OptionalName = nullable(Name)
export const Email = Type.String({
  format: 'email',
  maxLength: EMAIL_LENGTH_MAX,
  examples: ['ada@example.org'],
})
export const NewPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  description: 'Common passwords, and passwords with the e-mail address or host name, are refused.',
  examples: ['nine quiet lighthouses'],
})
export const AnyPassword = Type.String({
  minLength: 1,
  maxLength: PASSWORD_LENGTH_MAX,
  examples: ['nine quiet lighthouses'],
})
export const Code = Type.String({
  minLength: 1,
  maxLength: CODE_LENGTH_MAX,
  description: 'Six digits from the authenticator app. Spaces and hyphens are ignored.',
  examples: ['492 039'],
})
export const AnyCode = Type.String({
  minLength: 1,
  maxLength: CODE_LENGTH_MAX,
  description: 'Six digits from the authenticator app, or a recovery code. Each works once.',
  examples: ['492 039'],
})

export const nothing = (description: string) => Type.Null({ description })
