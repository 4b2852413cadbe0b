import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  isDictionary,
  isString,
  type PdfDictionary,
  type PdfString,
  type PdfValue,
  pdfDictionary,
  pdfName,
  pdfReference,
  pdfText,
  withEntries,
} from '../pdf/objects.ts'
import { srgbProfile } from './icc-profile.ts'
import { unicodeMapsOf } from './pdf-unicode.ts'
import { appendUpdate, type ClassicPdf, type PdfObject, readClassicPdf } from './pdf-update.ts'
import { type Metadata, metadataText, xmpPacket } from './xmp.ts'

export type FacturXLevel = 'BASIC' | 'EN 16931' | 'XRECHNUNG'

export interface FacturXSource {
  /** A PDF that Chromium printed. */
  readonly pdf: Uint8Array
  /** The invoice in CII; text is stored as UTF-8. */
  readonly xml: string | Uint8Array
  readonly level: FacturXLevel
  readonly title: string
  /** The seller. */
  readonly author: string
  /** BCP 47. */
  readonly language: string
  /** RFC 3339: the date of the document, of its metadata and of the attachment. */
  readonly modifiedAt: string
  /** Supporting documents with unique names. */
  readonly files?: readonly AssociatedFile[]
}

export interface AssociatedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * Turns the PDF into a hybrid invoice, Factur-X 1.0 or ZUGFeRD 2: PDF/A-3 (ISO 19005-3) with
 * embedded XML. The same input gives the same bytes. The PDF's bytes stay unchanged; everything is
 * appended.
 *
 * Throws a plain `Error` for a PDF that Chromium did not print.
 */
export function toFacturX(source: FacturXSource): Uint8Array {
  const pdf = readClassicPdf(source.pdf)
  for (const key of ['Names', 'AF', 'Metadata', 'OutputIntents']) {
    if (pdf.catalog.entries.has(key)) throw new Error(`The catalog of the PDF has /${key}.`)
  }
  const document = described(source)
  const xml = typeof source.xml === 'string' ? Buffer.from(source.xml, 'utf8') : source.xml
  const files = source.files ?? []
  const all = Buffer.concat([source.pdf, xml, ...files.map(({ bytes }) => bytes)])
  const digest = createHash('sha256').update(all).digest().subarray(0, 16)
  const id = digest.toString('latin1')
  return appendUpdate(
    pdf,
    objectsOf(pdf, document, [invoiceFile(document, xml), ...files.map(supporting)]),
    { ID: [id, id] },
  )
}

/** File name and data version of each level (Factur-X 1.0, ZUGFeRD 2.3). */
const ATTACHMENTS: Readonly<
  Record<FacturXLevel, { readonly fileName: string; readonly version: string }>
> = {
  BASIC: { fileName: 'factur-x.xml', version: '1.0' },
  'EN 16931': { fileName: 'factur-x.xml', version: '1.0' },
  XRECHNUNG: { fileName: 'xrechnung.xml', version: '3.0' },
}

interface Document extends Pick<Metadata, 'title' | 'author' | 'modifiedAt' | 'attachment'> {
  readonly language: string
}

const described = ({ title, author, language, modifiedAt, level }: FacturXSource): Document => ({
  title: metadataText(title),
  author: metadataText(author),
  language: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language) ? language : 'und',
  modifiedAt: `${new Date(modifiedAt).toISOString().slice(0, 19)}+00:00`,
  attachment: { ...ATTACHMENTS[level], level },
})

