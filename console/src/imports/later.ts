import type { Data } from '@billwright/sdk'
import { type Api, api as reading } from '../api.ts'
import type { LaterKind } from './columns.ts'

export type LaterImport = Data<'getImport'>
export interface Done {
  readonly done: number
  /** 0: not known yet. */
  readonly of: number
}
export const NOT_BEGUN: Done = { done: 0, of: 0 }
type OnProgress = (done: Done) => void

const POLL_MS = 400
const BUSY = ['reading', 'committing', 'undoing']
const FAULTS_READ = 100

interface Upload {
  readonly kind: LaterKind
  readonly name: string
  readonly body: Blob
}

/**
 * Uploads a file and waits until every record is checked. A known file returns its earlier import.
 */
export async function checkLater(api: Api, { kind, name, body }: Upload, onProgress: OnProgress) {
  const { id } = await api.createImport({ query: { kind, name }, body })
  const done = await ended(id, onProgress)
  return { done, faults: await faultsOf(id, 'faulty') }
}

/** Imports the records without faults. */
export async function commitLater(api: Api, it: LaterImport, onProgress: OnProgress) {
  const accept = it.faulty > 0 ? (['faults'] as const) : []
  await api.commitImport({ path: { id: it.id }, body: { accept: [...accept] } })
  const done = await ended(it.id, onProgress)
  return { done, faults: done.failed > 0 ? await faultsOf(it.id, 'failed') : [] }
}

export async function undoLater(api: Api, { id }: LaterImport, onProgress: OnProgress) {
  await api.undoImport({ path: { id } })
  return { done: await ended(id, onProgress), faults: [] }
}

async function faultsOf(id: string, status: 'faulty' | 'failed') {
  const query = { status, limit: FAULTS_READ }
  const { data } = await reading.listImportRecords({ path: { id }, query })
  return data.flatMap(({ faults }) => faults)
}

async function ended(id: string, onProgress: OnProgress): Promise<LaterImport> {
  for (;;) {
    const it = await reading.getImport({ path: { id } })
    onProgress(it)
    if (!BUSY.includes(it.status)) return it
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
