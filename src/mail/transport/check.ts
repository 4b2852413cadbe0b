import type { MailRecords } from '../../platform/outbound/mail-records.ts'
import type { Dkim } from './transport.ts'

export type CheckState = 'ok' | 'warn' | 'fail' | 'unknown'

/** The result of one check, with a sentence. */
export interface CheckRow {
  readonly name: 'from' | 'mx' | 'spf' | 'dmarc' | 'dkim' | 'tls'
  readonly state: CheckState
  readonly detail: string
}

export interface Checked {
  readonly from: string | null
  readonly envelopeFrom: string | null
  readonly dkim: Dkim | null
  readonly security: 'tls' | 'starttls' | 'none' | null
}

/** Checks the domains of the sender in DNS only. */
export async function checkSender(
  { from, envelopeFrom, dkim, security }: Checked,
  records: MailRecords,
): Promise<readonly CheckRow[]> {
  const domain = domainOf(from)
  if (domain === null)
    return [row('from', 'fail', 'There is no sender. Set one, or the e-mail of the company.')]
  const envelope = domainOf(envelopeFrom) ?? domain
  return Promise.all([
    row('from', 'ok', `Messages come from ${from}.`),
    guarded('mx', async () => mxRow(domain, await records.mx(domain))),
    guarded('spf', async () => spfRow(envelope, await records.txt(envelope))),
    guarded('dmarc', async () =>
      dmarcRow({ domain, envelope, dkim }, await records.txt(`_dmarc.${domain}`)),
    ),
    guarded('dkim', async () =>
      dkim === null
        ? row('dkim', 'warn', 'No key here. Your mail server may sign; ask its provider.')
        : dkimRow(dkim, await records.txt(dkimName(dkim))),
    ),
    tlsRow(security),
  ])
}

export const dkimName = ({ domain, selector }: Pick<Dkim, 'domain' | 'selector'>): string =>
  `${selector}._domainkey.${domain}`

/** Whether one of the records has the key. */
export const isDkimRecord = ({ record }: Dkim, found: readonly string[]): boolean =>
  found.some((it) => keyOf(it) === keyOf(record))

const keyOf = (record: string): string =>
  /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '') ?? ''

const row = (name: CheckRow['name'], state: CheckState, detail: string): CheckRow => ({
  name,
  state,
  detail,
})

async function guarded(name: CheckRow['name'], look: () => Promise<CheckRow>): Promise<CheckRow> {
  try {
    return await look()
  } catch {
    return row(name, 'unknown', 'DNS did not answer in time. Try again.')
  }
}

const mxRow = (domain: string, found: readonly string[]): CheckRow =>
  found.length > 0
    ? row('mx', 'ok', `${domain} takes mail.`)
    : row('mx', 'fail', `${domain} has no MX record, so answers and bounces cannot arrive.`)

function spfRow(domain: string, found: readonly string[]): CheckRow {
  const spf = found.filter((it) => /^v=spf1(\s|$)/i.test(it))
  if (spf.length === 1) return row('spf', 'ok', `${domain} has an SPF record.`)
  return spf.length > 1
    ? row('spf', 'fail', `${domain} has several SPF records. Keep one.`)
    : row('spf', 'fail', `${domain} has no SPF record. Add one that names your mail server.`)
}

function dmarcRow(
  {
    domain,
    envelope,
    dkim,
  }: Pick<Checked, 'dkim'> & Readonly<Record<'domain' | 'envelope', string>>,
  found: readonly string[],
): CheckRow {
  const policy = found.find((it) => /^v=DMARC1\s*;/i.test(it))
  if (policy === undefined)
    return row('dmarc', 'warn', `${domain} has no DMARC record. Add v=DMARC1; p=none first.`)
  const isAligned = isSameOrganization(envelope, domain) || isSameOrganization(dkim?.domain, domain)
  return isAligned
    ? row('dmarc', 'ok', `${domain} has a DMARC record, and the sender is aligned.`)
    : row('dmarc', 'fail', `Neither ${envelope} nor the DKIM key belongs to ${domain}.`)
}

const dkimRow = (dkim: Dkim, found: readonly string[]): CheckRow =>
  isDkimRecord(dkim, found)
    ? row('dkim', 'ok', `The record at ${dkimName(dkim)} is the key. Messages are signed.`)
    : row('dkim', 'fail', `Add the TXT record at ${dkimName(dkim)}. Until then nothing is signed.`)

function tlsRow(security: Checked['security']): CheckRow {
  if (security === null) return row('tls', 'unknown', 'No mail server is set up.')
  return security === 'none'
    ? row('tls', 'warn', 'Messages go to the mail server without TLS.')
    : row('tls', 'ok', 'Messages go to the mail server over TLS.')
}

const domainOf = (address: string | null | undefined): string | null =>
  address?.split('@')[1]?.toLowerCase() ?? null

/**
 * Relaxed alignment without the list of public suffixes: one domain equals the other or is below
 * it.
 */
const isSameOrganization = (one: string | undefined, other: string): boolean =>
  one !== undefined && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))
