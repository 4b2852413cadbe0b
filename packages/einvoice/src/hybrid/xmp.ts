/** The metadata of a hybrid invoice (ISO 16684-1, ISO 19005-3, Factur-X 1.0). */
export interface Metadata {
  readonly title: string
  readonly author: string
  readonly creatorTool: string
  readonly producer: string
  /** RFC 3339 with an offset, without fractions of a second. */
  readonly modifiedAt: string
  /** PDF/A-3a requires a tagged document and characters for all glyphs. */
  readonly conformance: 'A' | 'B'
  readonly attachment: {
    readonly fileName: string
    readonly version: string
    readonly level: string
  }
}

/** Properties of the attachment, declared here because PDF/A does not predefine them. */
const FACTUR_X_PROPERTIES: readonly (readonly [name: string, description: string])[] = [
  ['DocumentFileName', 'name of the embedded XML invoice file'],
  ['DocumentType', 'kind of the document'],
  ['Version', 'version of the XML data'],
  ['ConformanceLevel', 'conformance level of the XML data'],
]
const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

/** An XMP packet in UTF-8. PDF/A requires it to equal the document's information dictionary. */
export function xmpPacket(metadata: Metadata): Uint8Array {
  const { attachment, modifiedAt } = metadata
  return Buffer.from(
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      description('pdfaid', 'http://www.aiim.org/pdfa/ns/id/', [
        ['part', '3'],
        ['conformance', metadata.conformance],
      ]),
      dublinCore(metadata),
      description('pdf', 'http://ns.adobe.com/pdf/1.3/', [['Producer', metadata.producer]]),
      description('xmp', 'http://ns.adobe.com/xap/1.0/', [
        ['CreatorTool', metadata.creatorTool],
        ['CreateDate', modifiedAt],
        ['ModifyDate', modifiedAt],
        ['MetadataDate', modifiedAt],
      ]),
      extensionSchema(),
      description('fx', FACTUR_X, [
        ['DocumentType', 'INVOICE'],
        ['DocumentFileName', attachment.fileName],
        ['Version', attachment.version],
        ['ConformanceLevel', attachment.level],
      ]),
      '</rdf:RDF>',
      '</x:xmpmeta>',
      '<?xpacket end="w"?>',
    ].join('\n'),
    'utf8',
  )
}

/** Text that is valid in XML 1.0, on one line. */
export const metadataText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\ufffe\uffff]/g, '')
    .trim()

const description = (
  prefix: string,
  namespace: string,
  properties: readonly (readonly [name: string, value: string])[],
): string =>
  [
    `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">`,
    ...properties.map(([name, value]) => element(`${prefix}:${name}`, value)),
    '</rdf:Description>',
  ].join('\n')

const element = (name: string, value: string): string => `<${name}>${escapeXml(value)}</${name}>`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const dublinCore = ({ title, author }: Metadata): string =>
  [
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<dc:format>application/pdf</dc:format>',
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`,
    '</rdf:Description>',
  ].join('\n')

/** ISO 19005-3, 6.6.2.3.2: the packet must describe schemas that are not predefined. */
const extensionSchema = (): string =>
  [
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
      ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"' +
      ' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">',
    '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">',
    element('pdfaSchema:schema', 'Factur-X PDFA Extension Schema'),
    element('pdfaSchema:namespaceURI', FACTUR_X),
    element('pdfaSchema:prefix', 'fx'),
    '<pdfaSchema:property><rdf:Seq>',
    ...FACTUR_X_PROPERTIES.map(
      ([name, meaning]) =>
        '<rdf:li rdf:parseType="Resource">' +
        element('pdfaProperty:name', name) +
        element('pdfaProperty:valueType', 'Text') +
        element('pdfaProperty:category', 'external') +
        element('pdfaProperty:description', meaning) +
        '</rdf:li>',
    ),
    '</rdf:Seq></pdfaSchema:property>',
    '</rdf:li></rdf:Bag></pdfaExtension:schemas>',
    '</rdf:Description>',
  ].join('\n')
