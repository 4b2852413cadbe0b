import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { EInvoiceError } from '../einvoice-error.ts'
import {
  HAS_OFFICIAL_RULES,
  IS_FULL_PROOF,
  OFFICIAL_FOLDER,
  WITHOUT_OFFICIAL_RULES,
} from '../rules/official-rules.testing.ts'
import { buildXml } from '../xml/build.ts'
import { NAMESPACES } from '../xml/namespaces.ts'
import { parseXml } from '../xml/parse.ts'
import type { XmlElement, XmlNode } from '../xml/tree.ts'
import type { Received } from './read-received.ts'
import { firstReceived } from './small.testing.ts'

const GOLDEN = new URL('../../../../test/golden/einvoices/issued/', import.meta.url)
const SCHEMAS = {
  ubl: 'xsd/ubl-2.1/maindoc/UBL-Invoice-2.1.xsd',
  cii: 'xsd/cii-d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd',
} as const
const SYNTAXES = ['ubl', 'cii'] as const
/** All faults in the full proof, else one of so many. */
const STRIDE = IS_FULL_PROOF ? 1 : 7

/** Groups that say nothing without this element. What is missing is not there to be shown. */
const EMPTY_WITHOUT = new Set(
  [
    '/cac:OrderReference/cbc:ID',
    '/cac:DespatchDocumentReference/cbc:ID',
    '/cac:ReceiptDocumentReference/cbc:ID',
    '/cac:OriginatorDocumentReference/cbc:ID',
    '/cac:ContractDocumentReference/cbc:ID',
    '/cac:AdditionalDocumentReference/cbc:ID',
    '/cac:ProjectReference/cbc:ID',
    '/cac:AccountingSupplierParty/cac:Party/cac:PartyName/cbc:Name',
    '/cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID',
    '/cac:AccountingCustomerParty/cac:Party/cac:PartyName/cbc:Name',
    '/cac:InvoiceLine/cac:Item/cac:SellersItemIdentification/cbc:ID',
    '/rsm:ExchangedDocumentContext',
    ...[
      'ApplicableHeaderTradeAgreement/ram:SpecifiedProcuringProject/ram:ID',
      'ApplicableHeaderTradeDelivery',
      'ApplicableHeaderTradeDelivery/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString',
      'ApplicableHeaderTradeSettlement/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString',
      'ApplicableHeaderTradeSettlement/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString',
      'ApplicableHeaderTradeSettlement/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID',
    ].map((path) => `/rsm:SupplyChainTradeTransaction/ram:${path}`),
  ].map((path) => `${path} is missing`),
)
/** Newer versions of CII have several: they are shown. */
const SHOWN =
  '/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceReferencedDocument comes twice'

const nodeOf = ({ name, attributes, children, text }: XmlElement): XmlNode => ({
  name,
  attributes: Object.fromEntries(attributes),
  children: children.map(nodeOf),
  text,
  isIncidental: false,
})

const fileOf = (syntax: (typeof SYNTAXES)[number]): XmlNode =>
  nodeOf(parseXml(readFileSync(new URL(`every-group.${syntax}.xml`, GOLDEN))))

/** What goes wrong with the child at a place of its parent; the children that are left. */
type Fault = (children: readonly XmlNode[], at: number) => readonly XmlNode[]
const changed =
  (change: (node: XmlNode) => XmlNode): Fault =>
  (children, at) =>
    children.map((it, index) => (index === at ? change(it) : it))
const FAULTS: Readonly<Record<string, Fault>> = {
  'is missing': (children, at) => children.toSpliced(at, 1),
  'comes twice': (children, at) => children.toSpliced(at, 0, children[at] as XmlNode),
  'comes first': (children, at) => [children[at] as XmlNode, ...children.toSpliced(at, 1)],
  'comes last': (children, at) => [...children.toSpliced(at, 1), children[at] as XmlNode],
  'is unknown': changed((it) => ({ ...it, name: `${it.name}Other` })),
  'has no attributes': changed((it) => ({ ...it, attributes: {} })),
  'has an unknown attribute': changed((it) => ({
    ...it,
    attributes: { ...it.attributes, other: 'x' },
  })),
  'says nonsense': changed((it) =>
    it.children.length === 0 ? { ...it, text: '2026-02-30x' } : it,
  ),
  'has text beside elements': changed((it) => ({ ...it, text: `${it.text}other` })),
}

