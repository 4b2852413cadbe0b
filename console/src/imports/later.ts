import type { Data } from '@billwright/sdk'
import { type Api, api as reading } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import type { Kind } from './columns.ts'

export type LaterImport = Data<'getImport'>
export type ImportRecord = Data<'listImportRecords'>['data'][number]
export interface Done {
  readonly done: number
  /** 0: not known yet. */
  readonly of: number
}
export const NOT_BEGUN: Done = { done: 0, of: 0 }
type OnProgress = (done: Done) => void

const POLL_MS = 400
const BUSY = ['reading', 'committing', 'undoing']
const READ_AT_ONCE = 100

export interface Upload {
  readonly kind: Kind | 'invio'
  readonly name: string
  readonly body: Blob
  /** The field of each column. */
  readonly columns?: Readonly<Record<string, string>>
  readonly existing?: 'update' | undefined
}

/**
 * Uploads a file and waits until every record is checked. A known file returns its earlier import.
 */
export async function checkLater(api: Api, upload: Upload, onProgress: OnProgress) {
  const { kind, name, body, columns, existing } = upload
  const query = {
    ...{ kind, name },
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(existing && { existing }),
  }
  const { id } = await api.createImport({ query, body })
  const done = await ended(id, onProgress)
  const twins = done.duplicates > 0 ? await recordsOf(id, { status: 'duplicate' }) : []
  return { done, twins, records: await recordsOf(id, { status: 'faulty' }) }
}

export type Choice = 'create' | 'skip' | 'use'

/** Imports the records without faults; `duplicates`: what happens to those that may repeat others. */
export async function commitLater(
  api: Api,
  it: LaterImport,
  duplicates: Choice | null,
  onProgress: OnProgress,
) {
  const accept = it.faulty > 0 ? (['faults'] as const) : []
  const body = { accept: [...accept], ...(duplicates && { duplicates }) }
  await api.commitImport({ path: { id: it.id }, body })
  const done = await ended(it.id, onProgress)
  return { done, records: done.failed > 0 ? await recordsOf(it.id, { status: 'failed' }) : [] }
}

interface Undo {
  readonly keepsUsed: boolean
}

/** Deletes the imported records. Fails if some changed or are in use, unless these are kept. */
export async function undoLater(
  api: Api,
  { id }: LaterImport,
  { keepsUsed }: Undo,
  onProgress: OnProgress,
) {
  await api.undoImport({ path: { id }, body: keepsUsed ? { keep: 'used' } : {} })
  return { done: await ended(id, onProgress), records: [] }
}

type RecordQuery = { readonly status: 'faulty' | 'failed' | 'duplicate' } | { readonly notes: true }

/** The first records with faults or notes. */
export async function recordsOf(id: string, which: RecordQuery): Promise<readonly ImportRecord[]> {
  const query = { ...which, limit: READ_AT_ONCE }
  return (await reading.listImportRecords({ path: { id }, query })).data
}

/** Every record of a status, as the report streams them. */
export async function allRecordsOf(
  id: string,
  status: 'faulty' | 'failed',
): Promise<readonly ImportRecord[]> {
  const path = `/api/v1/imports/${id}/report?format=jsonl&status=${status}`
  const answer = await fetch(inCompany(path))
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as ImportRecord)
}

async function ended(id: string, onProgress: OnProgress): Promise<LaterImport> {
  for (;;) {
    const it = await reading.getImport({ path: { id } })
    onProgress(it)
    if (!BUSY.includes(it.status)) return it
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
