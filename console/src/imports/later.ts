import type { Data } from '@billwright/sdk'
import { type Api, api as reading } from '../api.ts'
import type { LaterKind } from './columns.ts'

export type LaterImport = Data<'getImport'>
type OnProgress = (share: number) => void

const POLL_MS = 400
const BUSY = ['reading', 'committing', 'undoing']
const FAULTS_READ = 100

interface Upload {
  readonly kind: LaterKind
  readonly name: string
  readonly body: Blob
}

/** Sends a file and waits until each record is checked. A file that came before is that import. */
export async function checkLater(api: Api, { kind, name, body }: Upload, onProgress: OnProgress) {
  const { id } = await api.createImport({ query: { kind, name }, body })
  const done = await ended(id, onProgress)
  const query = { status: 'faulty', limit: FAULTS_READ } as const
  const { data } = await reading.listImportRecords({ path: { id }, query })
  return { done, faults: data.flatMap(({ faults }) => faults) }
}

/** Imports what has no faults, and leaves the rest out. */
export async function commitLater(api: Api, it: LaterImport, onProgress: OnProgress) {
  const accept = it.faulty > 0 ? (['faults'] as const) : []
  await api.commitImport({ path: { id: it.id }, body: { accept: [...accept] } })
  return ended(it.id, onProgress)
}

export async function undoLater(api: Api, { id }: LaterImport, onProgress: OnProgress) {
  await api.undoImport({ path: { id } })
  return ended(id, onProgress)
}

async function ended(id: string, onProgress: OnProgress): Promise<LaterImport> {
  for (;;) {
    const it = await reading.getImport({ path: { id } })
    onProgress(it.of === 0 ? 0 : it.done / it.of)
    if (!BUSY.includes(it.status)) return it
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
