const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const CII = 'urn:un:unece:uncefact:data:standard'

/** The namespaces of UBL 2.1, of UN/CEFACT CII D16B and of national formats, under the prefixes used in this program. */
export const NAMESPACES = {
  invoice: `${UBL}:Invoice-2`,
  creditNote: `${UBL}:CreditNote-2`,
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
  ext: `${UBL}:CommonExtensionComponents-2`,
  hrextac: 'urn:mfin.gov.hr:schema:xsd:HRExtensionAggregateComponents-1',
  rsm: `${CII}:CrossIndustryInvoice:100`,
  ram: `${CII}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${CII}:UnqualifiedDataType:100`,
  qdt: `${CII}:QualifiedDataType:100`,
  p: 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2',
  fa: 'http://crd.gov.pl/wzor/2025/06/25/13775/',
} as const

/** Only the root elements of CII have a prefix. */
const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, `${prefix}:`]),
)

/** `cbc:ID` with any prefix in the file; `{uri}local` for an unknown namespace. */
export const knownName = (uri: string, local: string): string =>
  uri === '' ? local : `${PREFIXES.get(uri) ?? `{${uri}}`}${local}`
