import { table } from '../../kernel/table.ts'
import { faultIn } from '../../platform/mail/smtp-faults.ts'

/** Why a mail server does not take a message, for programs. */
export const MAIL_CAUSES = [
  'no_such_recipient',
  'address_invalid',
  'domain_takes_no_mail',
  'mailbox_unavailable',
  'mailbox_disabled',
  'mailbox_full',
  'no_room',
  'message_too_large',
  'too_many_recipients',
  'sender_refused',
  'sender_not_trusted',
  'sign_in_refused',
  'content_refused',
  'policy',
  'unreachable',
  'not_understood',
  'try_later',
  'refused',
  'certificate_untrusted',
  'certificate_name',
  'certificate_expired',
  'starttls_missing',
  'tls_failed',
  'host_unknown',
  'dns_unavailable',
  'host_unreachable',
  'connection_refused',
  'timed_out',
  'connection_lost',
  'address_not_allowed',
  'sign_in_missing',
  'token_refused',
  'smtputf8_missing',
  'no_connection',
  'operators_only',
] as const
type MailCause = (typeof MAIL_CAUSES)[number]

export const OPERATORS_ONLY = 'Only SMTP_URL may carry links to accounts.'
/** Subject and detail of an enhanced status code (RFC 3463, RFC 7372, RFC 7505), also of temporary ones. */
const BY_DETAIL = table<MailCause>({
  '1.1': 'no_such_recipient',
  '1.2': 'domain_takes_no_mail',
  '1.3': 'address_invalid',
  '1.6': 'no_such_recipient',
  '1.7': 'sender_refused',
  '1.8': 'sender_refused',
  '1.10': 'domain_takes_no_mail',
  '2.1': 'mailbox_disabled',
  '2.2': 'mailbox_full',
  '2.3': 'message_too_large',
  '3.4': 'message_too_large',
  '4.4': 'unreachable',
  '4.7': 'unreachable',
  '5.3': 'too_many_recipients',
  '7.8': 'sign_in_refused',
  '7.9': 'sign_in_refused',
  '7.20': 'sender_not_trusted',
  '7.21': 'sender_not_trusted',
  '7.22': 'sender_not_trusted',
  '7.23': 'sender_not_trusted',
  '7.24': 'sender_not_trusted',
  '7.25': 'sender_not_trusted',
  '7.26': 'sender_not_trusted',
  '7.27': 'sender_refused',
})

/** Subjects of permanent enhanced status codes. A 5.4.1 to RCPT means an unknown address: its reply code says more. */
const BY_SUBJECT = table<MailCause>({
  2: 'mailbox_unavailable',
  5: 'not_understood',
  6: 'content_refused',
  7: 'policy',
})

/** Reply codes of RFC 5321, RFC 4954 and RFC 7504. */
const BY_REPLY: Readonly<Record<number, MailCause>> = {
  500: 'not_understood',
  501: 'not_understood',
  502: 'not_understood',
  503: 'not_understood',
  504: 'not_understood',
  521: 'domain_takes_no_mail',
  550: 'mailbox_unavailable',
  551: 'no_such_recipient',
  552: 'no_room',
  553: 'address_invalid',
  555: 'not_understood',
  556: 'domain_takes_no_mail',
}
/** Their enhanced status codes say less. */
const OF_SIGN_IN = [530, 534, 535, 538]

/** The codes that a reply or a report begins with, e.g. `550-5.7.1 ` or `5.1.1 550 5.1.1 `. */
const CODES = /^(?:[245]\d\d(?:[ -]|$)|[245]\.\d{1,3}\.\d{1,3}(?:[ -]|$))+/

/** The cause of what a mail server answered, or of what was noted where none did. */
export function causeOf(words: string): MailCause {
  const codes = CODES.exec(words)?.[0].split(/[ -]/).filter(Boolean) ?? []
  const reply = Number(codes.findLast((it) => !it.includes('.')) ?? 0)
  const [level, subject = '', detail] = codes.findLast((it) => it.includes('.'))?.split('.') ?? []
  const own = words === OPERATORS_ONLY ? 'operators_only' : faultIn(words)
  if (own !== undefined) return own
  if (codes.length === 0) return 'no_connection'
  if (OF_SIGN_IN.includes(reply)) return 'sign_in_refused'
  const exact = BY_DETAIL[`${subject}.${detail}`]
  if (exact !== undefined) return exact
  if (level === '4' || (reply >= 400 && reply < 500)) return 'try_later'
  return BY_SUBJECT[subject] ?? BY_REPLY[reply] ?? 'refused'
}

/** Whether this service wrote the words, because no mail server answered or none was asked. */
export const isOurs = (words: string): boolean => !CODES.test(words)
