import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'

/** `PDF_READERS=/path/to/node_modules`: the folder of other PDF libraries. */
const { PDF_READERS } = process.env

/** The result of a library. pdf-lib reads no text, pdf2json no attachments. */
interface Reading {
  readonly pages: number
  readonly text?: string
  /** Whether the text has the characters of ActualText, which replace ligatures. */
  readonly hasActualText?: true
  readonly xml?: Uint8Array | undefined
}
type Reader = (pdf: Uint8Array, folder: string) => Promise<Reading>

const XML_NAME = 'factur-x.xml'

const PDF_LIBRARIES: Readonly<Record<string, Reader>> = { mupdf, unpdf, pdfLib, pdf2json }

export const WITHOUT_PDF_LIBRARIES =
  PDF_READERS === undefined ? ' (skipped: PDF_READERS names no folder of libraries)' : ''

/** Asserts that each library opens the hybrid and finds its text and the XML byte for byte. */
export async function expectReadByOthers(
  hybrid: Uint8Array,
  { xml, number, words }: { readonly xml: string; readonly number: string; readonly words: string },
): Promise<void> {
  if (PDF_READERS === undefined) return
  for (const [name, read] of Object.entries(PDF_LIBRARIES)) {
    // Some libraries detach the caller's buffer.
    const seen = await read(Uint8Array.from(hybrid), PDF_READERS)
    expect(seen.pages, name).toBeGreaterThan(0)
    if (seen.text !== undefined) expect(seen.text, name).toContain(number)
    if (seen.text !== undefined && seen.hasActualText)
      expect(missingIn(seen.text, words), name).toEqual([])
    if ('xml' in seen) expect(Buffer.from(seen.xml ?? []).toString(), name).toBe(xml)
  }
}

/** Letters that are missing in the text: libraries differ in order, spaces and composed letters. */
function missingIn(text: string, words: string): readonly string[] {
  const found = new Set(plain(text))
  return [...new Set(plain(words))].filter((letter) => !found.has(letter))
}

const plain = (text: string): string =>
  text.normalize('NFKD').replace(/[\s\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/gu, '')

const load = (folder: string, file: string) =>
  import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)

async function mupdf(pdf: Uint8Array, folder: string): Promise<Reading> {
  const { Document } = await load(folder, 'mupdf/dist/mupdf.js')
  const document = Document.openDocument(pdf, 'application/pdf').asPDF()
  const pages: number = document.countPages()
  const texts = Array.from({ length: pages }, (_, page): string =>
    document.loadPage(page).toStructuredText('').asText(),
  )
  const file = document.getEmbeddedFiles()[XML_NAME]
  return {
    pages,
    text: texts.join('\n'),
    hasActualText: true,
    xml: document.getEmbeddedFileContents(file).asUint8Array(),
  }
}

/** pdf.js, in a build for servers. */
async function unpdf(pdf: Uint8Array, folder: string): Promise<Reading> {
  const { extractText, getDocumentProxy } = await load(folder, 'unpdf/dist/index.mjs')
  const document = await getDocumentProxy(pdf)
  const { text } = await extractText(document, { mergePages: true })
  const files = await document.getAttachments()
  return { pages: document.numPages, text, xml: files[XML_NAME].content }
}

async function pdfLib(pdf: Uint8Array, folder: string): Promise<Reading> {
  const { default: lib } = await load(folder, 'pdf-lib/cjs/index.js')
  const { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, decodePDFRawStream } = lib
  const document = await PDFDocument.load(pdf)
  const [tree, files] = [PDFName.of('Names'), PDFName.of('EmbeddedFiles')]
  const names = document.catalog.lookup(tree, PDFDict).lookup(files, PDFDict).lookup(tree, PDFArray)
  expect(names.lookup(0).decodeText()).toBe(XML_NAME)
  const embedded = names.lookup(1, PDFDict).lookup(PDFName.of('EF'), PDFDict)
  const stream = embedded.lookup(PDFName.of('F'), PDFRawStream)
  return { pages: document.getPageCount(), xml: decodePDFRawStream(stream).decode() }
}

async function pdf2json(pdf: Uint8Array, folder: string): Promise<Reading> {
  const { default: Parser } = await load(folder, 'pdf2json/dist/pdfparser.js')
  const parser = new Parser(null, true)
  const done = Promise.withResolvers<{ readonly Pages: readonly unknown[] }>()
  parser.on('pdfParser_dataReady', done.resolve)
  parser.on('pdfParser_dataError', done.reject)
  parser.parseBuffer(Buffer.from(pdf))
  const { Pages } = await done.promise
  return { pages: Pages.length, text: parser.getRawTextContent() }
}
