/**
 * What this service finds at fault itself, before a mail server judges the message. The sentences are
 * stored as the reply of an attempt, and they name the fault for ever.
 */
export const SMTP_FAULTS = {
  certificate_untrusted: 'This service does not trust the certificate of the mail server',
  certificate_name: 'The certificate of the mail server is for another name',
  certificate_expired: 'The certificate of the mail server is not valid at this time',
  starttls_missing: 'The mail server does not offer STARTTLS',
  tls_failed: 'The encryption with the mail server failed',
  host_unknown: 'DNS has no address for this mail server',
  dns_unavailable: 'DNS did not answer for this mail server',
  host_unreachable: 'The mail server cannot be reached',
  connection_refused: 'No mail server answers at this address and port',
  timed_out: 'The mail server did not answer in time',
  connection_lost: 'The mail server closed the connection',
  address_not_allowed: 'This service connects to public mail servers only',
  sign_in_missing: 'The mail server offers no sign-in of this kind',
  token_refused: 'The provider gave no token for the mail server',
  smtputf8_missing:
    'The mail server does not offer SMTPUTF8, which letters such as ü before the @ of an address need',
  message_too_large: 'The message is larger than the mail server takes',
} as const

export type SmtpFault = keyof typeof SMTP_FAULTS

/** The stored sentence, with the words of the server or of a library in brackets. */
export const saidFault = (fault: SmtpFault, detail?: string): string =>
  `${SMTP_FAULTS[fault]}${detail === undefined ? '' : ` (${detail})`}.`

const NAMES = Object.keys(SMTP_FAULTS) as readonly SmtpFault[]

/** The fault that a stored sentence names; undefined: a mail server said it. */
export const faultIn = (words: string): SmtpFault | undefined =>
  NAMES.find((name) => words.startsWith(SMTP_FAULTS[name]))
