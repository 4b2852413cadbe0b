import { canonicalJson } from '../../core/record/canonical-json.ts'
import { hashedForm, type Revision } from '../../core/record/chain.ts'
import { GENESIS_OF_FIRST, genesisOfId } from '../../core/record/head.ts'
import type { ReadRevision } from './inner/chain-walk.ts'
import type { SeriesByKey } from './inner/number-walk.ts'
import type { Gap } from './report.ts'

/** The files of an audit archive, in the order in which they are written. */
export const ENTRIES = {
  revisions: 'revisions.jsonl',
  invoices: 'invoices.jsonl',
  payments: 'payments.jsonl',
  numbers: 'numbers.jsonl',
  gaps: 'gaps.json',
  manifest: 'manifest.json',
} as const

export const FORMAT = 'billwright-audit'
export const FORMAT_VERSION = 1

export interface Manifest {
  readonly format: typeof FORMAT
  readonly format_version: typeof FORMAT_VERSION
  /** RFC 3339. */
  readonly created_at: string
  /** The company's id; absent for the first company of an installation. */
  readonly company?: string
  readonly revisions: number
  readonly invoices: number
  readonly payments: number
  readonly numbers: number
  readonly head: { readonly sequence: string; readonly hash: string }
}

/** A revision as one line. `hash` is taken over its canonical JSON without `hash`. */
export const revisionLine = (revision: Revision): string =>
  canonicalJson({ ...hashedForm(revision), hash: revision.hash })

/** The revision in a line; if the line is damaged, only its sequence, or nothing. */
export function readRevisionLine(line: string, expected: bigint): ReadRevision {
  const it = parsedObject(line)
  const sequence = toBigInt(it?.sequence) ?? expected
  const invoiceId = typeof it?.invoice_id === 'string' ? it.invoice_id : 'an unknown invoice'
  const revision = it === null ? null : toRevision(it, sequence)
  const isWhole = revision !== null && revisionLine(revision) === line
  return { sequence, invoiceId, revision: isWhole ? revision : null }
}

function toRevision(it: Readonly<Record<string, unknown>>, sequence: bigint): Revision | null {
  const texts = [it.invoice_id, it.action, it.at, it.state_hash, it.previous_hash, it.hash]
  const isRevision =
    texts.every((text) => typeof text === 'string') &&
    typeof it.version === 'number' &&
    typeof it.state_version === 'number' &&
    isObject(it.actor) &&
    isObject(it.changes)
  if (!isRevision) return null
  const [invoiceId = '', action = '', at = '', stateHash = '', previousHash = '', hash = ''] =
    texts as string[]
  const actor = it.actor as Revision['actor']
  const changes = it.changes as Revision['changes']
  const [version, stateVersion] = [Number(it.version), Number(it.state_version)]
  const state = { stateVersion, stateHash, previousHash, hash }
  return { sequence, resourceId: invoiceId, version, action, actor, at, changes, ...state }
}

/** The gap report, and the last number of each series. */
export const gapReport = (series: SeriesByKey, gaps: readonly Gap[]): string =>
  canonicalJson({
    series: [...series].map(([key, { lastValue, skipped }]) => ({
      key,
      last_value: lastValue,
      skipped,
    })),
    gaps: gaps.map(gapView),
  })

export const gapView = ({ series, from, to, deleted }: Gap) => ({
  series,
  from: `${from}`,
  to: `${to}`,
  deleted: deleted && {
    number: deleted.number,
    revision: `${deleted.revision}`,
    at: deleted.at,
  },
})

/** The series of a gap report; null: the text is no gap report. */
export function readSeriesOf(text: string): SeriesByKey | null {
  const series = parsedObject(text)?.series
  if (!Array.isArray(series)) return null
  const entries = series.flatMap((it: unknown) => {
    if (!isObject(it) || typeof it.key !== 'string') return []
    const [lastValue, skipped] = [toBigInt(it.last_value), toBigInt(it.skipped)]
    return lastValue === null || skipped === null ? [] : [[it.key, { lastValue, skipped }] as const]
  })
  return entries.length === series.length ? new Map(entries) : null
}

/** The hash before the first revision of an archive. */
export const genesisOf = ({ company }: Manifest): string =>
  company === undefined ? GENESIS_OF_FIRST : genesisOfId(company)

export function readManifest(text: string): Manifest | null {
  const it = parsedObject(text)
  const isManifest =
    it?.format === FORMAT &&
    it.format_version === FORMAT_VERSION &&
    isObject(it.head) &&
    ['string', 'undefined'].includes(typeof it.company) &&
    toBigInt(it.head.sequence) !== null
  return isManifest ? (it as unknown as Manifest) : null
}

export function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toBigInt = (value: unknown): bigint | null =>
  typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : null
