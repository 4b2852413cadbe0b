import { CII_INVOICE } from '../cii/invoice.ts'
import { toCii } from '../cii/shape.ts'
import { type EInvoice, isCreditNote } from '../model/document.ts'
import { toBasic } from '../profiles/basic.ts'
import { type CiiProfile, type UblProfile, withProfile } from '../profiles/profiles.ts'
import { UBL_CREDIT_NOTE, UBL_INVOICE } from '../ubl/invoice.ts'
import { toUbl } from '../ubl/shape.ts'
import { buildXml } from './build.ts'
import { NAMESPACES } from './namespaces.ts'
import { writeTable } from './part.ts'
import type { XmlNode } from './tree.ts'
import type { Scope } from './values.ts'

/**
 * An Invoice of UBL 2.1 or, depending on BT-3, a CreditNote. The same document gives the same
 * text. It does not validate the data.
 */
export function writeUbl(document: EInvoice, profile: UblProfile): string {
  const ubl = withProfile(toUbl(document), profile)
  const [name, namespace, table] = isCreditNote(document)
    ? (['CreditNote', NAMESPACES.creditNote, UBL_CREDIT_NOTE] as const)
    : (['Invoice', NAMESPACES.invoice, UBL_INVOICE] as const)
  const { cac, cbc, ext, hrextac } = NAMESPACES
  const extended = document.nationalTaxes && { 'xmlns:ext': ext, 'xmlns:hrextac': hrextac }
  const attributes = { xmlns: namespace, 'xmlns:cac': cac, 'xmlns:cbc': cbc, ...extended }
  return buildXml(
    root(
      name,
      attributes,
      writeTable(table, ubl, {
        ...scopeOf(document, true),
        minDecimals: MIN_DECIMALS[profile] ?? 0,
      }),
    ),
  )
}

/**
 * A CrossIndustryInvoice of UN/CEFACT D16B, also the XML of Factur-X and ZUGFeRD. The schema allows
 * one preceding invoice (BG-3) except in Factur-X. BASIC requires `hasBasicForm`.
 */
export function writeCii(document: EInvoice, profile: CiiProfile): string {
  const content = profile === 'factur-x-basic' ? toBasic(document) : document
  const cii = withProfile(toCii(content), profile)
  const { rsm, ram, qdt, udt } = NAMESPACES
  const attributes = { 'xmlns:rsm': rsm, 'xmlns:ram': ram, 'xmlns:qdt': qdt, 'xmlns:udt': udt }
  const children = writeTable(CII_INVOICE, cii, scopeOf(document, false))
  return buildXml(root('rsm:CrossIndustryInvoice', attributes, children))
}

/** Values with decimals even if they are zeros. */
const MIN_DECIMALS: Partial<Record<UblProfile, number>> = { 'cius-pt': 2 }

const scopeOf = ({ currency, taxCurrency }: EInvoice, areAmountsMarked: boolean): Scope => ({
  currency,
  taxCurrency,
  areAmountsMarked,
})

const root = (
  name: string,
  attributes: XmlNode['attributes'],
  children: XmlNode['children'],
): XmlNode => ({ name, attributes, children, text: '', isIncidental: false })
