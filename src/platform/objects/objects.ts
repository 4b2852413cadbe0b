/** Bytes outside the database, with keys `<company>/<kind>/<sha256>`. */
export interface Objects {
  /** Null: it does not exist. Throws if the store does not answer. */
  get(key: string): Promise<Uint8Array | null>
  /** Stores the bytes and replaces an object of the same name. */
  put(key: string, bytes: Uint8Array): Promise<void>
  delete(key: string): Promise<void>
  /** All objects, or those of one company, in any order. */
  list(company?: bigint): AsyncGenerator<StoredObject>
  close(): Promise<void>
}

/** Objects that are encrypted, so that the store can neither read nor change them. */
export interface SealedObjects {
  readonly store: Objects
  readonly secret: string
}

interface StoredObject {
  readonly key: string
  /** When it was stored, in milliseconds since the epoch. */
  readonly at: number
}

/** Maximum size of an object. */
export const OBJECT_MAX_BYTES = 64 * 1024 * 1024

export const isObjectKey = (key: string): boolean => /^\d{1,19}\/[a-z]+\/[0-9a-f]{64}$/.test(key)
