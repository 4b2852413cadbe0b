import PostalMime from 'postal-mime'
import { invalidReport } from './errors.ts'

/** One recipient of one message in a report. */
export interface Bounce {
  readonly messageId: string
  readonly recipient: string
  readonly state: 'bounced' | 'delayed'
  /** Enhanced status code (RFC 3463), e.g. `5.1.1`. */
  readonly code: string | null
  readonly detail: string | null
}

const DETAIL_LENGTH_MAX = 500

/** Reads a delivery status report (RFC 3464). Throws 422 `not_a_report`. */
export async function readReport(bytes: Uint8Array): Promise<readonly Bounce[]> {
  const report = await PostalMime.parse(bytes, { rfc822Attachments: true }).catch(() => null)
  const parts = report?.attachments ?? []
  const status = textOf(parts.find(({ mimeType }) => mimeType === 'message/delivery-status'))
  const original = textOf(
    parts.find(({ mimeType }) =>
      ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'].includes(mimeType),
    ),
  )
  if (status === null) throw invalidReport()
  const messageId = idOf(status, original)
  if (messageId === null) return []
  return status
    .split(/\r?\n\r?\n/)
    .map(fieldsOf)
    .flatMap((fields) => bounceOf(messageId, fields))
}

/** The Message-ID of the bounced message. */
function idOf(status: string, original: string | null): string | null {
  const header = original && fieldsOf(original.split(/\r?\n\r?\n/)[0] ?? '').get('message-id')
  const id = /<[^<>\s]+>/.exec(header ?? '')?.[0]
  return id ?? /^X-Original-Message-ID:\s*(<[^<>\s]+>)/im.exec(status)?.[1] ?? null
}

function bounceOf(messageId: string, fields: ReadonlyMap<string, string>): readonly Bounce[] {
  const recipient = fields.get('final-recipient') ?? fields.get('original-recipient')
  const action = fields.get('action')?.toLowerCase()
  if (recipient === undefined || (action !== 'failed' && action !== 'delayed')) return []
  const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null
  const detail = (fields.get('diagnostic-code') ?? '').replace(/^[^;]*;\s*/, '')
  return [
    {
      messageId,
      recipient: recipient.replace(/^[^;]*;\s*/, '').replace(/^<|>$/g, ''),
      state: action === 'failed' ? 'bounced' : 'delayed',
      code,
      detail: detail === '' ? null : detail.slice(0, DETAIL_LENGTH_MAX),
    },
  ]
}

/** Headers by lower-case name; folded lines are joined. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const pairs = lines.flatMap((line) => {
    const [, name, value] = /^([A-Za-z0-9-]+):\s*(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const]
  })
  return new Map(pairs.toReversed())
}

function textOf(part: { readonly content: ArrayBuffer | Uint8Array | string } | undefined) {
  if (part === undefined) return null
  const { content } = part
  if (typeof content === 'string') return content
  return Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content).toString(
    'utf8',
  )
}
