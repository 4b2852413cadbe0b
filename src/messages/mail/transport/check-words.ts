/**
 * What a sentence can name: the address in `From`, the domain that was looked up, the domain that gets
 * bounces, and the name of the DKIM record. A sentence uses only those of its check.
 */
export const NO_PARAMS = { from: '', domain: '', envelope: '', record: '' }
export type CheckParams = Readonly<typeof NO_PARAMS>

type Sentence = (params: CheckParams) => string

/** What each check of the sender's domain found, by its code. */
export const CHECK_DETAILS = {
  sender_missing: () => 'There is no sender. Set one, or the e-mail of the company.',
  sender: ({ from }) => `Messages come from ${from}.`,
  mx: ({ domain }) => `${domain} takes mail.`,
  mx_missing: ({ domain }) => `${domain} has no MX record, so answers and bounces cannot arrive.`,
  spf: ({ domain }) => `${domain} has an SPF record.`,
  spf_several: ({ domain }) => `${domain} has several SPF records. Keep one.`,
  spf_missing: ({ domain }) => `${domain} has no SPF record. Add one that names your mail server.`,
  dmarc: ({ domain }) => `${domain} has a DMARC record, and the sender is aligned.`,
  dmarc_missing: ({ domain }) => `${domain} has no DMARC record. Add v=DMARC1; p=none first.`,
  dmarc_not_aligned: ({ domain, envelope }) =>
    `Neither ${envelope} nor the DKIM key belongs to ${domain}.`,
  dkim: ({ record }) => `The record at ${record} is the key. Messages are signed.`,
  dkim_missing: ({ record }) => `Add the TXT record at ${record}. Until then nothing is signed.`,
  dkim_elsewhere: () => 'No key here. Your mail server may sign; ask its provider.',
  tls: () => 'Messages go to the mail server over TLS.',
  tls_missing: () => 'Messages go to the mail server without TLS.',
  mail_server_missing: () => 'No mail server is set up.',
  dns_unavailable: () => 'DNS did not answer in time. Try again.',
} satisfies Record<string, Sentence>

export type CheckCode = keyof typeof CHECK_DETAILS
export const CHECK_CODES = Object.keys(CHECK_DETAILS) as readonly CheckCode[]
