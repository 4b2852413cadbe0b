/** Resources that can have files. */
export const FILE_HOLDERS = ['invoice', 'quote', 'customer', 'entry'] as const
export type FileHolderKind = (typeof FILE_HOLDERS)[number]

/** The owner of a file. */
export interface FileOwner {
  /** A supplier invoice has one file: the original. */
  readonly kind: FileHolderKind | 'supplier_invoice'
  readonly id: string
}

export const VISIBILITIES = ['customer', 'internal'] as const
/** Who sees a file: also the customer, or only the company. */
export type Visibility = (typeof VISIBILITIES)[number]

/** The part of a file in the revision of an issued document. */
export interface FileCopy {
  readonly id: string
  /** Unique within its owner. */
  readonly name: string
  readonly mediaType: string
  /** In bytes. */
  readonly size: number
  readonly sha256: string
}

export interface StoredFile extends FileCopy {
  readonly owner: FileOwner
  readonly visible: Visibility
  readonly createdAt: string
}

export const FILE_BYTES_MAX = 5 * 1024 * 1024
/** Of one owner. */
export const FILES_MAX = 10
export const FILES_BYTES_MAX = 20 * 1024 * 1024

/** The order in which copies are printed, hashed and embedded. */
export const toCopies = (files: readonly StoredFile[]): readonly FileCopy[] =>
  files.map(({ id, name, mediaType, size, sha256 }) => ({ id, name, mediaType, size, sha256 }))

/** A copy in the stored and answered form. */
export const copyView = ({ id, name, mediaType, size, sha256 }: FileCopy) => ({
  id,
  name,
  media_type: mediaType,
  bytes: size,
  sha256,
})
export type CopyView = ReturnType<typeof copyView>

export const fromCopyView = ({ id, name, media_type, bytes, sha256 }: CopyView): FileCopy => ({
  id,
  name,
  mediaType: media_type,
  size: bytes,
  sha256,
})