type Pointer = readonly number[]

/** Each element but the root; of several with the same path, the first. */
function* pointers(
  root: XmlNode,
  seen = new Set<string>(),
  at: Pointer = [],
  path = '',
): Generator<readonly [Pointer, path: string]> {
  for (const [index, child] of root.children.entries()) {
    const here = `${path}/${child.name}`
    if (!seen.has(here)) yield [[...at, index], here]
    seen.add(here)
    yield* pointers(child, seen, [...at, index], here)
  }
}

function broken(node: XmlNode, [at, ...rest]: Pointer, fault: Fault): XmlNode {
  if (at === undefined) return node
  if (rest.length === 0) return { ...node, children: fault(node.children, at) }
  const children = node.children.map((it, index) => (index === at ? broken(it, rest, fault) : it))
  return { ...node, children }
}

const declared = Object.fromEntries(
  Object.entries(NAMESPACES).map(([prefix, uri]) => [`xmlns:${prefix}`, uri]),
)
const bytesOf = (root: XmlNode): Buffer =>
  Buffer.from(buildXml({ ...root, attributes: { ...root.attributes, ...declared } }))

/** Every value that a person is shown, in any order. */
const shownIn = ({ content: { unread: _, ...content } }: Received): string =>
  JSON.stringify(content)

describe.skipIf(!HAS_OFFICIAL_RULES)(
  `files that the XML schema refuses are refused, have findings or list unread parts${WITHOUT_OFFICIAL_RULES}`,
  () => {
    beforeAll(() => xmlRegisterFsInputProviders())

    test.each(SYNTAXES)('%s: each fault at each element', (syntax) => {
      const schema = fileURLToPath(new URL(SCHEMAS[syntax], OFFICIAL_FOLDER))
      const validator = XsdValidator.fromDoc(
        XmlDocument.fromBuffer(readFileSync(schema), { url: `file://${schema}` }),
      )
      const isValid = (bytes: Uint8Array): boolean => {
        const document = XmlDocument.fromBuffer(bytes)
        try {
          validator.validate(document)
          return true
        } catch {
          return false
        } finally {
          document.dispose()
        }
      }
      const root = fileOf(syntax)
      expect(isValid(bytesOf(root))).toBe(true)
      const sound = firstReceived(bytesOf(root))
      const unnoticed: string[] = []
      let invalid = 0
      let count = 0
      for (const [pointer, path] of pointers(root))
        for (const [name, fault] of Object.entries(FAULTS)) {
          count += 1
          if (count % STRIDE !== 0) continue
          const bytes = bytesOf(broken(root, pointer, fault))
          if (isValid(bytes)) continue
          invalid += 1
          const title = `${path} ${name}`
          const isShown = EMPTY_WITHOUT.has(title) || title === SHOWN
          if (!isShown && !isNoticed(bytes, sound)) unnoticed.push(title)
        }
      validator.dispose()
      expect(invalid).toBeGreaterThan(500 / STRIDE)
      expect(unnoticed).toEqual([])
    })
  },
)

/** Refused, found, listed as unread, or of no effect on what is shown. */
function isNoticed(bytes: Uint8Array, sound: Received): boolean {
  try {
    const read = firstReceived(bytes)
    return (
      read.findings.length > sound.findings.length ||
      read.content.unread.length > sound.content.unread.length ||
      shownIn(read) === shownIn(sound)
    )
  } catch (error) {
    if (!(error instanceof EInvoiceError)) throw error
    return true
  }
}
