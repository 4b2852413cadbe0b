import type { CompanyDb } from '../../platform/database/scope.ts'
import { isId, sha256 } from '../../platform/ids.ts'
import { type Page, type PageQueryInput, toPage, toPageRequest } from '../http/pagination.ts'
import type { AppScope } from '../record/work.ts'
import { fileNotFound, fileStoreAway } from './errors.ts'
import { type FileCopy, type FileOwner, type StoredFile, toCopies } from './file.ts'
import * as repository from './inner/repository.ts'
import { storeOf } from './store.ts'

export { listKnown as listKnownFiles, sumBytes as sumFileBytes } from './inner/repository.ts'

/** Replaces bytes that are in the object store. */
export const EMPTY = new Uint8Array()

const NOTHING = sha256(EMPTY)

export async function listFiles(
  scope: CompanyDb,
  owner: FileOwner,
  query: PageQueryInput,
): Promise<Page<StoredFile>> {
  const request = toPageRequest(query, 'created_at')
  const rows = await repository.listFiles(scope, owner, request)
  const total = query.include ? await repository.countFiles(scope, owner) : null
  return toPage(rows, request, ({ id, createdAt }) => ({ value: createdAt, id }), total)
}

export async function requireFile(
  scope: CompanyDb,
  owner: FileOwner,
  id: string,
): Promise<StoredFile> {
  const file = isId('fil', id) ? await repository.findFile(scope, owner, id) : undefined
  if (!file) throw fileNotFound()
  return file
}

/** The files that are visible to the customer, oldest first. */
export async function listShownFiles(
  scope: CompanyDb,
  owner: FileOwner,
): Promise<readonly FileCopy[]> {
  return toCopies(
    (await repository.findFiles(scope, owner)).filter(({ visible }) => visible === 'customer'),
  )
}

export async function findFirstFile(
  scope: CompanyDb,
  owner: FileOwner,
): Promise<StoredFile | undefined> {
  return (await repository.findFiles(scope, owner))[0]
}

export async function readFileBytes(
  scope: AppScope,
  { sha256, name }: FileCopy,
): Promise<Uint8Array> {
  const bytes = await repository.findBytes(scope, sha256)
  if (!bytes) throw new Error(`The bytes of ${name} are gone.`)
  return wholeBytes(scope, sha256, bytes)
}

/** Bytes from the row, or from the store. */
export async function wholeBytes(
  scope: AppScope,
  hash: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  if (bytes.length > 0 || hash === NOTHING) return bytes
  const store = storeOf(scope.app)
  if (store) return store.get(scope, hash)
  throw fileStoreAway()
}
