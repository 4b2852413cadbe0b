import { Type } from 'typebox'
import type { FileCopy } from '../../../core/files/file.ts'

/** A file as the holder of a link sees it. */
export const PublicFileView = Type.Object(
  {
    name: Type.String(),
    media_type: Type.String(),
    bytes: Type.Integer(),
    url: Type.String(),
  },
  { title: 'PublicFile' },
)

/** `base`: the public URL of the document. Names are unique, so no id is revealed. */
export const publicFiles = (files: readonly FileCopy[], base: string) =>
  files.map(({ name, mediaType, size }) => ({
    name,
    media_type: mediaType,
    bytes: size,
    url: `${base}/files/${encodeURIComponent(name)}`,
  }))
export type PublicFile = ReturnType<typeof publicFiles>[number]
