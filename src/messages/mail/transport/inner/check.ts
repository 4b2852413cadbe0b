import { domainOfAddress } from '../../../../platform/mail/address.ts'
import type { MailRecords } from '../../../../platform/outbound/mail-records.ts'
import { CHECK_DETAILS, type CheckCode, type CheckParams, NO_PARAMS } from '../check-words.ts'
import type { Dkim } from './transport.ts'

type CheckState = 'ok' | 'warn' | 'fail' | 'unknown'

/** The result of one check. `detail` is the English sentence of `code` with `params`. */
export interface CheckRow {
  readonly name: 'from' | 'mx' | 'spf' | 'dmarc' | 'dkim' | 'tls'
  readonly state: CheckState
  readonly code: CheckCode
  readonly params: Partial<CheckParams>
  readonly detail: string
}

interface Checked {
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
  const domain = domainOfAddress(from)
  if (domain === null || from === null) return [checkRow('from', 'fail', 'sender_missing')]
  const envelope = domainOfAddress(envelopeFrom) ?? domain
  return Promise.all([
    checkRow('from', 'ok', 'sender', { from }),
    guarded('mx', async () => mxRow(domain, await records.mx(domain))),
    guarded('spf', async () => spfRow(envelope, await records.txt(envelope))),
    guarded('dmarc', async () =>
      dmarcRow({ domain, envelope, dkim }, await records.txt(`_dmarc.${domain}`)),
    ),
    guarded('dkim', async () =>
      dkim === null
        ? checkRow('dkim', 'warn', 'dkim_elsewhere')
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

export const checkRow = (
  name: CheckRow['name'],
  state: CheckState,
  code: CheckCode,
  params: Partial<CheckParams> = {},
): CheckRow => ({
  ...{ name, state, code, params },
  detail: CHECK_DETAILS[code]({ ...NO_PARAMS, ...params }),
})

async function guarded(name: CheckRow['name'], look: () => Promise<CheckRow>): Promise<CheckRow> {
  try {
    return await look()
  } catch {
    return checkRow(name, 'unknown', 'dns_unavailable')
  }
}

const mxRow = (domain: string, found: readonly string[]): CheckRow =>
  found.length > 0
    ? checkRow('mx', 'ok', 'mx', { domain })
    : checkRow('mx', 'fail', 'mx_missing', { domain })

function spfRow(domain: string, found: readonly string[]): CheckRow {
  const spf = found.filter((it) => /^v=spf1(\s|$)/i.test(it))
  if (spf.length === 1) return checkRow('spf', 'ok', 'spf', { domain })
  return checkRow('spf', 'fail', spf.length > 1 ? 'spf_several' : 'spf_missing', { domain })
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
  if (policy === undefined) return checkRow('dmarc', 'warn', 'dmarc_missing', { domain })
  const isAligned = isSameOrganization(envelope, domain) || isSameOrganization(dkim?.domain, domain)
  return isAligned
    ? checkRow('dmarc', 'ok', 'dmarc', { domain })
    : checkRow('dmarc', 'fail', 'dmarc_not_aligned', { domain, envelope })
}

function dkimRow(dkim: Dkim, found: readonly string[]): CheckRow {
  const record = dkimName(dkim)
  return isDkimRecord(dkim, found)
    ? checkRow('dkim', 'ok', 'dkim', { record })
    : checkRow('dkim', 'fail', 'dkim_missing', { record })
}

function tlsRow(security: Checked['security']): CheckRow {
  if (security === null) return checkRow('tls', 'unknown', 'mail_server_missing')
  return security === 'none' ? checkRow('tls', 'warn', 'tls_missing') : checkRow('tls', 'ok', 'tls')
}

/**
 * Relaxed alignment without the list of public suffixes: one domain equals the other or is below
 * it.
 */
const isSameOrganization = (one: string | undefined, other: string): boolean =>
  one !== undefined && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))
