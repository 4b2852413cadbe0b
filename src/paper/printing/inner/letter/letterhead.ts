import type { View } from '@billwright/templates'
import type { Buyer, Seller } from '../../../../sales/contents/parties.ts'
import { paletteOf } from '../../color.ts'
import type { Formatter } from '../../format.ts'
import { linesFragment, logoFragment } from '../../fragments.ts'
import { taxIdLabel, wordsFor } from '../../labels/labels.ts'
import { letterheadView } from '../../letterhead-view.ts'
import { addressLines } from '../address.ts'
import { pageSizeOf } from '../page-size.ts'

interface LetterParties {
  readonly seller: Seller
  readonly buyer: Buyer
  /** A data URL. */
  readonly logo: string | null
}

/** The common parts of all letters to a customer: paper, colors, both addresses and the footer. */
export function letterhead({ seller, buyer, logo }: LetterParties, format: Formatter): View {
  const { labels } = wordsFor(format.locale, seller.address.countryCode)
  const pageSize = pageSizeOf(format.locale, seller.address.countryCode)
  const palette = paletteOf(seller.accentColor)
  const picture = logoFragment(logo, { alt: seller.name, size: null })
  return {
    ...letterheadView({
      invoice: { seller, buyer },
      format,
      pageSize,
      labels: {
        ...labels,
        taxIdLabel: taxIdLabel(labels, seller.taxId),
        taxNumberLabel: labels.taxIdLabel,
      },
    }),
    locale: format.locale,
    direction: format.direction,
    pageSize,
    isLetterSize: pageSize === 'Letter',
    highlightColor: palette.accent,
    highlightColorDark: palette.text,
    companyName: seller.name,
    logo: picture,
    hasLogo: picture !== '',
    customerName: buyer.name,
    customerContactName: buyer.contactName,
    customerAddress: linesFragment(addressLines(buyer, seller, format)),
  }
}
