import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendWithEtag } from '../http/etag.ts'
import { copyView, type FileCopy, type StoredFile } from './file.ts'

/** Nothing in the file runs, even if a browser opens it. */
const FILE_POLICY = "default-src 'none'; sandbox"

/** The bytes of a file; browsers save it and never show it. */
export const sendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  { file, bytes }: { readonly file: FileCopy; readonly bytes: Uint8Array },
): FastifyReply => {
  reply
    .type(file.mediaType)
    .header('content-disposition', `attachment; ${fileNameParameters(file.name)}`)
    .header('content-security-policy', FILE_POLICY)
    .header('x-content-type-options', 'nosniff')
  const { buffer, byteOffset, byteLength } = bytes
  return sendWithEtag(request, reply, fileEtag(file), Buffer.from(buffer, byteOffset, byteLength))
}

/** For old and new clients (RFC 6266). */
function fileNameParameters(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '-')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A file never changes, so its tag comes from its bytes. */
export const fileEtag = ({ sha256 }: FileCopy): string => `"${sha256.slice(0, 32)}"`

export const fileView = (file: StoredFile) => ({
  ...copyView(file),
  visible: file.visible,
  created_at: file.createdAt,
})
