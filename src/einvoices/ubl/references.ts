import type { Attachment, EInvoice, Note, PrecedingInvoice } from '../model/document.ts'
import { inside, list } from '../xml/groups.ts'
import { leaf, marker, unmarked } from '../xml/leaves.ts'
import type { Part, Table } from '../xml/part.ts'
import { DATE, FILE, IDENTIFIER, TEXT, type ValueType } from '../xml/values.ts'

const CODED_NOTE = /^#([A-Z]{3})#(.*)$/s

/** UBL has no element for the subject of a note (BT-21): it is marked at the start of the text. */
export const UBL_NOTE: ValueType<Note> = {
  toXml: ({ subjectCode, text }) => ({ text: subjectCode ? `#${subjectCode}#${text}` : text }),
  fromXml: (element) => {
    const [, subjectCode, text] = CODED_NOTE.exec(element.text.trim()) ?? []
    if (subjectCode !== undefined && text?.trim()) return { subjectCode, text: text.trim() }
    return element.text.trim() === '' ? undefined : { text: element.text.trim() }
  },
}

const reference = (name: string, key: ReferenceKey): Part<EInvoice> =>
  inside(name, [leaf('cbc:ID', key, TEXT)])

type ReferenceKey =
  | 'despatchAdviceReference'
  | 'receivingAdviceReference'
  | 'tenderReference'
  | 'contractReference'
  | 'projectReference'

export const UBL_DESPATCH_AND_RECEIPT: Table<EInvoice> = [
  reference('cac:DespatchDocumentReference', 'despatchAdviceReference'),
  reference('cac:ReceiptDocumentReference', 'receivingAdviceReference'),
]
export const UBL_TENDER = reference('cac:OriginatorDocumentReference', 'tenderReference')
export const UBL_CONTRACT = reference('cac:ContractDocumentReference', 'contractReference')

const ATTACHMENT: Table<Attachment> = [
  leaf('cbc:ID', 'id', TEXT),
  unmarked('cbc:DocumentTypeCode', '916'),
  leaf('cbc:DocumentDescription', 'description', TEXT),
  inside('cac:Attachment', [
    leaf('cbc:EmbeddedDocumentBinaryObject', 'file', FILE),
    inside('cac:ExternalReference', [leaf('cbc:URI', 'url', TEXT)]),
  ]),
]

export const UBL_OBJECT_AND_ATTACHMENTS: Table<EInvoice> = [
  inside('cac:AdditionalDocumentReference', [
    leaf('cbc:ID', 'invoicedObject', IDENTIFIER),
    marker('cbc:DocumentTypeCode', '130'),
  ]),
  list('cac:AdditionalDocumentReference', 'attachments', ATTACHMENT),
]

/** Credit notes have no element for the project (BT-11). */
export const UBL_PROJECT_OF_CREDIT_NOTE: Part<EInvoice> = inside(
  'cac:AdditionalDocumentReference',
  [leaf('cbc:ID', 'projectReference', TEXT), marker('cbc:DocumentTypeCode', '50')],
)

export const UBL_PRECEDING: Table<PrecedingInvoice> = [
  inside('cac:InvoiceDocumentReference', [
    leaf('cbc:ID', 'number', TEXT),
    leaf('cbc:IssueDate', 'issueDate', DATE),
  ]),
]
