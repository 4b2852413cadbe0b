import { Type } from 'typebox'
import { problems } from '../../../../core/http/problem.ts'
import { closed } from '../../../../kernel/fields/shapes.ts'
import { MessageView } from '../../inner/schema.ts'
import { MAIL_LANGUAGES } from '../../inner/words/words.ts'

export const sendInvitation = {
  tags: ['Users'],
  operationId: 'sendInvitation',
  summary: 'Mail an invitation',
  description:
    'Sends the link to the invited address. The service adds the link when it sends the message, so the outbox does not show it.',
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: 'Id of the invitation.' }),
  }),
  response: { 201: MessageView },
}

export const requestPasswordReset = {
  tags: ['Session'],
  operationId: 'requestPasswordReset',
  summary: 'Ask for a new password by mail',
  description:
    'If the address has an account with a password, it gets a link that works once within an hour. The response does not reveal whether there is an account.',
  body: Type.Object(
    {
      email: Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.org'] }),
      language: Type.Optional(
        Type.Enum([...MAIL_LANGUAGES], {
          description: 'Language of the message. Default: that of the company.',
        }),
      ),
    },
    { ...closed, examples: [{ email: 'ada@example.org', language: 'en' }] },
  ),
  response: {
    202: Type.Object(
      { valid_minutes: Type.Integer({ description: 'How long the link works.' }) },
      { title: 'PasswordResetRequested', examples: [{ valid_minutes: 60 }] },
    ),
    ...problems(403, 409),
  },
}
