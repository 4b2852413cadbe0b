import type { CompanyDb } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Warn } from '../../platform/logger.ts'
import type { SealedObjects } from '../../platform/objects/objects.ts'
import { sealBytes, unsealBytes } from '../../platform/seal.ts'
import { onePerApp } from '../record/app.ts'
import { fileStoreAway } from './errors.ts'

/** Smaller files stay in the database and its backup. */
const SIZE_MIN = 64 * 1024
const EMPTY = new Uint8Array()

/** The bytes of larger files, in the object store. */
interface FileStore {
  /** False: the database stores them, because they are small or the store does not answer. */
  put(scope: CompanyDb, bytes: Uint8Array): Promise<boolean>
  /** Throws 503 if the store does not answer or has other bytes. */
  get(scope: CompanyDb, hash: string): Promise<Uint8Array>
  /** Throws if the store does not answer. */
  stateOf(scope: CompanyDb, hash: string): Promise<ObjectState>
}

export type ObjectState = 'whole' | 'missing' | 'changed'

/** `unnamed`: no row has referred to the bytes for a while. */
export interface ObjectPlace {
  readonly kind: 'file' | 'unnamed'
  readonly company: CompanyId
  readonly hash: string
}

export const fileKey = (company: bigint, hash: string): string => `${company}/file/${hash}`
export const unnamedKey = (company: bigint, hash: string): string => `${company}/unnamed/${hash}`

/** Undefined: the object is no file. */
export function placeOf(key: string): ObjectPlace | undefined {
  const [company = '', kind, hash = ''] = key.split('/')
  if (kind !== 'file' && kind !== 'unnamed') return undefined
  return { kind, company: BigInt(company) as CompanyId, hash }
}

/** The secret encrypts files, so that the store can neither read nor change them. */
export function createFileStore({ store: objects, secret }: SealedObjects, warn: Warn): FileStore {
  /** Null if the object is missing; empty if it cannot be decrypted or its hash differs. */
  const read = async ({ companyId }: CompanyDb, hash: string): Promise<Uint8Array | null> => {
    const key = fileKey(companyId, hash)
    const sealed = (await objects.get(key)) ?? (await objects.get(unnamedKey(companyId, hash)))
    if (!sealed) return null
    const bytes = unsealBytes(secret, key, sealed)
    return bytes && sha256(bytes) === hash ? bytes : EMPTY
  }

  return {
    async put({ companyId }, bytes) {
      if (bytes.length < SIZE_MIN) return false
      const key = fileKey(companyId, sha256(bytes))
      try {
        await objects.put(key, sealBytes(secret, key, Buffer.from(bytes)))
        return true
      } catch (error) {
        warn('The object store does not answer; a file goes into the database.', { err: error })
        return false
      }
    },

    async get(scope, hash) {
      const key = fileKey(scope.companyId, hash)
      try {
        const bytes = await read(scope, hash)
        if (bytes && bytes.length > 0) return bytes
        warn('A file in the object store is missing or was changed.', { key })
      } catch (error) {
        warn('The object store does not answer.', { key, err: error })
      }
      throw fileStoreAway()
    },

    async stateOf(scope, hash) {
      const bytes = await read(scope, hash)
      if (bytes === null) return 'missing'
      return bytes.length > 0 ? 'whole' : 'changed'
    },
  }
}

/** The store of an app; null: everything is stored in the database. */
export const storeOf = onePerApp(({ objects, warn }) =>
  objects === null ? null : createFileStore(objects, warn),
)
