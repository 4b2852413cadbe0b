import { AppError } from '../../../kernel/errors.ts'
import { causeOf, isOurs } from '../cause.ts'

export const messageNotFound = (): AppError =>
  new AppError('not_found', 'message_not_found', 'There is no message with this id.')

export const messageTemplateNotFound = (): AppError =>
  new AppError(
    'not_found',
    'message_template_not_found',
    'There is no such message template. Use one of the listed kinds and languages.',
  )

export const rawNotFound = (): AppError =>
  new AppError(
    'not_found',
    'message_not_built',
    'The message has no bytes: it was not sent yet, they were deleted after `mailKeepDays`, or it has a secret link.',
  )

export const mailNotConfigured = (): AppError =>
  new AppError(
    'conflict',
    'mail_not_configured',
    'No mail server is set up. Set one under E-mail → Mail server, or SMTP_URL and MAIL_FROM.',
  )

/** The operator of another mail server could read the link and take the account. */
export const operatorsMailOnly = (): AppError =>
  new AppError(
    'conflict',
    'operators_mail_only',
    'This mail server may not carry links to accounts, because others could read them. Ask the operator to set SMTP_URL and MAIL_FROM.',
  )

export const transportFromEnvironment = (): AppError =>
  new AppError(
    'conflict',
    'transport_from_environment',
    'SMTP_URL sets the mail server. Change it there, or remove it to use these settings.',
  )

export const invoiceIsDraft = (): AppError =>
  new AppError('conflict', 'invoice_is_draft', 'A draft cannot be sent. Issue it first.', {
    allowed: ['issue'],
  })

export const invoiceIsVoid = (): AppError =>
  new AppError('conflict', 'invoice_is_void', 'The invoice is void and cannot be sent.')

export const deliveryNoteIsVoid = (): AppError =>
  new AppError(
    'conflict',
    'delivery_note_is_void',
    'The delivery note is void and cannot be sent. Create another one.',
  )

export const messageNotQueued = (status: string): AppError =>
  new AppError(
    'conflict',
    'message_not_queued',
    `The message is ${status}. Only a queued or failed message can be canceled.`,
  )

export const messageNotFailed = (status: string): AppError =>
  new AppError(
    'conflict',
    'message_not_failed',
    `The message is ${status}. Only a failed message can be retried. Send this one again as a new message.`,
    { allowed: ['resend'] },
  )

export const messageBytesDeleted = (): AppError =>
  new AppError(
    'conflict',
    'message_bytes_deleted',
    'The bytes of the message were deleted after `mailKeepDays`. Send it as a new message.',
    { allowed: ['resend'] },
  )

export const noRecipient = (): AppError =>
  new AppError(
    'invalid',
    'no_recipient',
    'This message has no recipient. Add one, or enter an e-mail address of the customer.',
  )

export const tooManyRecipients = (limit: number): AppError =>
  new AppError('invalid', 'too_many_recipients', `Use at most ${limit} recipients in all.`, {
    limit,
    params: { max: limit },
  })

export const attachmentsTooLarge = (limitBytes: number): AppError =>
  new AppError(
    'invalid',
    'attachments_too_large',
    `The attachments are larger than ${limitBytes} bytes and there is no link. Send the link.`,
    { limitBytes, params: { max_bytes: limitBytes } },
  )

/** 502, with the dialogue; replies of the server, without secrets. Says who refused: the server, or this service. */
export function mailRefused(reply: string, steps: readonly unknown[]): AppError {
  const reason = causeOf(reply)
  const details = { params: { reason }, reply, steps }
  if (isOurs(reply))
    return new AppError(
      'upstream',
      'mail_server_unusable',
      `This service did not send the message. ${reply}`,
      details,
    )
  const refused = reason === 'sign_in_refused' ? 'sign-in' : 'message'
  const message = `The mail server refused the ${refused}: ${reply}`
  return new AppError('upstream', 'mail_refused', message, details)
}

export const invalidReport = (): AppError =>
  new AppError(
    'invalid',
    'not_a_report',
    'This is not a delivery status report (RFC 3464). Send the report as the server wrote it.',
  )

export const reportTypeUnknown = (): AppError =>
  new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    'Send the delivery status report as message/rfc822.',
  )
