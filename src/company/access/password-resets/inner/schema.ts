import { Type } from 'typebox'
import { problems } from '../../../../core/http/problem.ts'
import { closed } from '../../../../kernel/fields/shapes.ts'
import { NewPassword, nothing } from '../../inner/fields.ts'

const TOKEN_LENGTH_MAX = 500
const TOKEN = 'eyJ1c2VySWQiOiJ1c3Jf.Vn3cX0wq9sVdZ1bA7mJr2kT5yUe8oHgLfPiQxC4tN6E'

const Token = Type.String({
  minLength: 1,
  maxLength: TOKEN_LENGTH_MAX,
  description: 'The part after `#` of the link.',
  examples: [TOKEN],
})

export const lookAtPasswordReset = {
  tags: ['Session'],
  operationId: 'lookAtPasswordReset',
  summary: 'Check a link for a new password',
  description: 'Whether `acceptPasswordReset` would accept this `token`. It changes nothing.',
  body: Type.Object({ token: Token }, { ...closed, examples: [{ token: TOKEN }] }),
  response: { 204: nothing('The link can be used.'), ...problems(403, 404) },
}

export const acceptPasswordReset = {
  tags: ['Session'],
  operationId: 'acceptPasswordReset',
  summary: 'Choose a new password',
  description:
    'Needs the token of the mailed link, which works once within an hour. All sessions end. A second factor stays active.',
  body: Type.Object(
    {
      token: Token,
      password: NewPassword,
    },
    { ...closed, examples: [{ token: TOKEN, password: 'nine quiet lighthouses' }] },
  ),
  response: { 204: nothing('The password is set.'), ...problems(403, 404) },
}
