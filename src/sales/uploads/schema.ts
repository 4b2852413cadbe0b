import { Type } from 'typebox'
import { VISIBILITIES } from '../../core/files/file.ts'
import { FILE_KINDS } from '../../core/files/kind.ts'
import { ConditionalHeaders } from '../../core/http/etag.ts'
import { reading } from '../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../core/http/pagination.ts'

const EXAMPLE = {
  id: 'fil_019aa5d2-7c00-7000-8000-0123456789ab',
  name: 'Time sheet March.pdf',
  media_type: 'application/pdf',
  bytes: 48211,
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  visible: 'customer',
  created_at: '2026-11-21T09:00:00.000Z',
}

const FileView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    media_type: Type.String(),
    bytes: Type.Integer(),
    sha256: Type.String({ description: 'Of the bytes, in hexadecimal.' }),
    visible: Type.String({
      enum: [...VISIBILITIES],
      description: '`customer`: on the page of the link, in mails and in e-invoices.',
    }),
    created_at: Type.String(),
  },
  { title: 'File', examples: [EXAMPLE] },
)

const binary = Type.Unsafe<Uint8Array>({
  type: 'string',
  format: 'binary',
  description: 'The bytes of the file, at most 5 MiB.',
})
const content = Object.fromEntries(
  FILE_KINDS.map(({ mediaType }) => [mediaType, { schema: binary }]),
)

/** The bytes of one file, whatever its kind. */
export const fileContent = {
  description: 'The bytes, as a download.',
  content: Object.fromEntries(
    FILE_KINDS.map(({ mediaType }) => [
      mediaType,
      { schema: Type.Unsafe({ type: 'string', format: 'binary' }) },
    ]),
  ),
}

/** The operations on the files of one kind of resource. */
export function fileOperations({
  tag,
  noun,
  name,
}: {
  readonly tag: string
  /** As in `of an invoice`. */
  readonly noun: string
  /** As in `listInvoiceFiles`. */
  readonly name: string
}) {
  const tags = [tag]
  const params = Type.Object({ id: Type.String({ description: `Id of ${noun}.` }) })
  const ofFile = Type.Object({
    ...params.properties,
    file_id: Type.String({ description: 'Id of the file.' }),
  })
  return {
    list: {
      operationId: `list${name}Files`,
      summary: `List the files of ${noun}`,
      description: 'Oldest first: files that the customer sees, and internal ones.',
      tags,
      params,
      querystring: listQuery({}, ['created_at']),
      response: { 200: pageOf(entryOf(FileView)) },
    },
    add: {
      operationId: `add${name}File`,
      summary: `Add a file to ${noun}`,
      description:
        'PDF, PNG, JPEG, CSV, XLSX or ODS as the body. The contents determine the type, not the name. At most 10 files and 20 MiB together.',
      tags,
      params,
      querystring: Type.Object(
        {
          name: Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'File name. A name that is taken gets a number.',
          }),
          visible: Type.Optional(
            Type.String({ enum: [...VISIBILITIES], description: 'Who sees it.' }),
          ),
        },
        { additionalProperties: false },
      ),
      body: { content },
      response: { 201: FileView },
    },
    get: {
      operationId: `download${name}File`,
      summary: `Download a file of ${noun}`,
      description: 'Always a download, never shown as a page.',
      tags,
      params: ofFile,
      ...reading(fileContent),
    },
    delete: {
      operationId: `delete${name}File`,
      summary: `Delete a file of ${noun}`,
      description: 'Files that the customer sees are fixed once the document is issued.',
      tags,
      params: ofFile,
      headers: ConditionalHeaders,
      response: {
        204: Type.Null({ description: 'Deleted.' }),
      },
    },
  } as const
}