/** New objects, numbered from the first free number, and changed ones: two dictionaries and font maps. */
function objectsOf(
  pdf: ClassicPdf,
  document: Document,
  files: readonly EmbeddedFile[],
): readonly PdfObject[] {
  const metadata = pdf.size
  const profile = pdf.size + 1
  const numbered = files.map((file, index) => ({
    file,
    name: pdfText(file.name),
    specification: pdf.size + 2 + 2 * index,
    stream: pdf.size + 3 + 2 * index,
  }))
  const byName = numbered.toSorted((a, b) => (a.name.bytes < b.name.bytes ? -1 : 1))
  const modified = pdfText(pdfDate(document.modifiedAt))
  const unicode = unicodeMapsOf(pdf)
  const info = withEntries(pdf.info.entries, {
    Title: pdfText(document.title),
    Author: pdfText(document.author),
    CreationDate: modified,
    ModDate: modified,
  })
  return [
    ...unicode.mended,
    { number: pdf.info.reference.number, dictionary: info },
    {
      number: pdf.root.number,
      dictionary: withEntries(pdf.catalog, {
        Metadata: pdfReference(metadata),
        OutputIntents: [outputIntent(profile)],
        AF: numbered.map(({ specification }) => pdfReference(specification)),
        Names: pdfDictionary({
          EmbeddedFiles: pdfDictionary({
            Names: byName.flatMap(({ name, specification }) => [name, pdfReference(specification)]),
          }),
        }),
        Lang: pdfText(document.language),
        ViewerPreferences: displayingTitle(pdf.catalog.entries.get('ViewerPreferences')),
      }),
    },
    {
      number: metadata,
      dictionary: pdfDictionary({ Type: pdfName('Metadata'), Subtype: pdfName('XML') }),
      stream: xmpPacket({
        ...document,
        creatorTool: textOf(info.entries.get('Creator')),
        producer: textOf(info.entries.get('Producer')),
        conformance: isTagged(pdf.catalog) && unicode.isComplete ? 'A' : 'B',
      }),
    },
    {
      number: profile,
      dictionary: pdfDictionary({ N: 3, Filter: pdfName('FlateDecode') }),
      stream: deflateSync(srgbProfile()),
    },
    ...numbered.flatMap(({ file, name, specification, stream }) => [
      { number: specification, dictionary: fileSpecification(file, name, stream) },
      {
        number: stream,
        dictionary: pdfDictionary({
          Type: pdfName('EmbeddedFile'),
          Subtype: pdfName(file.mediaType),
          Filter: pdfName('FlateDecode'),
          Params: pdfDictionary({ ModDate: modified, Size: file.bytes.length }),
        }),
        stream: deflateSync(file.bytes),
      },
    ]),
  ]
}

const outputIntent = (profile: number): PdfDictionary =>
  pdfDictionary({
    Type: pdfName('OutputIntent'),
    S: pdfName('GTS_PDFA1'),
    OutputConditionIdentifier: pdfText('sRGB'),
    Info: pdfText('sRGB IEC61966-2-1'),
    DestOutputProfile: pdfReference(profile),
  })

interface EmbeddedFile extends AssociatedFile {
  readonly description: string
  readonly relationship: 'Alternative' | 'Supplement'
}

/** "Alternative": the XML has the same content as the pages. */
const invoiceFile = ({ attachment }: Document, bytes: Uint8Array): EmbeddedFile => ({
  name: attachment.fileName,
  mediaType: 'text/xml',
  bytes,
  description: 'The invoice as data (EN 16931, UN/CEFACT CII)',
  relationship: 'Alternative',
})

const supporting = (file: AssociatedFile): EmbeddedFile => ({
  ...file,
  description: file.name,
  relationship: 'Supplement',
})

const fileSpecification = (
  { description, relationship }: EmbeddedFile,
  name: PdfString,
  stream: number,
): PdfDictionary =>
  pdfDictionary({
    Type: pdfName('Filespec'),
    F: name,
    UF: name,
    Desc: pdfText(description),
    AFRelationship: pdfName(relationship),
    EF: pdfDictionary({ F: pdfReference(stream), UF: pdfReference(stream) }),
  })

const displayingTitle = (preferences: PdfValue | undefined): PdfDictionary =>
  withEntries(isDictionary(preferences) ? preferences : pdfDictionary({}), {
    DisplayDocTitle: true,
  })

function isTagged({ entries }: PdfDictionary): boolean {
  const marks = entries.get('MarkInfo')
  return (
    isDictionary(marks) && marks.entries.get('Marked') === true && entries.has('StructTreeRoot')
  )
}

/** Chromium names itself in ASCII. */
const textOf = (value: PdfValue | undefined): string =>
  isString(value) ? metadataText(value.bytes) : ''

/** `2026-11-21T09:30:00+00:00` as ISO 32000-1, 7.9.4 writes it. */
const pdfDate = (instant: string): string => `D:${instant.slice(0, 19).replace(/\D/g, '')}+00'00'`
