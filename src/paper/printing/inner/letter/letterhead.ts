import type { View } from '@billwright/templates'
import { documentFontStack } from '../../../../platform/browser/fonts.ts'
import type { Buyer, Seller } from '../../../../sales/contents/parties.ts'
import { paletteOf } from '../../color.ts'
import type { Formatter } from '../../format.ts'
import { linesFragment, logoFragment } from '../../fragments.ts'
import { addressLines } from '../address.ts'
import { pageSizeOf } from '../page-size.ts'

interface LetterParties {
  readonly seller: Seller
  readonly buyer: Buyer
  /** A data URL. */
  readonly logo: string | null
}

/** The common parts of all letters to a customer: paper size, colors, and both addresses. */
export function letterhead({ seller, buyer, logo }: LetterParties, format: Formatter): View {
  const contact = [seller.email, seller.phone, seller.website].filter((line) => line !== null)
  return {
    locale: format.locale,
    direction: format.direction,
    pageSize: pageSizeOf(format.locale, seller.address.countryCode),
    fontStack: documentFontStack(format.locale).replaceAll('"', ''),
    accentText: paletteOf(seller.accentColor).text,
    companyName: seller.name,
    companyAddress: linesFragment(addressLines(seller, buyer, format)),
    companyContact: linesFragment(contact),
    logo: logoFragment(logo, { alt: seller.name, size: null }),
    customerName: buyer.name,
    customerContactName: buyer.contactName,
    customerAddress: linesFragment(addressLines(buyer, seller, format)),
  }
}
